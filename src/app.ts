import type { Config } from "./config.ts";
import type { Clock, Services } from "./context.ts";
import { loadDataKey } from "./data-key.ts";
import { openPool, type Database } from "./db/tenant.ts";
import { createSender } from "./jobs/sender.ts";
import type { Log } from "./log.ts";
import { TwigPool } from "./mail/twig/pool.ts";

/**
 * The composition root, in three parts, so that no process loads what it does not run: what all share (here), what
 * answers HTTP (web.ts) and what works in the background (background.ts).
 */
export type App = {
  readonly config: Config;
  readonly db: Database;
  readonly services: Services;
  readonly log: Log;
};

export const systemClock: Clock = { now: () => new Date() };

export type AppOptions = { poolSize?: number; clock?: Clock; db?: Database };

export function composeApp(config: Config, databaseUrl: string, log: Log, options: AppOptions = {}): App {
  const db = options.db ?? openPool(databaseUrl, options.poolSize ?? 10);
  const services: Services = {
    clock: options.clock ?? systemClock,
    jobs: createSender(db),
    dataKey: loadDataKey(config),
    mailMode: config.mailMode,
    spamd: config.spamd,
    twig: new TwigPool(),
    publicUrl: publicUrlOf(config).replace(/\/+$/, ""),
  };
  return { config, db, services, log };
}

export const publicUrlOf = ({ publicUrls, host, port }: Config): string =>
  publicUrls[0] ?? `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`;
