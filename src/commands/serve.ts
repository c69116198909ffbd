import cluster from "node:cluster";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { composeApp, type App } from "../composition/app.ts";
import { publicUrlOf, type Config } from "../config/config.ts";
import { isUnreachable } from "../db/client.ts";
import { insecureHostWarning } from "../http/insecure-host.ts";
import { logAcceptErrors } from "../http/connections.ts";
import { observeParkedEntries, serveMetrics } from "../http/metrics.ts";
import { isBehindUntrustedProxy, untrustedProxyWarning } from "../http/untrusted-proxy.ts";
import { countParked } from "../journal/parked.queries.ts";
import { createLog, type Log } from "../log/log.ts";
import { onStop, reportReady } from "../supervisor/child.ts";
import { collectGarbageWhenIdle } from "../supervisor/idle-gc.ts";
import { surviveUnhandledErrors } from "../supervisor/unhandled-errors.ts";
import { createHttp } from "../composition/web.ts";
import { requireDatabaseUrl } from "./database-url.ts";

export async function serve(config: Config): Promise<void> {
  // Warnings are printed once, although `start` runs several of these processes.
  const isFirst = (cluster.worker?.id ?? 1) === 1;
  const warning = insecureHostWarning(config);
  if (warning !== undefined && isFirst) console.error(warning);
  const log = createLog(config.logLevel);
  surviveUnhandledErrors(log);
  const databaseUrl = requireDatabaseUrl(config);
  const app = await composeWhenReachable(config, databaseUrl, log);
  const isBehindProxy = isFirst && (await isBehindUntrustedProxy(app.db, config, app.services.clock.now()));
  if (isBehindProxy) console.error(untrustedProxyWarning);
  const server = await createHttp(app, databaseUrl);
  if (config.metricsPort !== undefined) observeParkedEntries(() => countParked(app.db));
  const metrics =
    config.metricsPort === undefined ? undefined : await serveMetrics(config.metricsHost, config.metricsPort, log);
  await server.listen({ host: config.host, port: config.port });
  logAcceptErrors(server.server, log);
  onStop(async () => {
    metrics?.close();
    await server.close();
    await app.db.close();
  });
  const address: AddressInfo | string | null = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  collectGarbageWhenIdle();
  reportReady({ url: publicUrlOf({ ...config, port }) });
}

/** Waits for a database that starts later than this process. */
async function composeWhenReachable(config: Config, databaseUrl: string, log: Log): Promise<App> {
  for (;;) {
    try {
      return await composeApp(config, databaseUrl, log, { work: "request" });
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      log.warn("the database is unreachable, trying again");
      await delay(1000);
    }
  }
}
