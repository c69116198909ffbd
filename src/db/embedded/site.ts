import { mkdirSync, realpathSync } from "node:fs";
import path from "node:path";

import { chooseAccount, type Account } from "./account.ts";
import { prepareBinaries, type Binaries } from "./binaries.ts";
import { createCluster, findCluster, ownerOf, placeCluster, refreshCluster } from "./cluster.ts";
import { findConnection, makePassword, writeConnection } from "./connection.ts";
import type { Owner } from "./errors.ts";
import { choosePort } from "./ports.ts";
import { findPostmaster, launchPostmaster, stopPostmaster, sweepPidFiles, type Launched } from "./postmaster.ts";

/** All that is needed to run the database of one data folder. */
export type Site = {
  dataDir: string;
  cluster: string;
  account: Account | undefined;
  binaries: Binaries;
  password: string;
  port: number;
  /** Empty where there is none. */
  socketFolder: string;
};

/** One spelling for one folder, however it was reached; made when missing. */
export function openFolder(dataDir: string): string {
  // Others may pass through but not look: as root the server runs as another account.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  return realpathSync(dataDir);
}

/** Brings the cluster into a state to be launched. The caller holds the lock and nobody uses the database. */
export async function prepareSite(dataDir: string, startedBy: Owner): Promise<Site> {
  const known = findConnection(dataDir);
  const existing = findCluster(dataDir, known);
  const account = chooseAccount(existing === undefined ? undefined : ownerOf(existing));
  const binaries = prepareBinaries(dataDir, account);
  const cluster = existing ?? placeCluster(dataDir, account);
  const password = known?.password ?? makePassword();
  await stopOrphan(cluster);
  const plan = { cluster, account, binaries, password };
  if (existing === undefined) await createCluster(plan);
  else await refreshCluster(plan, { isPasswordKnown: known !== undefined });
  const port = await choosePort(known?.port);
  const { pid, command } = startedBy;
  writeConnection({ dataDir, cluster, port, password, startedBy: { pid, command } });
  return { dataDir, ...plan, port, socketFolder: socketFolderOf(cluster) };
}

/** Systems take names of sockets up to some hundred bytes. */
const longestSocketFolder = 80;

/** The cluster's own folder: only its account and root get there. On Windows the client knows no sockets. */
const socketFolderOf = (cluster: string): string =>
  process.platform === "win32" || Buffer.byteLength(cluster) > longestSocketFolder ? "" : cluster;

/** A server whose users were all killed. */
async function stopOrphan(cluster: string): Promise<void> {
  const orphan = findPostmaster(cluster);
  if (orphan !== undefined) await stopPostmaster(orphan.pid);
}

export function launchSite(site: Site): Promise<Launched> {
  sweepPidFiles(site.cluster);
  return launchPostmaster({
    program: path.join(site.binaries.home, "bin", "postgres"),
    account: site.account,
    cluster: site.cluster,
    port: site.port,
    socketFolder: site.socketFolder,
    logFile: path.join(site.dataDir, "postgres.log"),
  });
}
