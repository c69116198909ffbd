import type { Context } from "../../context.ts";
import { OutboundError, type OutboundReason, type OutboundRequest } from "../../net/outbound.ts";

export const timeoutMs = 30_000;
/** A receiver answers with a few bytes; reading ends here. */
const maxAnswerBytes = 10 * 1024 * 1024;

export const callErrors = ["scheme", "dns", "address", "deadline", "network", "status"] as const;
export type CallError = (typeof callErrors)[number];

/** `status` is null when there was no answer; `error` is null for a 2xx answer. */
export type CallResult = { readonly status: number | null; readonly error: CallError | null };

export type Receiver = {
  readonly url: string;
  readonly credentials: { readonly login: string; readonly password: string } | null;
};

type Call = { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

/** One call. It succeeds when the whole answer arrived in time with a 2xx status; redirects are not followed. */
export async function callReceiver(
  { outbound }: Pick<Context, "outbound">,
  { url, credentials }: Receiver,
  { body, headers = {} }: Call,
): Promise<CallResult> {
  const request: OutboundRequest = {
    url,
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "Service-Webhook/1",
      ...headers,
      ...(credentials === null ? {} : { Authorization: basicAuthorization(credentials) }),
    },
    body: JSON.stringify(body),
    timeoutMs,
    maxBytes: maxAnswerBytes,
  };
  let status: number | null = null;
  try {
    const answer = await outbound.open(request);
    status = answer.status;
    for await (const _chunk of answer.body);
    return { status, error: status >= 200 && status < 300 ? null : "status" };
  } catch (error) {
    return { status, error: error instanceof OutboundError ? errorByReason[error.reason] : "network" };
  }
}

export const errorByReason: Readonly<Record<OutboundReason, CallError>> = {
  url: "scheme",
  address: "address",
  dns: "dns",
  connection: "network",
  timeout: "deadline",
  size: "network",
};

const basicAuthorization = ({ login, password }: NonNullable<Receiver["credentials"]>): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`;
