import type { IncomingHttpHeaders } from "node:http";
import type { Context } from "../../../context.ts";
import { WrongDataKey } from "../../../kernel/encryption.ts";
import { OutboundError } from "../../../net/outbound.ts";
import { errorByReason, type CallError } from "../../webhooks/call.ts";
import { signatureHeaders } from "../signature.ts";
import { signingSecrets, type StoredSecrets } from "../secrets.ts";

const timeoutMs = 15_000;
/** Bytes of an answer that are read. */
const maxAnswerBytes = 8192;
const maxHeaders = 30;
const maxHeaderLength = 200;

type Headers = Readonly<Record<string, string>>;

/** `data_key`: the secret was encrypted with another key. */
export type AttemptError = CallError | "data_key";

/** `status` is null without an answer; `error` is null for a 2xx answer. */
export type Attempt = {
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly ms: number;
  readonly requestHeaders: Headers | null;
  readonly responseHeaders: Headers | null;
  readonly responseBody: string | null;
};

type Target = StoredSecrets & { readonly url: string };
type SentMessage = { readonly id: string; readonly body: string; readonly headers?: Headers };

/** One signed call. The status decides, also when the body is slow or breaks off; redirects are not followed. */
export async function callEndpoint(ctx: Context, target: Target, { id, body, headers }: SentMessage): Promise<Attempt> {
  const begun = performance.now();
  const elapsed = () => Math.round(performance.now() - begun);
  const secrets = findSecrets(ctx, target);
  if (secrets === undefined) return { ...noAnswer, error: "data_key", ms: 0, requestHeaders: null };
  const timestamp = Math.floor(ctx.clock.now().getTime() / 1000);
  const requestHeaders = {
    "content-type": "application/json",
    "user-agent": "Service-Webhook/1",
    ...headers,
    ...signatureHeaders(secrets, { id, timestamp, body }),
  };
  try {
    const answer = await ctx.outbound.open({
      url: target.url,
      method: "POST",
      headers: requestHeaders,
      body,
      timeoutMs,
      maxBytes: Number.MAX_SAFE_INTEGER,
    });
    const responseBody = await readBeginning(answer.body);
    answer.close();
    const { status } = answer;
    const error = status >= 200 && status < 300 ? null : "status";
    return { status, error, ms: elapsed(), requestHeaders, responseHeaders: storable(answer.headers), responseBody };
  } catch (error) {
    const reason = error instanceof OutboundError ? errorByReason[error.reason] : "network";
    return { ...noAnswer, error: reason, ms: elapsed(), requestHeaders };
  }
}

const noAnswer = { status: null, responseHeaders: null, responseBody: null } as const;

function findSecrets(ctx: Context, stored: StoredSecrets): readonly string[] | undefined {
  try {
    return signingSecrets(ctx, stored);
  } catch (error) {
    if (error instanceof WrongDataKey) return undefined;
    throw error;
  }
}

/** Reads as much of the body as arrives. */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxAnswerBytes) break;
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
  }
  // PostgreSQL stores no zero characters.
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString().replaceAll("\0", "");
}

const storable = (headers: IncomingHttpHeaders): Headers =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, maxHeaders)
      .map(([name, value]) => [name, String(value).slice(0, maxHeaderLength)]),
  );
