/** The stage of the SMTP session. A failure up to `auth` concerns the relay, never a message or a recipient. */
export type SmtpStage =
  | "connect"
  | "greeting"
  | "ehlo"
  | "starttls"
  | "auth"
  | "local"
  | "mail"
  | "rcpt"
  | "data"
  | "message";

/** `code` is 0 when there was no reply. `response` may quote an address: never log it. */
export type RefusedOutcome = {
  outcome: "refused";
  kind: "temporary" | "permanent";
  stage: SmtpStage;
  code: number;
  enhanced: string | undefined;
  response: string;
};

/** `unknown`: the end of the message was written and no reply came, so the message may or may not be delivered. */
export type SmtpOutcome =
  | { outcome: "sent"; response: string }
  | RefusedOutcome
  | { outcome: "unknown"; response: string };

/** The message was not tried: its deadline passed before a connection was free, or the server stopped reading. */
export type NotTriedOutcome = { outcome: "late" };

/** `held`: mail is switched off, the message was not tried. */
export type SendOutcome = SmtpOutcome | NotTriedOutcome | { outcome: "held" };

export type Envelope = { from: string; to: string };

/** A message with its envelope; `isWireReady`: composed for SMTP, see encodeData. */
export type SmtpMessage = {
  readonly envelope: Envelope;
  readonly message: Buffer;
  readonly isWireReady?: boolean | undefined;
};

/** The session failed before the end of a message was written: a retry can never deliver twice. */
export class SmtpError extends Error {
  readonly stage: SmtpStage;
  readonly code: number;
  readonly enhanced: string | undefined;

  constructor(stage: SmtpStage, reason: string, answer: { code: number; enhanced?: string | undefined } = { code: 0 }) {
    super(reason);
    this.name = "SmtpError";
    this.stage = stage;
    this.code = answer.code;
    this.enhanced = answer.enhanced;
  }
}

/** Always temporary: a relay that rejects the session (even with a 5xx) says nothing about the message. */
export function refusedByFailure(error: SmtpError): RefusedOutcome {
  const { stage, code, enhanced, message } = error;
  return { outcome: "refused", kind: "temporary", stage, code, enhanced, response: message };
}

/** The server or the operator's settings make sending impossible; detected at start, not at the first message. */
export class MailConfigError extends Error {
  override readonly name = "MailConfigError";
}
