import { existsSync } from "node:fs";

/** The browser that npm brings is of this kind alone. */
export const hasPackedBrowser = process.platform === "linux" && process.arch === "x64";

const usual = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

/** A browser of the machine itself, where npm brings none or CHROMIUM_PATH names another. */
export function installedBrowser(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH;
  return hasPackedBrowser ? undefined : usual.find((program) => existsSync(program));
}
