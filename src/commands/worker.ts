import { composeApp, type App } from "../app.ts";
import { createBackground } from "../background.ts";
import type { Config } from "../config.ts";
import { createLog } from "../log.ts";
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
  onStop(async () => {
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
