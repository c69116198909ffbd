import { setTimeout as delay } from "node:timers/promises";

import type { Config } from "../../config/config.ts";
import { externalUrls, type DatabaseUrls } from "../application-role.ts";
import { addClaim, listClaims, removeClaim, withLock, type DatabaseClaim } from "./claims.ts";
import { findCluster } from "./cluster.ts";
import { findConnection, connectionUrls } from "./connection.ts";
import { AlreadyRunning, explainFileErrors } from "./errors.ts";
import { findPostmaster, stopPostmaster } from "./postmaster.ts";
import { findRunningServer } from "./server.ts";
import { launchServer, openDataDir, prepareServer } from "./server-config.ts";

export type OpenDatabase = DatabaseUrls & { isOwned: boolean; close(): Promise<void> };

const ownerTimeoutMs = 30_000;

/**
 * The database for the time of one command: the operator's server, the embedded one that is running, or one that is
 * started now. The last command to close stops what none of them owns, so commands may overlap in any order.
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "databaseOwnerUrl" | "dataDir">,
  command: string,
): Promise<OpenDatabase> {
  const { dataDir } = config;
  const external = externalUrls(config);
  if (external !== undefined) return { ...external, isOwned: false, close: async () => undefined };
  return explainFileErrors(dataDir, async () => {
    const folder = openDataDir(dataDir);
    const deadline = Date.now() + ownerTimeoutMs;
    for (;;) {
      const opened = await withLock(folder, command, () => joinOrStart(folder, command));
      if (opened !== undefined) return opened;
      const [owner] = listClaims(folder, "owner");
      if (owner !== undefined && Date.now() > deadline) throw new AlreadyRunning(folder, owner);
      await delay(50);
    }
  });
}

async function joinOrStart(folder: string, command: string): Promise<OpenDatabase | undefined> {
  const running = await findRunningServer(folder);
  if (running !== undefined) return openedDatabase(running, addClaim(folder, "user", command), folder);
  // An owner without a server is restarting or stopping it; both take a short time.
  if (listClaims(folder, "owner").length > 0) return undefined;
  const claim = addClaim(folder, "user", command);
  try {
    const serverConfig = await prepareServer(folder, claim);
    const { child } = await launchServer(serverConfig);
    child.unref();
    return { ...openedDatabase(connectionUrls(serverConfig, serverConfig), claim, folder), isOwned: true };
  } catch (error) {
    removeClaim(claim);
    throw error;
  }
}

function openedDatabase(
  { ownerUrl, applicationUrl }: DatabaseUrls,
  claim: DatabaseClaim,
  folder: string,
): OpenDatabase {
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= explainFileErrors(folder, () => releaseDatabase(folder, claim)).finally(removeSignalHandlers));
  const removeSignalHandlers = closeOnSignal(close);
  return { ownerUrl, applicationUrl, isOwned: false, close };
}

async function releaseDatabase(folder: string, claim: DatabaseClaim): Promise<void> {
  await withLock(folder, claim.command, async () => {
    removeClaim(claim);
    if (listClaims(folder, "owner").length + listClaims(folder, "user").length > 0) return;
    const cluster = findCluster(folder, findConnection(folder));
    const postmaster = cluster === undefined ? undefined : findPostmaster(cluster);
    if (postmaster !== undefined) await stopPostmaster(postmaster.pid);
  });
}

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Ctrl-C in a short command must not leave a server behind. A command that handles signals itself closes by itself. */
function closeOnSignal(close: () => Promise<void>): () => void {
  const onSignal = (signal: keyof typeof signals) => {
    if (process.listenerCount(signal) > 1) return;
    const exit = () => process.exit(signals[signal]);
    close().then(exit, exit);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal).on("SIGHUP", onSignal);
  return () => {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal).off("SIGHUP", onSignal);
  };
}
