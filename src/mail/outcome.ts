/** Where in the conversation something happened. Up to `auth` it concerns the relay, never a message or a recipient. */
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

/** `code` is 0 where no answer of the server is behind it. `response` may quote an address: never log it. */
export type RefusedOutcome = {
  outcome: "refused";
  kind: "temporary" | "permanent";
  stage: SmtpStage;
  code: number;
  enhanced: string | undefined;
  response: string;
};

/** `unknown`: the end of the message was written and no answer came, so the message may or may not be delivered. */
export type SmtpOutcome =
  | { outcome: "sent"; response: string }
  | RefusedOutcome
  | { outcome: "unknown"; response: string };

/** Nothing was tried: its time was over before a connection was free for it, or the server would read no more. */
export type NotTriedOutcome = { outcome: "late" };

/** `held`: mail is switched off, nothing was tried. */
export type SendOutcome = SmtpOutcome | NotTriedOutcome | { outcome: "held" };

export type Envelope = { from: string; to: string };

/** A message with where it goes; `isWireReady`: composed for the wire, see encodeData. */
export type SmtpMessage = {
  readonly envelope: Envelope;
  readonly message: Buffer;
  readonly isWireReady?: boolean | undefined;
};

/** The conversation failed before the end of a message was written: trying again can never deliver twice. */
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

/** Always temporary: a relay that does not let us in (even with a 5xx) says nothing about the message. */
export function refusedByFailure(error: SmtpError): RefusedOutcome {
  const { stage, code, enhanced, message } = error;
  return { outcome: "refused", kind: "temporary", stage, code, enhanced, response: message };
}

/** The server or the operator's settings make sending impossible; found out at start, not at the first message. */
export class MailConfigError extends Error {
  override readonly name = "MailConfigError";
}
