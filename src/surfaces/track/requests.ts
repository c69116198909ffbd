import type { IncomingHttpHeaders } from "node:http";
import type { MessageToken } from "../../features/tracking/token-verifier.ts";
import { cleanUserAgent, toNetwork, type TrackedEvent } from "../../features/tracking/event.ts";

/** A request for a tracking pixel or a tracked link. */
export type TrackingRequest = { readonly method: string; readonly headers: IncomingHttpHeaders; readonly ip: string };
export type RecordRequest = (visit: TrackingRequest, message: MessageToken, link: number | null) => void;

/** The token in the path behind `/t/o/`. */
export const parseOpenKey = (key: string): string => key.replace(/\.gif$/i, "");

/** Text parts of e-mails end sentences with addresses, and some mail clients include the full stop in the link. */
export function parseClickKey(key: string): { text: string; number: number } {
  const match = /^([\w-]+)\.(0|[1-9]\d{0,5})[.,;:!?)\]>'"]*$/.exec(key);
  return { text: match?.[1] ?? "", number: Number(match?.[2]) };
}

/** The browser loads the page before the visitor asked for it. */
export const isPrefetched = (headers: IncomingHttpHeaders): boolean =>
  isPrefetch(headers["purpose"]) ||
  isPrefetch(headers["x-purpose"]) ||
  isPrefetch(headers["sec-purpose"]) ||
  isPrefetch(headers["x-moz"]);

const isPrefetch = (value: string | string[] | undefined): boolean =>
  value !== undefined && /prefetch|prerender|preview/i.test(String(value));

/** Written out in full for speed: it is created for every pixel request. */
export const toTrackedEvent = (
  { method, headers, ip }: TrackingRequest,
  { tenantId, campaignId, contactId }: MessageToken,
  { link, at }: { link: number | null; at: Date },
): TrackedEvent => ({
  tenantId,
  campaignId,
  contactId,
  at,
  link,
  method,
  agent: cleanUserAgent(headers["user-agent"]),
  prefetch: isPrefetched(headers),
  network: toNetwork(ip),
});
