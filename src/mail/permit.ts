import { findSendingBlock, type SendingStatus } from "../kernel/sending-status.ts";

/**
 * Whether the sending state of a company stops a mail:
 * - `service`: to users of the service about their own access, and to the operator. It goes in every state.
 * - `company`: to other people on behalf of a company. It needs a company whose sending is not blocked: not suspended,
 *   without a requested deletion, not held.
 * - `audience`: to contacts and those who sign up. The company must besides be approved and have its sending switched on;
 *   the statement that claims the mail decides (`maySend`).
 */
export type MailClass = "service" | "company" | "audience";

/** Every sender of mail. The transport takes no mail without the permit of one; tests/mail-senders.test.ts runs each in every state. */
export const mailSenders = {
  "password-reset": "service",
  "security-notice": "service",
  "operator-notice": "service",
  invitation: "company",
  "sender-verification": "company",
  "test-email": "company",
  "list-notice": "company",
  "automation-notice": "company",
  "approval-notice": "company",
  "form-letter": "audience",
  delivery: "audience",
} as const satisfies Readonly<Record<string, MailClass>>;

export type MailSender = keyof typeof mailSenders;

type SenderOf<Class extends MailClass> = {
  [Name in MailSender]: (typeof mailSenders)[Name] extends Class ? Name : never;
}[MailSender];

export type CompanyMailSender = SenderOf<"company">;

/** Not exported: only this file makes permits. */
const granted = Symbol("granted");

export type MailPermit = { readonly sender: MailSender; readonly [granted]: true };

export const permitServiceMail = (sender: SenderOf<"service">): MailPermit => ({ sender, [granted]: true });

/** Undefined while the company may not send. */
export const permitCompanyMail = (sender: CompanyMailSender, status: SendingStatus): MailPermit | undefined =>
  findSendingBlock(status) === undefined ? { sender, [granted]: true } : undefined;

/** For a mail whose claim evaluated `maySend`. */
export const permitClaimedMail = (sender: SenderOf<"audience">): MailPermit => ({ sender, [granted]: true });
