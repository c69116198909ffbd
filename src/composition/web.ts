import type { FastifyInstance } from "fastify";
import type { App } from "./app.ts";
import { publicUrlOf } from "../config/config.ts";
import type { Services } from "../context.ts";
import { openPool } from "../db/tenant.ts";
import { findEmailVersion } from "../features/automations/messages/web-version.ts";
import { findWelcomeVersion } from "../features/forms/welcome/web-version.ts";
import { findWebVersion } from "../features/campaigns/web-version.ts";
import { features } from "../registry/features.ts";
import { ClickTokens } from "../features/web-tracking/visits/click-tokens.ts";
import { TokenVerifier } from "../features/tracking/token-verifier.ts";
import { HourlyCounter } from "../kernel/hourly-counter.ts";
import { RateLimitedKeys } from "../http/rate-limited-keys.ts";
import { bindContract, type Binding } from "../http/routes.ts";
import { createServer } from "../http/server.ts";
import type { ServerDeps } from "../http/server-deps.ts";
import { JournalWatch } from "../journal/watch.ts";
import { registerApp } from "../surfaces/app/app.ts";
import { registerDocs } from "../surfaces/docs/docs.ts";
import { buildCatalog } from "../surfaces/mcp/catalog.ts";
import { registerMcp } from "../surfaces/mcp/mcp.ts";
import { createAssistantCalls } from "../surfaces/mcp/requests.ts";
import { registerProviderHooks } from "../surfaces/hooks/provider-hooks.ts";
import { registerPublicFiles } from "../surfaces/public/files.ts";
import { registerAccountPages } from "../surfaces/pages/account-pages.ts";
import { registerConsentPages } from "../surfaces/pages/consent-pages.ts";
import { registerPublicPages } from "../surfaces/pages/public-pages.ts";
import { registerSite } from "../surfaces/site/site.ts";
import { registerTracking } from "../surfaces/track/track.ts";

/** Every operation of every feature with its handler. */
async function loadBindings(): Promise<Binding[]> {
  const bound = await Promise.all(
    features.map(async ({ contracts, handlers: load }) => {
      const { handlers } = await load();
      const byName = new Map<string, object>(Object.entries(handlers));
      return Object.entries(contracts).flatMap(([name, routes]) => bindContract(routes, byName.get(name) ?? {}));
    }),
  );
  return bound.flat();
}

/** The server; closing it closes its own connection pool. */
export async function createHttp(app: App, databaseUrl: string): Promise<FastifyInstance> {
  const { config, db, log } = app;
  const bindings = await loadBindings();
  const catalog = buildCatalog(bindings);
  const journalWatch = new JournalWatch(db, log);
  const services: Services = { ...app.services, assistantCalls: createAssistantCalls(catalog), journalWatch };
  // One connection for keys and limits: the requests of a company queue in it instead of waiting for the bucket's row
  // lock.
  const keyDb = openPool(databaseUrl, 1, { work: "request", isDistributed: db.isDistributed });
  const parts: ServerDeps = {
    db,
    keys: new RateLimitedKeys(keyDb, config.apiLimits),
    keyUses: new HourlyCounter(),
    services,
    clock: services.clock,
    limits: config.apiLimits,
    publicUrls: config.publicUrls.length > 0 ? config.publicUrls : [publicUrlOf(config)],
    trustProxy: config.trustProxy,
    log,
  };
  const server = createServer(parts, bindings);
  registerAccountPages(server, { db, services });
  registerConsentPages(server, parts);
  registerMcp(server, parts, catalog);
  registerPublicFiles(server, { db, files: services.files });
  const { publicUrls, trustProxy } = parts;
  const { clock, dataKey } = services;
  const clickTokens = new ClickTokens({ db, clock, log, keys: new TokenVerifier({ db, clock, dataKey }) });
  registerPublicPages(server, {
    db,
    services,
    publicUrls,
    log,
    clickTokens,
    messages: [findWebVersion, findWelcomeVersion, findEmailVersion],
  });
  registerTracking(server, { db, clock, dataKey, log, trustProxy, publicUrls });
  registerSite(server, { db, clock, dataKey, publicUrl: services.publicUrl });
  registerProviderHooks(server, { db, services });
  // Requests that wait for events end before the server waits for its requests.
  server.addHook("preClose", async () => journalWatch.stop());
  server.addHook("onClose", () => keyDb.close());
  registerApp(server);
  registerDocs(server, { publicUrl: publicUrlOf(config) });
  return server;
}
