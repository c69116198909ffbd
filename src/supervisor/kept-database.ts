import { AlreadyRunning } from "../db/embedded/errors.ts";
import { startEmbedded, type EmbeddedServer } from "../db/embedded/server.ts";
import { describeEnding, type Log } from "./kept-process.ts";
import { nextDelay, pause, whenAborted, type Life } from "./life.ts";

export type KeptDatabase = { url: string; stop(): Promise<void> };

const patienceMs = 10_000;

/** Lets a short command finish (`postrider company create && npm start &` and the like) before it gives up. */
async function startPatiently(dataDir: string, life: Life): Promise<EmbeddedServer> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await startEmbedded(dataDir);
    } catch (error) {
      const isWorthWaiting = error instanceof AlreadyRunning && error.owner.command !== "start";
      if (!isWorthWaiting || Date.now() > deadline || life.stopping.aborted) throw error;
      await pause(100, life.stopping);
    }
  }
}

async function reviveUntilStop(dead: EmbeddedServer, life: Life, log: Log): Promise<EmbeddedServer | undefined> {
  let delayMs: number | undefined;
  while (!life.stopping.aborted) {
    try {
      return await dead.revive();
    } catch (error) {
      delayMs = nextDelay(delayMs, 0);
      log(`${error instanceof Error ? error.message : String(error)} Next attempt in ${delayMs} ms.`);
      await pause(delayMs, life.stopping);
    }
  }
  return undefined;
}

/** The embedded server, brought back whenever it dies; its address stays the same. */
export async function keepDatabase(dataDir: string, life: Life, log: Log): Promise<KeptDatabase> {
  let server = await startPatiently(dataDir, life);
  const { url } = server;
  const watch = async () => {
    for (;;) {
      const ending = await Promise.race([server.exited, whenAborted(life.stopping)]);
      if (ending === undefined || life.stopping.aborted) return;
      log(`The database process ${describeEnding(ending)}; it starts again.`);
      server = (await reviveUntilStop(server, life, log)) ?? server;
    }
  };
  const watching = watch();
  return {
    url,
    async stop() {
      await watching;
      await server.stop();
    },
  };
}
