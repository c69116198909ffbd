import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureDataKey, loadDataKey } from "./data-key.ts";

let dataDir = "";
const config = () => ({ dataKey: undefined, dataDir });

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "postrider-key-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("is generated once, readable by its owner only", () => {
  ensureDataKey(config());
  const made = loadDataKey(config());
  expect(made).toHaveLength(32);
  expect(statSync(path.join(dataDir, "data.key")).mode & 0o777).toBe(0o600);
  ensureDataKey(config());
  expect(loadDataKey(config())).toEqual(made);
});

test("is not generated for a database that had one", () => {
  mkdirSync(path.join(dataDir, "postgres"));
  writeFileSync(path.join(dataDir, "postgres", "PG_VERSION"), "18\n");
  expect(() => ensureDataKey(config())).toThrow("The data key of the stored secrets is missing");
  expect(loadDataKey(config())).toBeUndefined();
});
