import type { DatabaseUrls } from "../db/application-role.ts";
import { AlreadyRunning } from "../db/embedded/errors.ts";
import { startEmbedded, type EmbeddedServer } from "../db/embedded/server.ts";
import { describeExit, type PrintLine } from "./supervised-process.ts";
import { nextRestartDelay, pause, whenAborted, type Lifecycle } from "./lifecycle.ts";

export type SupervisedDatabase = DatabaseUrls & { stop(): Promise<void> };

const startTimeoutMs = 10_000;

/** Waits for a short command (`postrider company create && npm start &` and the like) to finish. */
async function startWithRetry(dataDir: string, lifecycle: Lifecycle): Promise<EmbeddedServer> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      return await startEmbedded(dataDir);
    } catch (error) {
      const isUsedByCommand = error instanceof AlreadyRunning && error.owner.command !== "start";
      if (!isUsedByCommand || Date.now() > deadline || lifecycle.stopping.aborted) throw error;
      await pause(100, lifecycle.stopping);
    }
  }
}

async function restartUntilStopped(
  dead: EmbeddedServer,
  lifecycle: Lifecycle,
  log: PrintLine,
): Promise<EmbeddedServer | undefined> {
  let delayMs: number | undefined;
  while (!lifecycle.stopping.aborted) {
    try {
      return await dead.restart();
    } catch (error) {
      delayMs = nextRestartDelay(delayMs, 0);
      log(`${error instanceof Error ? error.message : String(error)} Next attempt in ${delayMs} ms.`);
      await pause(delayMs, lifecycle.stopping);
    }
  }
  return undefined;
}

/** Restarts the embedded server whenever it dies; its URLs stay the same. */
export async function superviseDatabase(
  dataDir: string,
  lifecycle: Lifecycle,
  log: PrintLine,
): Promise<SupervisedDatabase> {
  let server = await startWithRetry(dataDir, lifecycle);
  const { ownerUrl, applicationUrl } = server;
  const watch = async () => {
    for (;;) {
      const exit = await Promise.race([server.exited, whenAborted(lifecycle.stopping)]);
      if (exit === undefined || lifecycle.stopping.aborted) return;
      log(`The database process ${describeExit(exit)}; restarting.`);
      server = (await restartUntilStopped(server, lifecycle, log)) ?? server;
    }
  };
  const watching = watch();
  return {
    ownerUrl,
    applicationUrl,
    async stop() {
      await watching;
      await server.stop();
    },
  };
}
