import { chownSync, readFileSync, statSync, type Stats } from "node:fs";
import path from "node:path";

/** The account the server runs as when it cannot be our own. */
export type Account = { uid: number; gid: number };

const nobody: Account = { uid: 65_534, gid: 65_534 };

function findInPasswd(name: string): Account | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((candidate) => candidate.startsWith(`${name}:`));
  if (line === undefined) return undefined;
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

/** PostgreSQL refuses to run as root; undefined means that it runs under our own account. */
export function chooseAccount(clusterOwner: Account | undefined): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (clusterOwner !== undefined && clusterOwner.uid !== 0) return clusterOwner;
  return findInPasswd("postgres") ?? findInPasswd("nobody") ?? nobody;
}

function canTraverse(account: Account, stats: Stats): boolean {
  if (stats.uid === account.uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === account.gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}

/** Whether the account may enter the folder (or run the file) and every folder above it. */
export function canReach(account: Account, target: string): boolean {
  const parent = path.dirname(target);
  return canTraverse(account, statSync(target)) && (parent === target || canReach(account, parent));
}

/** Files that root writes into a folder stay accessible to the folder's account. */
export function chownToFolderOwner(file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path.dirname(file));
  chownSync(file, uid, gid);
}
