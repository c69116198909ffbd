import type { Config, MailMode } from "../config/config.ts";
import { MailConfigError, type Envelope, type SendOutcome } from "./outcome.ts";
import { createFileTransport } from "./file-transport.ts";
import type { MailPermit } from "./permit.ts";
import type { RelayCapacity } from "./relay-pace.ts";
import { SmtpPool } from "./smtp-pool.ts";
import { parseSmtpUrl, type SmtpTarget } from "./smtp-url.ts";

/** `id` identifies the message: sending it again in folder mode replaces its file. */
export type OutgoingMessage = {
  envelope: Envelope;
  raw: Buffer;
  id: string;
  /** Its sender may send now. */
  permit: MailPermit;
  /** Already encoded for SMTP: complete lines, none of which begins with a dot. */
  isWireReady?: boolean;
  /** A time on the clock of `performance`: sending does not begin after this time. */
  notAfter?: number | undefined;
};

/**
 * The transport owns `raw` until it resolves. `test` sends like `live`: the caller restricts the recipients in test
 * mode.
 */
export type Transport = {
  mode: MailMode;
  send(message: OutgoingMessage): Promise<SendOutcome>;
  /** How many messages it can take; without it, any number. */
  capacity?(withinMs: number): RelayCapacity;
  close(): Promise<void>;
};

type TransportConfig = Pick<Config, "mailMode" | "smtpUrl" | "smtpConnections" | "dataDir">;

export function createTransport(config: TransportConfig): Transport {
  const { mailMode: mode } = config;
  if (mode === "off") return { mode, send: async () => ({ outcome: "held" }), close: async () => undefined };
  if (mode === "folder") return { mode, send: createFileTransport(config.dataDir), close: async () => undefined };
  return createSmtpTransport(mode, config);
}

/** A relay of a company. */
export type RelayTransport = Transport & {
  /** The most connections changed. */
  resize(connections: number): void;
};

/** `header` is a line that every message gets at its beginning. */
export function createRelayTransport(
  target: SmtpTarget,
  { size, header }: { readonly size: number; readonly header: Buffer | undefined },
): RelayTransport {
  const pool = new SmtpPool(target, { size });
  return {
    mode: "live",
    capacity: (withinMs) => pool.capacity(withinMs),
    send: ({ envelope, raw, isWireReady, notAfter }) => {
      const message = header === undefined ? raw : Buffer.concat([header, raw]);
      return pool.send({ envelope, message, isWireReady }, notAfter);
    },
    resize: (connections) => pool.resize(connections),
    close: () => pool.close(),
  };
}

function createSmtpTransport(mode: MailMode, { smtpUrl, smtpConnections }: TransportConfig): Transport {
  if (smtpUrl === undefined) throw new MailConfigError(`MAIL_MODE=${mode} needs SMTP_URL`);
  const pool = new SmtpPool(parseSmtpUrl(smtpUrl), { size: smtpConnections });
  return {
    mode,
    capacity: (withinMs) => pool.capacity(withinMs),
    send: ({ envelope, raw, isWireReady, notAfter }) => pool.send({ envelope, message: raw, isWireReady }, notAfter),
    close: () => pool.close(),
  };
}
