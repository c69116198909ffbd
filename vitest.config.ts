import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { SlowFilesFirst } from "./tests/harness/slow-files-first.ts";
import { findCitusPrograms } from "./tests/citus/find-citus.ts";
import { isFull } from "./tests/harness/scope.ts";

/** `npm run test:citus`. */
const isOnCitus = process.env["CITUS"] === "1";
const lacksCitus = isOnCitus && findCitusPrograms() === undefined;
if (lacksCitus)
  process.stderr.write(
    "ALL TESTS ON CITUS ARE SKIPPED: no PostgreSQL with Citus was found. Name its programs by CITUS_BIN, or have its pg_config in PATH.\n",
  );

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

/** Long crashes of work that other tests interrupt inside one process. They run in `npm run test:full`. */
const fullOnly = [
  "tests/crash/@(approvals|automations|backup|import|invoices|journal-retry|mail|migrate-from|webhooks).test.ts",
];

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
    // Requests whose statements are watched: all tests on one server are.
    "fails in the tests for a write of a request outside of a transaction",
  ],
};

/** What the tests of every project share. */
const shared = {
  alias: { "@node-rs/argon2": fileURLToPath(new URL("tests/harness/servers/argon2.ts", import.meta.url)) },
  pool: "forks",
  // Test files share loaded modules: loading them again took half of the time.
  isolate: false,
  setupFiles: ["tests/harness/each-file.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
} satisfies TestProjectInlineConfiguration["test"];

const skipped = [...configDefaults.exclude, ...(isFull ? [] : fullOnly), "tests/citus/**"];

/** ROW_SECURITY=0 runs all files without row level security. */
const isUnguarded = process.env["ROW_SECURITY"] === "0";

const guarded = {
  ...shared,
  name: "guarded",
  env: { ROW_SECURITY: "1" },
  include: [`${guardedFolders}/*.test.ts`],
  exclude: [...skipped, `**/@(${unguardedNames}).test.ts`],
};

const plain = {
  ...shared,
  name: "plain",
  env: { ROW_SECURITY: "0" },
  include: ["src/**/*.test.ts", "tests/**/*.test.ts", "web/**/*.test.ts"],
  exclude: isUnguarded ? skipped : [...skipped, `${guardedFolders}/!(${unguardedNames}).test.ts`],
};

/** Tests in a distributed database, and tests of clusters of their own. */
const citus = {
  ...shared,
  name: "citus",
  include: lacksCitus ? [] : ["tests/citus/*.test.ts", "src/{features,http,jobs,journal,surfaces}/**/*.test.ts"],
  exclude: [...configDefaults.exclude, ...onPlainOnly.files],
};

const onPlain = isUnguarded ? [plain] : [guarded, plain];

export default defineConfig({
  test: {
    // Each file runs once, in one of the projects.
    projects: (isOnCitus ? [citus] : onPlain).map((test) => ({ test })),
    ...(isOnCitus ? { testNamePattern: new RegExp(`^(?!.*(?:${onPlainOnly.tests.join("|")}))`) } : {}),
    globalSetup: lacksCitus ? [] : ["tests/harness/global-setup.ts"],
    passWithNoTests: lacksCitus,
    maxWorkers: 2,
    // A later run gets the modules that an earlier one transformed.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: SlowFilesFirst },
  },
});
