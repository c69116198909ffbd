import { OAuthTokenError } from "../../net/oauth-token.ts";
import { OutboundError } from "../../net/outbound.ts";

/**
 * Why a mailbox could not be read. `address`: its host is not a public one; `sign_in` and `token`: the server or the provider of
 * the token refuses the credentials; `folder`: there is no such folder.
 */
export const mailboxFailures = [
  "address",
  "dns",
  "connection",
  "timeout",
  "tls",
  "sign_in",
  "token",
  "folder",
  "data_key",
] as const;
export type MailboxFailure = (typeof mailboxFailures)[number];

export class MailboxError extends Error {
  readonly reason: MailboxFailure;

  constructor(reason: MailboxFailure, options?: ErrorOptions) {
    super(`the mailbox cannot be read: ${reason}`, options);
    this.name = "MailboxError";
    this.reason = reason;
  }
}

/** Another attempt without a change by a person would fail likewise, and servers lock accounts after some. */
export const needsPerson = (reason: MailboxFailure): boolean =>
  ["address", "sign_in", "token", "folder", "data_key"].includes(reason);

/** Response codes of RFC 5530 with which a server refuses a sign-in for the moment only. */
const temporaryCodes = new Set(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"]);
const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/;

export function toMailboxError(error: unknown): MailboxError {
  if (error instanceof MailboxError) return error;
  return new MailboxError(reasonOf(error), { cause: error });
}

function reasonOf(error: unknown): MailboxFailure {
  if (error instanceof OAuthTokenError) return error.reason === "refused" ? "token" : "connection";
  if (error instanceof OutboundError)
    return error.reason === "address" || error.reason === "dns" ? error.reason : "connection";
  if (isRefusedSignIn(error)) return temporaryCodes.has(textOf(error, "serverResponseCode")) ? "connection" : "sign_in";
  const code = textOf(error, "code");
  if (tlsCodes.test(code)) return "tls";
  return /TIMEOUT|ETIMEDOUT/i.test(code) ? "timeout" : "connection";
}

const isRefusedSignIn = (error: unknown): boolean =>
  error instanceof Error && "authenticationFailed" in error && error.authenticationFailed === true;

function textOf(error: unknown, field: "code" | "serverResponseCode"): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, field) : undefined;
  return typeof value === "string" ? value : "";
}
