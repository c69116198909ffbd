import { existsSync } from "node:fs";

import type { DatabaseUrls } from "../application-role.ts";
import { addClaim, listClaims, removeClaim, withLock, type DatabaseClaim } from "./claims.ts";
import { findCluster } from "./cluster.ts";
import { findConnection, connectionUrls } from "./connection.ts";
import { AlreadyRunning, explainFileErrors } from "./errors.ts";
import { findPostmaster, stopPostmaster, type ProcessExit, type LaunchedServer } from "./postmaster.ts";
import { launchServer, openDataDir, prepareServer, type ServerConfig } from "./server-config.ts";

export type EmbeddedServer = DatabaseUrls & {
  pid: number;
  stop(): Promise<void>;
  exited: Promise<ProcessExit>;
  /** After it exited by itself: the same database on the same port, so that clients reconnect. */
  restart(): Promise<EmbeddedServer>;
};

export type RunningServer = DatabaseUrls & { ownerPid: number | undefined; ownerCommand: string | undefined };

/** The healthy server of a data folder, started by any process. */
export async function findRunningServer(dataDir: string): Promise<RunningServer | undefined> {
  return explainFileErrors(dataDir, async () => {
    if (!existsSync(dataDir)) return undefined;
    const folder = openDataDir(dataDir);
    const connection = findConnection(folder);
    const cluster = findCluster(folder, connection);
    if (connection === undefined || cluster === undefined) return undefined;
    const postmaster = findPostmaster(cluster);
    if (postmaster?.isReady !== true) return undefined;
    const [owner] = [...listClaims(folder, "owner"), ...listClaims(folder, "user")];
    return { ...connectionUrls(connection, postmaster), ownerPid: owner?.pid, ownerCommand: owner?.command };
  });
}

/** Starts the server for the lifetime of the caller; throws AlreadyRunning when another process owns it. */
export async function startEmbedded(dataDir: string, command = "start"): Promise<EmbeddedServer> {
  return explainFileErrors(dataDir, async () => {
    const folder = openDataDir(dataDir);
    rejectSecondOwner(folder);
    return withLock(folder, command, async () => {
      rejectSecondOwner(folder);
      await rejectIfInUse(folder);
      const claim = addClaim(folder, "owner", command);
      try {
        const serverConfig = await prepareServer(folder, claim);
        return ownedServer(serverConfig, claim, await launchServer(serverConfig));
      } catch (error) {
        removeClaim(claim);
        throw error;
      }
    });
  });
}

function rejectSecondOwner(folder: string): void {
  const [owner] = listClaims(folder, "owner");
  if (owner !== undefined) throw new AlreadyRunning(folder, owner);
}

async function rejectIfInUse(folder: string): Promise<void> {
  const [user] = listClaims(folder, "user");
  if (user !== undefined && (await findRunningServer(folder)) !== undefined) throw new AlreadyRunning(folder, user);
}

function ownedServer(config: ServerConfig, claim: DatabaseClaim, launched: LaunchedServer): EmbeddedServer {
  return {
    ...connectionUrls(config, config),
    pid: launched.pid,
    exited: launched.exited,
    async stop() {
      const { exitCode, signalCode } = launched.child;
      // The pid of a dead server may have been reused.
      if (exitCode === null && signalCode === null) await stopPostmaster(launched.pid);
      removeClaim(claim);
    },
    restart: () =>
      explainFileErrors(config.dataDir, async () => ownedServer(config, claim, await launchServer(config))),
  };
}
