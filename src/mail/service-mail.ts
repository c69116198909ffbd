import type { Clock } from "../kernel/clock.ts";
import { parseMailbox, type Mailbox } from "./address.ts";
import { composeMessage } from "./mime.ts";
import type { SendOutcome } from "./outcome.ts";
import type { MailPermit } from "./permit.ts";
import type { MailLanguage, ServiceMail } from "./service-mail-template.ts";
import type { Transport } from "./transport.ts";

/** Mail that the service writes itself, such as invitations. */
export type ServiceMailDeps = { readonly clock: Clock; readonly transport: Transport; readonly mailFrom: string };

export type AddressedServiceMail = {
  readonly permit: MailPermit;
  readonly to: string;
  readonly mail: ServiceMail;
  /** Shown instead of the service's own name. */
  readonly fromName?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Throws when the job should retry. */
export async function sendServiceMail(deps: ServiceMailDeps, id: string, message: AddressedServiceMail): Promise<void> {
  const from = serviceMailbox(deps);
  const date = deps.clock.now();
  const raw = composeMessage({
    from: { ...from, name: message.fromName ?? from.name },
    to: { address: message.to },
    ...message.mail,
    headers: { "Auto-Submitted": "auto-generated", ...message.headers },
    // A retry may contain another link, so it gets another Message-ID.
    messageId: `${id}-${date.getTime()}@${from.address.split("@")[1]}`,
    date,
  });
  await sendRaw(deps, id, { permit: message.permit, to: message.to, raw });
}

export type RawMessage = {
  readonly permit: MailPermit;
  readonly to: string;
  readonly raw: Buffer;
  /** The return path of bounces; the service's own mailbox by default. */
  readonly returnPath?: string | undefined;
};

export async function sendRaw(deps: ServiceMailDeps, id: string, message: RawMessage): Promise<SendOutcome> {
  const { permit, to, raw, returnPath } = message;
  const from = returnPath ?? serviceMailbox(deps).address;
  const outcome = await deps.transport.send({ id, permit, envelope: { from, to }, raw });
  if (isRetryable(outcome)) throw new Error("the relay did not accept the mail; it will be retried");
  return outcome;
}

/** An unknown outcome is not retried; a permanent refusal would not change. */
const isRetryable = (outcome: SendOutcome): boolean =>
  outcome.outcome === "held" || (outcome.outcome === "refused" && outcome.kind === "temporary");

export function serviceMailbox({ mailFrom }: Pick<ServiceMailDeps, "mailFrom">): Mailbox {
  const mailbox = parseMailbox(mailFrom);
  if (mailbox === undefined) throw new Error("MAIL_FROM is not a mailbox");
  return mailbox;
}

export const serviceLanguage = (language: string): MailLanguage =>
  language === "cs" || language === "sk" ? language : "en";
