import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { SlowFilesFirst } from "./tests/harness/slow-files-first.ts";
import { findCitusPrograms } from "./tests/citus/find-citus.ts";
import { hasBundledBrowser, findInstalledBrowser } from "./tests/browser/find-browser.ts";

const lacksBrowser = !hasBundledBrowser && findInstalledBrowser() === undefined;
if (lacksBrowser) process.stderr.write("Tests in a browser are SKIPPED: install Chromium or set CHROMIUM_PATH.\n");

/** `npm run test:citus`. */
const isOnCitus = process.env["CITUS"] === "1";
const lacksCitus = isOnCitus && findCitusPrograms() === undefined;
if (lacksCitus)
  process.stderr.write(
    "ALL TESTS ON CITUS ARE SKIPPED: no PostgreSQL with Citus was found. Name its programs by CITUS_BIN, or have its pg_config in PATH.\n",
  );

const everything = ["src/**/*.test.ts", "tests/**/*.test.ts", "web/**/*.test.ts"];

/** Folders whose tests run under row level security, where every statement names its company. */
const guardedFolders = "src/{features,jobs,journal}/**";

/** Tests in those folders that read several companies at once, create too many, or check plans that differ there. */
const unguardedNames = [
  "compile-oracle",
  "interpreter",
  "invariants",
  "isolation",
  "maintenance",
  "plans",
  "property",
  "refusal-streaks",
  "relay-away",
  "snapshot",
  "time-zones",
].join("|");

/** `npm test` runs each file once: under row level security (ROW_SECURITY=1) or without (ROW_SECURITY=0). */
const selections: Record<string, { include: string[]; exclude: string[] }> = {
  "1": { include: [`${guardedFolders}/*.test.ts`], exclude: [`**/@(${unguardedNames}).test.ts`] },
  "0": { include: everything, exclude: [`${guardedFolders}/!(${unguardedNames}).test.ts`] },
};
/** Tests of what one server does; on a cluster the nodes do it. */
const onPlainOnly = {
  files: [
    // Plans of statements.
    "**/plans.test.ts",
    // How many rows the server read.
    "src/features/automations/entry/dates.test.ts",
  ],
  tests: [
    // How many rows the server read.
    "reads counters and the list of campaigns only",
    // Several statements within a cooldown of 50 ms.
    "stops a campaign whose template keeps failing, and keeps untried messages",
  ],
};

/** Tests in a distributed database, and tests of clusters of their own. */
const onCitus = {
  include: ["tests/citus/*.test.ts", "src/{features,http,jobs,journal,surfaces}/**/*.test.ts"],
  exclude: onPlainOnly.files,
};
const onPlain = selections[process.env["ROW_SECURITY"] ?? ""] ?? { include: everything, exclude: [] };
const selected = isOnCitus ? onCitus : { ...onPlain, exclude: [...onPlain.exclude, "tests/citus/**"] };

export default defineConfig({
  test: {
    globalSetup: lacksCitus ? [] : ["tests/harness/global-setup.ts"],
    passWithNoTests: lacksCitus,
    include: lacksCitus ? [] : selected.include,
    exclude: [...configDefaults.exclude, ...selected.exclude, ...(lacksBrowser ? ["tests/browser/**"] : [])],
    alias: { "@node-rs/argon2": fileURLToPath(new URL("tests/harness/servers/argon2.ts", import.meta.url)) },
    ...(isOnCitus ? { testNamePattern: new RegExp(`^(?!.*(?:${onPlainOnly.tests.join("|")}))`) } : {}),
    pool: "forks",
    // Test files share loaded modules: loading them again took half of the time.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // The second run of `npm test` gets the modules that the first one transformed.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: SlowFilesFirst },
    hookTimeout: 60_000,
  },
});
