import type { RefusedOutcome, SmtpStage } from "../../../mail/outcome.ts";

/** Why a connection is paused, or why a check of it failed. */
export const pauseReasons = [
  "sign_in_refused",
  "token_refused",
  "busy",
  "unreachable",
  "host_not_found",
  "address_not_allowed",
  "tls",
  "plain_text",
  "rejected",
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Texts of errors that this process makes itself, in place of a reply. */
export const ownFailures = {
  hostNotFound: "the name of the host does not resolve",
  addressNotAllowed: "the address of the host is not allowed",
  tokenRefused: "no access token",
  plainText: "credentials are not sent over plain text",
} as const;

/** Stages before a message: nothing of it has left, so it may take another connection. */
const sessionStages: ReadonlySet<SmtpStage> = new Set(["connect", "greeting", "ehlo", "starttls", "auth"]);

export type SessionFailure = Pick<RefusedOutcome, "stage" | "code" | "enhanced" | "response">;

export const isSessionFailure = ({ stage }: Pick<SessionFailure, "stage">): boolean => sessionStages.has(stage);

export function toPauseReason({ stage, code, response }: SessionFailure): PauseReason {
  if (response.startsWith(ownFailures.hostNotFound)) return "host_not_found";
  if (response.startsWith(ownFailures.addressNotAllowed)) return "address_not_allowed";
  if (response.startsWith(ownFailures.tokenRefused)) return "token_refused";
  if (response.startsWith(ownFailures.plainText)) return "plain_text";
  if (code === 421) return "busy";
  // 454 is a temporary failure of the sign-in.
  if (stage === "auth") return code >= 400 && code < 500 ? "busy" : code === 0 ? "unreachable" : "sign_in_refused";
  if (stage === "starttls") return "tls";
  if (stage === "connect" || code === 0) return "unreachable";
  return code < 500 ? "busy" : "rejected";
}

export const toStateCode = ({ code, enhanced }: Pick<SessionFailure, "code" | "enhanced">): string | null =>
  code === 0 ? null : `${code} ${enhanced ?? ""}`.trim();
