import { existsSync } from "node:fs";

import { addClaim, listClaims, removeClaim, withLock, type Claim } from "./claims.ts";
import { findCluster } from "./cluster.ts";
import { findConnection, urlOf } from "./connection.ts";
import { AlreadyRunning, explained } from "./errors.ts";
import { findPostmaster, stopPostmaster, type Ending, type Launched } from "./postmaster.ts";
import { launchSite, openFolder, prepareSite, type Site } from "./site.ts";

export type EmbeddedServer = {
  url: string;
  pid: number;
  stop(): Promise<void>;
  exited: Promise<Ending>;
  /** After it exited by itself: the same database on the same port, so that clients just connect again. */
  revive(): Promise<EmbeddedServer>;
};

export type RunningServer = { url: string; ownerPid: number | undefined; ownerCommand: string | undefined };

/** The healthy server of a data folder, whoever started it. */
export async function findRunning(dataDir: string): Promise<RunningServer | undefined> {
  return explained(dataDir, async () => {
    if (!existsSync(dataDir)) return undefined;
    const folder = openFolder(dataDir);
    const connection = findConnection(folder);
    const cluster = findCluster(folder, connection);
    if (connection === undefined || cluster === undefined) return undefined;
    const postmaster = findPostmaster(cluster);
    if (postmaster?.isReady !== true) return undefined;
    const [owner] = [...listClaims(folder, "owner"), ...listClaims(folder, "user")];
    const url = urlOf(connection.password, postmaster);
    return { url, ownerPid: owner?.pid, ownerCommand: owner?.command };
  });
}

/** Starts the server for as long as the caller lives; throws AlreadyRunning when another process has it. */
export async function startEmbedded(dataDir: string, command = "start"): Promise<EmbeddedServer> {
  return explained(dataDir, async () => {
    const folder = openFolder(dataDir);
    refuseSecondOwner(folder);
    return withLock(folder, command, async () => {
      refuseSecondOwner(folder);
      await refuseUsed(folder);
      const claim = addClaim(folder, "owner", command);
      try {
        const site = await prepareSite(folder, claim);
        return ownedServer(site, claim, await launchSite(site));
      } catch (error) {
        removeClaim(claim);
        throw error;
      }
    });
  });
}

function refuseSecondOwner(folder: string): void {
  const [owner] = listClaims(folder, "owner");
  if (owner !== undefined) throw new AlreadyRunning(folder, owner);
}

async function refuseUsed(folder: string): Promise<void> {
  const [user] = listClaims(folder, "user");
  if (user !== undefined && (await findRunning(folder)) !== undefined) throw new AlreadyRunning(folder, user);
}

function ownedServer(site: Site, claim: Claim, launched: Launched): EmbeddedServer {
  return {
    url: urlOf(site.password, site),
    pid: launched.pid,
    exited: launched.exited,
    async stop() {
      const { exitCode, signalCode } = launched.child;
      // The pid of a server that is gone may belong to a stranger by now.
      if (exitCode === null && signalCode === null) await stopPostmaster(launched.pid);
      removeClaim(claim);
    },
    revive: () => explained(site.dataDir, async () => ownedServer(site, claim, await launchSite(site))),
  };
}
