import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { beginKeyRotation, ensureDataKey, finishKeyRotation, loadDataKey } from "./data-key.ts";

let dataDir = "";
const config = () => ({ dataKey: undefined, dataDir });

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "postrider-key-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("is generated once, readable by its owner only", () => {
  ensureDataKey(config());
  const made = loadDataKey(config());
  expect(made?.known().map(({ length }) => length)).toEqual([32]);
  expect(statSync(path.join(dataDir, "data.key")).mode & 0o777).toBe(0o600);
  ensureDataKey(config());
  expect(loadDataKey(config())?.known()).toEqual(made?.known());
});

test("is not generated for a database that had one", () => {
  mkdirSync(path.join(dataDir, "postgres"));
  writeFileSync(path.join(dataDir, "postgres", "PG_VERSION"), "18\n");
  expect(() => ensureDataKey(config())).toThrow("The data key of the stored secrets is missing");
  expect(loadDataKey(config())).toBeUndefined();
});

const keyFile = () => path.join(dataDir, "data.key");

test("gets a successor in front, which a running process learns; an interrupted rotation continues with it", () => {
  ensureDataKey(config());
  const running = loadDataKey(config());
  const [old] = running?.known() ?? [];
  const [first, second] = beginKeyRotation(config()).known();
  expect(second).toEqual(old);
  expect(first).not.toEqual(old);
  expect(beginKeyRotation(config()).known()).toEqual([first, old]);
  expect(running?.known()).toEqual([old]);
  expect(running?.reload()).toEqual([first, old]);
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);

  finishKeyRotation(config());
  expect(running?.reload()).toEqual([first, old]);
  const [third, ...others] = beginKeyRotation(config()).known();
  expect(others).toEqual([first, old]);
  finishKeyRotation(config());
  expect(running?.reload()).toEqual([third, first]);
});

test("is not rotated when it is missing or when DATA_KEY has no successor yet", () => {
  expect(() => beginKeyRotation(config())).toThrow("There is no data key to rotate.");
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(() => beginKeyRotation({ dataKey: keys.slice(0, 1), dataDir })).toThrow("DATA_KEY has one key.");
  expect(beginKeyRotation({ dataKey: keys, dataDir }).known()).toEqual(keys);
});
