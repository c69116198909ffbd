import { composeApp, type App } from "../composition/app.ts";
import { createBackground } from "../composition/background.ts";
import type { Config } from "../config/config.ts";
import { observeLoops, serveMetrics } from "../http/metrics.ts";
import { createLog } from "../log/log.ts";
import { createTransport } from "../mail/transport.ts";
import { onStop, reportReady } from "../supervisor/child.ts";
import { relaxHeapGrowth, collectGarbageWhenIdle } from "../supervisor/idle-gc.ts";
import { surviveUnhandledErrors } from "../supervisor/unhandled-errors.ts";
import { receiveDmarcReports } from "../features/sending/dmarc/receive-report.ts";
import { handleAttachments } from "../surfaces/inbound/receive.ts";
import { listenForMail, type InboundListener } from "../surfaces/inbound/listener.ts";
import { requireDatabaseUrl } from "./database-url.ts";

export async function runWorker(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  surviveUnhandledErrors(log);
  relaxHeapGrowth();
  const databaseUrl = requireDatabaseUrl(config);
  const transport = createTransport(config);
  const app = await composeApp(config, databaseUrl, log, { poolSize: 5 });
  const background = await createBackground(app, transport);
  await background.start();
  const inbound = listenForInbound(app);
  const { workerMetricsPort: port, metricsHost } = config;
  if (port !== undefined) observeLoops();
  const metrics = port === undefined ? undefined : await serveMetrics(metricsHost, port, log);
  onStop(async () => {
    metrics?.close();
    await inbound?.stop();
    await background.stop();
    await transport.close();
    await app.db.close();
  });
  collectGarbageWhenIdle();
  reportReady();
}

function listenForInbound({ config, db, services, log }: App): InboundListener | undefined {
  const { inboundSmtpPort: port, inboundSmtpHost: host = config.host } = config;
  const { inboundTlsCert: certFile, inboundTlsKey: keyFile } = config;
  const tls = certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
  const dmarc = handleAttachments((contents) =>
    receiveDmarcReports({ db, sandbox: services.sandbox }, contents, services.clock.now()),
  );
  return port === undefined
    ? undefined
    : listenForMail({ db, services, log, dmarc }, { host, port, tls, limits: config.inboundSmtpLimits });
}
