import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

import { chooseAccount, type Account } from "./account.ts";
import { prepareBinaries, type Binaries } from "./binaries.ts";
import { createCluster, findCluster, ownerOf, newClusterPath, refreshCluster } from "./cluster.ts";
import { findConnection, generatePassword, writeConnection } from "./connection.ts";
import type { ClaimOwner } from "./errors.ts";
import { choosePort } from "./ports.ts";
import {
  findPostmaster,
  launchPostmaster,
  stopPostmaster,
  removeStalePidFiles,
  type LaunchedServer,
} from "./postmaster.ts";

/** Everything needed to run the database of one data folder. */
export type ServerConfig = {
  dataDir: string;
  cluster: string;
  account: Account | undefined;
  binaries: Binaries;
  password: string;
  applicationPassword: string;
  port: number;
  /** Empty when sockets are not available. */
  socketFolder: string;
};

/** The canonical path of the folder; created when missing. */
export function openDataDir(dataDir: string): string {
  // New parent folders can be traversed: as root the server runs as another account.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const folder = realpathSync(dataDir);
  restrictAccess(folder);
  return folder;
}

/** Only our account may enter the folder, and as root the server's group, which may traverse but not list it. */
function restrictAccess(folder: string): void {
  const { uid, gid, mode } = statSync(folder);
  const self = process.getuid?.();
  if (self === undefined || (self !== 0 && self !== uid)) return;
  const cluster = path.join(folder, "postgres");
  const account = chooseAccount(existsSync(cluster) ? ownerOf(cluster) : undefined);
  if (account !== undefined && account.gid !== gid) chownSync(folder, uid, account.gid);
  const wanted = account === undefined ? 0o700 : 0o710;
  if ((mode & 0o777) !== wanted) chmodSync(folder, wanted);
}

/** Prepares the cluster for launch. The caller holds the lock, and no client is connected. */
export async function prepareServer(dataDir: string, startedBy: ClaimOwner): Promise<ServerConfig> {
  const known = findConnection(dataDir);
  const existing = findCluster(dataDir, known);
  const account = chooseAccount(existing === undefined ? undefined : ownerOf(existing));
  const binaries = prepareBinaries(dataDir, account);
  const cluster = existing ?? newClusterPath(dataDir, account);
  const passwords = {
    password: known?.password ?? generatePassword(),
    applicationPassword: known?.applicationPassword ?? generatePassword(),
  };
  await stopOrphan(cluster);
  const plan = { cluster, account, binaries, ...passwords };
  if (existing === undefined) await createCluster(plan);
  else await refreshCluster(plan, { areRolesKnown: known?.applicationPassword !== undefined });
  const port = await choosePort(known?.port);
  const { pid, command } = startedBy;
  writeConnection({ dataDir, cluster, port, ...passwords, startedBy: { pid, command } });
  return { dataDir, ...plan, port, socketFolder: socketFolderOf(cluster) };
}

/** Systems limit socket paths to about a hundred bytes. */
const maxSocketFolderBytes = 80;

/**
 * The cluster's own folder, accessible to its account and root only. On Windows the client does not support sockets.
 */
const socketFolderOf = (cluster: string): string =>
  process.platform === "win32" || Buffer.byteLength(cluster) > maxSocketFolderBytes ? "" : cluster;

/** A server whose users were all killed. */
async function stopOrphan(cluster: string): Promise<void> {
  const orphan = findPostmaster(cluster);
  if (orphan !== undefined) await stopPostmaster(orphan.pid);
}

export function launchServer(config: ServerConfig): Promise<LaunchedServer> {
  removeStalePidFiles(config.cluster);
  return launchPostmaster({
    program: path.join(config.binaries.home, "bin", "postgres"),
    account: config.account,
    cluster: config.cluster,
    port: config.port,
    socketFolder: config.socketFolder,
    logFile: path.join(config.dataDir, "postgres.log"),
  });
}
