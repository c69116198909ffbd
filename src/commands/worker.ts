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
import { createMailboxLoop } from "../surfaces/inbound/mailbox-loop.ts";
import { handleAttachments, type InboundDeps } from "../surfaces/inbound/receive.ts";
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
  const inboundDeps = createInboundDeps(app);
  const inbound = listenForInbound(app, inboundDeps);
  const mailboxes = createMailboxLoop(inboundDeps, { installation: config.inboundImapUrl });
  mailboxes.start();
  const { workerMetricsPort: port, metricsHost } = config;
  if (port !== undefined) observeLoops();
  const metrics = port === undefined ? undefined : await serveMetrics(metricsHost, port, log);
  onStop(async () => {
    metrics?.close();
    await inbound?.stop();
    await mailboxes.stop();
    await background.stop();
    await transport.close();
    await app.db.close();
  });
  collectGarbageWhenIdle();
  reportReady();
}

function createInboundDeps({ db, services, log }: App): InboundDeps {
  const dmarc = handleAttachments((contents) =>
    receiveDmarcReports({ db, sandbox: services.sandbox }, contents, services.clock.now()),
  );
  return { db, services, log, dmarc };
}

function listenForInbound({ config }: App, deps: InboundDeps): InboundListener | undefined {
  const { inboundSmtpPort: port, inboundSmtpHost: host = config.host } = config;
  const { inboundTlsCert: certFile, inboundTlsKey: keyFile } = config;
  const tls = certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
  return port === undefined ? undefined : listenForMail(deps, { host, port, tls, limits: config.inboundSmtpLimits });
}
