import { existsSync } from "node:fs";

/** The browser of the npm package exists for this platform only. */
export const hasBundledBrowser = process.platform === "linux" && process.arch === "x64";

const usualPaths = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

/** A browser installed on the machine, where the package has none or CHROMIUM_PATH names another. */
export function findInstalledBrowser(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH;
  return hasBundledBrowser ? undefined : usualPaths.find((program) => existsSync(program));
}
