import { configDefaults, defineConfig } from "vitest/config";
import { hasBundledBrowser, findInstalledBrowser } from "./tests/browser/find-browser.ts";

const lacksBrowser = !hasBundledBrowser && findInstalledBrowser() === undefined;
if (lacksBrowser) process.stderr.write("Tests in a browser are SKIPPED: install Chromium or set CHROMIUM_PATH.\n");

export default defineConfig({
  test: {
    globalSetup: ["tests/harness/global-setup.ts"],
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(lacksBrowser ? ["tests/browser/**"] : [])],
    pool: "forks",
    // Test files share loaded modules: loading them again took half of the time.
    isolate: false,
    maxWorkers: 2,
    // Starting a template process through the test loader may fail; it times out after 10 s.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
