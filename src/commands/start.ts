import type { Config } from "../config/config.ts";
import { ensureDataKey } from "../storage/data-key.ts";
import { EmbeddedError } from "../db/embedded/errors.ts";
import { startLifecycle } from "../supervisor/lifecycle.ts";
import { supervise } from "../supervisor/supervisor.ts";

/** Embedded database, HTTP process and workers under one supervisor, until a signal; sets the exit code. */
export async function start(config: Config): Promise<void> {
  if (config.databaseUrl === undefined) ensureDataKey(config);
  const lifecycle = startLifecycle();
  // Closing the terminal (SIGHUP) must not end the process before the database is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    await supervise(
      {
        config,
        script: process.argv[1] ?? "",
        // Not read here, only passed on: the processes read their configuration from it.
        env: process.env,
        print: (line) => {
          console.log(line);
        },
        log: (line) => {
          console.error(line);
        },
      },
      lifecycle,
    );
    process.exitCode = lifecycle.exitCode();
  } catch (error) {
    if (!(error instanceof EmbeddedError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    lifecycle.restoreSignals();
  }
}
