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
    // A file finds the modules that the one before it loaded: half of the time was loading them again.
    isolate: false,
    maxWorkers: 2,
    // A process for templates that does not start, as one run through the loader of the tests may, is given up after 10 s.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
