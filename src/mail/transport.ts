import type { Config, MailMode } from "../config.ts";
import { MailConfigError, type Envelope, type SendOutcome } from "./outcome.ts";
import { createFileTransport } from "./file-transport.ts";
import { SmtpPool } from "./smtp-pool.ts";
import { parseSmtpUrl } from "./smtp-url.ts";

/** `id` names the message: sending it again in folder mode replaces its file. */
export type OutgoingMessage = {
  envelope: Envelope;
  raw: Buffer;
  id: string;
  /** Composed for the wire: whole lines, none of them beginning with a dot. */
  isWireReady?: boolean;
  /** By the clock of `performance`: not begun with after that. */
  notAfter?: number | undefined;
};

/** The transport owns `raw` until it resolves. `test` sends like `live`: who may receive mail in test mode is the caller's rule. */
export type Transport = {
  mode: MailMode;
  send(message: OutgoingMessage): Promise<SendOutcome>;
  close(): Promise<void>;
};

export function createTransport(config: Pick<Config, "mailMode" | "smtpUrl" | "dataDir">): Transport {
  const { mailMode: mode } = config;
  if (mode === "off") return { mode, send: async () => ({ outcome: "held" }), close: async () => undefined };
  if (mode === "folder") return { mode, send: createFileTransport(config.dataDir), close: async () => undefined };
  return createSmtpTransport(mode, config.smtpUrl);
}

function createSmtpTransport(mode: MailMode, smtpUrl: string | undefined): Transport {
  if (smtpUrl === undefined) throw new MailConfigError(`MAIL_MODE=${mode} needs SMTP_URL`);
  const pool = new SmtpPool(parseSmtpUrl(smtpUrl));
  return {
    mode,
    send: ({ envelope, raw, isWireReady, notAfter }) => pool.send({ envelope, message: raw, isWireReady }, notAfter),
    close: () => pool.close(),
  };
}
