import { baseUrlsOf, publicUrlOf, type Config } from "../config/config.ts";
import type { FileSettings, Services } from "../context.ts";
import { systemClock, type Clock } from "../kernel/clock.ts";
import { loadDataKey } from "../storage/data-key.ts";
import type { WorkKind } from "../db/client.ts";
import { nodeOutages } from "../db/distribution/node-outages.ts";
import { findDistribution } from "../db/distribution/state.ts";
import { openPool, type Database } from "../db/tenant.ts";
import { loadHooks } from "./hooks.ts";
import { createJobSender } from "../jobs/sender.ts";
import type { Log } from "../log/log.ts";
import { createDns } from "../net/dns.ts";
import { createHostResolver } from "../net/host-resolver.ts";
import { createOAuthTokens } from "../net/oauth-token.ts";
import { createHostGuard, createOutbound } from "../net/outbound.ts";
import { createSecurityLog } from "../log/security-log.ts";
import { createDiskStore } from "../storage/blobs.ts";
import { Sandbox } from "../sandbox/sandbox.ts";

/**
 * The composition root, in three parts, so that no process loads code it does not run: shared services (here),
 * HTTP (web.ts) and background work (background.ts).
 */
export type App = {
  readonly config: Config;
  readonly db: Database;
  readonly services: Services;
  readonly log: Log;
};

export type AppOptions = {
  poolSize?: number;
  work?: WorkKind;
  clock?: Clock;
  random?: () => number;
  volume?: (rows: number) => number;
  db?: Database;
  sandbox?: Sandbox;
};

export async function composeApp(
  config: Config,
  databaseUrl: string,
  log: Log,
  options: AppOptions = {},
): Promise<App> {
  const hooks = await loadHooks();
  const db = options.db ?? (await openAppPool(databaseUrl, options));
  nodeOutages.reportTo((node, isLost) => {
    if (isLost) log.error({ node }, "a node of the cluster is lost: work of its companies waits");
    else log.info({ node }, "the node of the cluster is back");
  });
  const clock = options.clock ?? systemClock;
  const resolve = createHostResolver(config.dnsServers);
  const outbound = createOutbound({ allowPrivate: config.webhookAllowPrivate, resolve });
  const services: Services = {
    config,
    clock,
    random: options.random ?? Math.random,
    volume: options.volume ?? ((rows) => rows),
    jobs: createJobSender(db),
    dataKey: loadDataKey(config),
    publicUrl: publicUrlOf(config).replace(/\/+$/, ""),
    baseUrls: baseUrlsOf(config),
    outbound,
    mailHosts: createHostGuard({ allowPrivate: config.mailHostsAllowPrivate, resolve }),
    oauthTokens: createOAuthTokens({ outbound, clock }),
    dns: createDns(config.dnsServers),
    files: fileSettings(config),
    mailMode: config.mailMode,
    sandbox: options.sandbox ?? new Sandbox(),
    hooks,
    security: createSecurityLog({
      clock,
      level: config.logLevel,
      file: config.securityLog,
    }),
  };
  return { config, db, services, log };
}

async function openAppPool(url: string, { poolSize = 10, work = "background" }: AppOptions): Promise<Database> {
  return openPool(url, poolSize, { work, isDistributed: await findDistribution(url) });
}

const fileSettings = (config: Config): FileSettings => ({
  store: createDiskStore(config.dataDir),
  quotaBytes: config.filesQuotaMb * 1_048_576,
  pexels: config.pexelsApiKey === undefined ? undefined : { url: config.pexelsUrl, key: config.pexelsApiKey },
  youtubeImageUrl: config.youtubeImageUrl,
  vimeoUrl: config.vimeoUrl,
});
