import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["tests/harness/global-setup.ts"],
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
