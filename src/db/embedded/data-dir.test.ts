import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { canReach, chooseAccount } from "./account.ts";
import { openDataDir } from "./server-config.ts";

let parent = "";
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), "postrider-data-"));
  chmodSync(parent, 0o755);
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const readMode = (folder: string) => statSync(folder).mode & 0o777;
const account = chooseAccount(undefined);
/** As root the server's account must pass through the folder. */
const expected = account === undefined ? 0o700 : 0o710;

it("creates the data folder for its own account, and for the one of the server", () => {
  const folder = openDataDir(path.join(parent, "a", "data"));
  expect(readMode(folder)).toBe(expected);
  expect(account === undefined || canReach(account, folder)).toBe(true);
});

it("corrects a folder that others may enter", () => {
  const folder = path.join(parent, "data");
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  openDataDir(folder);
  expect(readMode(folder)).toBe(expected);
  openDataDir(folder);
  expect(readMode(folder)).toBe(expected);
});
