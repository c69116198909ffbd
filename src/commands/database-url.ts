import type { Config } from "../config/config.ts";
import { EmbeddedError } from "../db/embedded/errors.ts";

/** `serve` and `worker` need an external server; only `start` runs the embedded one. */
export function requireDatabaseUrl(config: Config): string {
  if (config.databaseUrl === undefined) {
    throw new EmbeddedError("Set DATABASE_URL, or run `postrider start`, which runs an embedded database.");
  }
  return config.databaseUrl;
}
