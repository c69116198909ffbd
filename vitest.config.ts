import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["tests/harness/global-setup.ts"],
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    pool: "forks",
    // A file finds the modules that the one before it loaded: half of the time was loading them again.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
