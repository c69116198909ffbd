import type { Config } from "../config.ts";
import { EmbeddedError } from "../db/embedded/errors.ts";

/** `serve` and `worker` alone share a server; only `start` brings the embedded one. */
export function requireDatabaseUrl(config: Config): string {
  if (config.databaseUrl === undefined) {
    throw new EmbeddedError("Set DATABASE_URL, or run `postrider start`, which brings its own database.");
  }
  return config.databaseUrl;
}
