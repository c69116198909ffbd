import type { IncomingHttpHeaders } from "node:http";
import type { MessageToken } from "../../features/tracking/company-keys.ts";
import { agentOf, networkOf, type TrackedEvent } from "../../features/tracking/event.ts";

/** Somebody, or something, that asks for a picture or follows a link. */
export type Visit = { readonly method: string; readonly headers: IncomingHttpHeaders; readonly ip: string };
export type RecordVisit = (visit: Visit, message: MessageToken, link: number | null) => void;

/** The token in the path behind `/t/o/`. */
export const readOpen = (key: string): string => key.replace(/\.gif$/i, "");

/** Text parts of e-mails end sentences with addresses, and some programs take the full stop along. */
export function readClick(key: string): { text: string; number: number } {
  const match = /^([\w-]+)\.(0|[1-9]\d{0,5})[.,;:!?)\]>'"]*$/.exec(key);
  return { text: match?.[1] ?? "", number: Number(match?.[2]) };
}

const isAhead = (value: string | string[] | undefined): boolean =>
  value !== undefined && /prefetch|prerender|preview/i.test(String(value));

/** Written out in full: it is made for every picture that is loaded. */
export const eventOf = (
  { method, headers, ip }: Visit,
  { tenantId, campaignId, contactId }: MessageToken,
  { link, at }: { link: number | null; at: Date },
): TrackedEvent => ({
  tenantId,
  campaignId,
  contactId,
  at,
  link,
  method,
  agent: agentOf(headers["user-agent"]),
  prefetch:
    isAhead(headers["purpose"]) ||
    isAhead(headers["x-purpose"]) ||
    isAhead(headers["sec-purpose"]) ||
    isAhead(headers["x-moz"]),
  network: networkOf(ip),
});
