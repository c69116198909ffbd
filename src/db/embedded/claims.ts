import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { chownToFolderOwner } from "./account.ts";
import { AlreadyRunning, errorCode } from "./errors.ts";
import { findStartTime } from "./processes.ts";

/**
 * Who uses the database of a data folder. A claim is an empty file whose name holds all its data, so it appears atomically, and any process can recognise and remove the claim of a dead one.
 *
 * `owner` keeps the server running until it stops (`postrider start`); `user` is a command that needs it for a while,
 * the last one out stops the server; `lock` guards starting, joining and leaving.
 */
export type ClaimRole = "owner" | "user" | "lock";

export type DatabaseClaim = { file: string; role: string; pid: number; command: string };

const lockTimeoutMs = 60_000;

const claimsFolder = (dataDir: string) => path.join(dataDir, "postgres.claims");

function parseClaim(folder: string, name: string): (DatabaseClaim & { birth: string }) | undefined {
  const [role, pid, startTime, command] = name.split(".");
  if (role === undefined || startTime === undefined || command === undefined) return undefined;
  return { file: path.join(folder, name), role, pid: Number(pid), birth: startTime, command };
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

export function listClaims(dataDir: string, role: ClaimRole): DatabaseClaim[] {
  const folder = claimsFolder(dataDir);
  const claims: DatabaseClaim[] = [];
  for (const name of listNames(folder)) {
    const claim = parseClaim(folder, name);
    if (claim?.role !== role) continue;
    if (findStartTime(claim.pid) === claim.birth) claims.push(claim);
    else rmSync(claim.file, { force: true });
  }
  return claims;
}

export function addClaim(dataDir: string, role: ClaimRole, command: string): DatabaseClaim {
  const folder = claimsFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownToFolderOwner(folder);
  const word = command.replaceAll(/[^a-z0-9 -]/gi, "") || "postrider";
  const name = [role, process.pid, findStartTime(process.pid) ?? "0", word, randomBytes(4).toString("hex")].join(".");
  const file = path.join(folder, name);
  writeFileSync(file, "", { flag: "wx" });
  return { file, role, pid: process.pid, command: word };
}

export function removeClaim(claim: DatabaseClaim): void {
  rmSync(claim.file, { force: true });
}

/**
 * Node has no file locks. Every process writes its claim first and then looks for others, so of two concurrent
 * ones at least one sees the other and backs off; both may back off, never can both proceed.
 */
function tryLock(dataDir: string, command: string): DatabaseClaim | undefined {
  if (listClaims(dataDir, "lock").length > 0) return undefined;
  const mine = addClaim(dataDir, "lock", command);
  if (listClaims(dataDir, "lock").every((claim) => claim.file === mine.file)) return mine;
  removeClaim(mine);
  return undefined;
}

export async function withLock<Value>(dataDir: string, command: string, work: () => Promise<Value>): Promise<Value> {
  const deadline = Date.now() + lockTimeoutMs;
  let mine = tryLock(dataDir, command);
  while (mine === undefined) {
    await delay(5 + Math.random() * 30);
    const holder = listClaims(dataDir, "lock")[0];
    if (holder !== undefined && Date.now() > deadline) throw new AlreadyRunning(dataDir, holder);
    mine = tryLock(dataDir, command);
  }
  try {
    return await work();
  } finally {
    removeClaim(mine);
  }
}
