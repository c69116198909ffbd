import { readFileSync, unwatchFile, watchFile } from "node:fs";
import type { AddressInfo } from "node:net";
import { createSecureContext } from "node:tls";
import type { SMTPServer } from "smtp-server";
import type { Log } from "../../log/log.ts";
import type { ClientLimits } from "./connection-limits.ts";
import { createInboundServer, inboundLimits, type TlsCertificate } from "./server.ts";
import type { InboundDeps } from "./receive.ts";

export type InboundListener = {
  /** The port, once bound. */
  readonly port: () => number | undefined;
  readonly stop: () => Promise<void>;
};

export type TlsFiles = { readonly certFile: string; readonly keyFile: string };

type ListenOptions = {
  readonly host: string;
  readonly port: number;
  readonly retryMs?: number;
  readonly tls?: TlsFiles | undefined;
  /** Limits of one client. */
  readonly limits?: ClientLimits;
};

/**
 * One of the workers on a machine binds the port; the others wait and take over when it ends. Other listen errors are
 * logged and retried: sending does not depend on this.
 */
export function listenForMail(deps: InboundDeps, options: ListenOptions): InboundListener {
  const { host, port, retryMs = 2000, tls } = options;
  const limits = { ...inboundLimits, client: options.limits ?? inboundLimits.client };
  let server: SMTPServer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let lastCode: string | undefined;

  function open(): void {
    const next = createInboundServer(deps, limits, readCertificate(deps.log, tls));
    next.server.on("error", (error: NodeJS.ErrnoException) => {
      // A connection that the system could not accept; the server goes on.
      if (next.server.listening) return;
      if (error.code !== lastCode) logListenError(deps.log, error, port);
      lastCode = error.code;
      if (!isStopped) timer = setTimeout(open, retryMs);
    });
    next.listen({ host, port, exclusive: true }, () => {
      server = next;
      if (isStopped) next.close();
      deps.log.info({ port }, "listening for inbound mail");
    });
  }

  function renewCertificate(): void {
    const renewed = readCertificate(deps.log, tls);
    if (renewed !== undefined) server?.updateSecureContext({ ...renewed });
  }

  open();
  if (tls !== undefined) watchFile(tls.certFile, { interval: certificateCheckMs, persistent: false }, renewCertificate);
  return {
    port: () => portOf(server?.server.address() ?? null),
    stop: async () => {
      isStopped = true;
      if (tls !== undefined) unwatchFile(tls.certFile, renewCertificate);
      clearTimeout(timer);
      const current = server;
      server = undefined;
      if (current !== undefined) await new Promise<void>((resolve) => current.close(() => resolve()));
    },
  };
}

const certificateCheckMs = 30_000;

/** Mail is accepted without TLS while the files cannot be read: bounces must not be lost. */
function readCertificate(log: Log, tls: TlsFiles | undefined): TlsCertificate | undefined {
  if (tls === undefined) return undefined;
  try {
    const certificate = { cert: readFileSync(tls.certFile, "utf8"), key: readFileSync(tls.keyFile, "utf8") };
    createSecureContext(certificate);
    return certificate;
  } catch (error) {
    log.error({ err: error }, "cannot use INBOUND_TLS_CERT and INBOUND_TLS_KEY: inbound mail is accepted without TLS");
    return undefined;
  }
}

const portOf = (address: AddressInfo | string | null): number | undefined =>
  typeof address === "object" && address !== null ? address.port : undefined;

function logListenError(log: Log, error: NodeJS.ErrnoException, port: number): void {
  if (error.code === "EADDRINUSE") log.info({ port }, "another process listens for inbound mail");
  else log.error({ err: error, port }, "cannot listen for inbound mail");
}
