import type { AddressInfo } from "node:net";
import type { SMTPServer } from "smtp-server";
import type { Log } from "../../log.ts";
import { createInboundServer } from "./server.ts";
import type { InboundDeps } from "./receive.ts";

export type InboundListener = {
  /** The port, once bound. */
  readonly port: () => number | undefined;
  readonly stop: () => Promise<void>;
};

type ListenOptions = { readonly host: string; readonly port: number; readonly retryMs?: number };

/**
 * One of the workers on a machine binds the port; the others wait and take over when it ends. Other listen errors are
 * logged and retried: sending does not depend on this.
 */
export function listenForMail(deps: InboundDeps, { host, port, retryMs = 2000 }: ListenOptions): InboundListener {
  let server: SMTPServer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let lastCode: string | undefined;

  function open(): void {
    const next = createInboundServer(deps);
    next.server.once("error", (error: NodeJS.ErrnoException) => {
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

  open();
  return {
    port: () => portOf(server?.server.address() ?? null),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      const current = server;
      server = undefined;
      if (current !== undefined) await new Promise<void>((resolve) => current.close(() => resolve()));
    },
  };
}

const portOf = (address: AddressInfo | string | null): number | undefined =>
  typeof address === "object" && address !== null ? address.port : undefined;

function logListenError(log: Log, error: NodeJS.ErrnoException, port: number): void {
  if (error.code === "EADDRINUSE") log.info({ port }, "another process listens for inbound mail");
  else log.error({ err: error, port }, "cannot listen for inbound mail");
}
