import { baseUrlsOf, publicUrlOf, type Config } from "./config.ts";
import type { BillingSettings, FileSettings, Services } from "./context.ts";
import { systemClock, type Clock } from "./kernel/clock.ts";
import { loadDataKey } from "./data-key.ts";
import type { WorkKind } from "./db/client.ts";
import { nodeOutages } from "./db/distribution/node-outages.ts";
import { findDistribution } from "./db/distribution/state.ts";
import { openPool, type Database } from "./db/tenant.ts";
import { loadHooks } from "./hooks.ts";
import { createJobSender } from "./jobs/sender.ts";
import type { Log } from "./log.ts";
import { createDns } from "./net/dns.ts";
import { createHostResolver } from "./net/host-resolver.ts";
import { createOutbound } from "./net/outbound.ts";
import { createDiskStore } from "./storage/blobs.ts";
import { Sandbox } from "./sandbox/sandbox.ts";

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
  const services: Services = {
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    jobs: createJobSender(db),
    dataKey: loadDataKey(config),
    publicUrl: publicUrlOf(config).replace(/\/+$/, ""),
    baseUrls: baseUrlsOf(config),
    oauth: {
      codeS: config.oauthCodeS,
      accessS: config.oauthAccessS,
      refreshS: config.oauthRefreshS,
      allowsLoopbackDocuments: config.webhookAllowPrivate,
    },
    outbound: createOutbound({
      allowPrivate: config.webhookAllowPrivate,
      resolve: createHostResolver(config.dnsServers),
    }),
    mcp: { confirmS: config.mcpConfirmS, hasFixtures: config.mcpFixtures },
    dns: createDns(config.dnsServers),
    files: fileSettings(config),
    billing: billingSettings(config),
    review: {
      rule: config.reviewRule,
      complaintPercent: config.suspendComplaintPercent,
      bouncePercent: config.suspendBouncePercent,
      minSent: config.suspendMinSent,
    },
    testEmails: { perDay: config.testEmailsPerDay, strangersPerDay: config.testStrangersPerDay },
    confirmLinkS: config.confirmLinkS,
    mailMode: config.mailMode,
    spamd: config.spamd,
    sandbox: options.sandbox ?? new Sandbox(),
    hooks,
  };
  return { config, db, services, log };
}

async function openAppPool(url: string, { poolSize = 10, work = "background" }: AppOptions): Promise<Database> {
  return openPool(url, poolSize, { work, isDistributed: await findDistribution(url) });
}

const billingSettings = (config: Config): BillingSettings | undefined =>
  config.billing
    ? {
        name: config.billingName,
        address: config.billingAddress,
        country: config.billingCountry,
        companyId: config.billingCompanyId,
        vatId: config.billingVatId,
        iban: config.billingIban,
        vatRate: config.billingVatRate,
      }
    : undefined;

const fileSettings = (config: Config): FileSettings => ({
  store: createDiskStore(config.dataDir),
  quotaBytes: config.filesQuotaMb * 1_048_576,
  pexels: config.pexelsApiKey === undefined ? undefined : { url: config.pexelsUrl, key: config.pexelsApiKey },
  youtubeImageUrl: config.youtubeImageUrl,
  vimeoUrl: config.vimeoUrl,
});
