import { isIPv4, isIPv6 } from "node:net";

/** An open or click as requested, before its verdict. */
export type TrackedEvent = {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly contactId: string;
  readonly at: Date;
  /** The link number; null for the tracking pixel. */
  readonly link: number | null;
  readonly method: string;
  readonly agent: string;
  readonly prefetch: boolean;
  /** The network prefix, never a full IP address. */
  readonly network: string;
};

/** Identifies the message within its company. */
export const toMessageKey = ({ campaignId, contactId }: Pick<TrackedEvent, "campaignId" | "contactId">): string =>
  `${campaignId} ${contactId}`;

const maxAgentLength = 300;

// Characters that jsonb rejects, and control characters.
// oxlint-disable-next-line no-control-regex
const unreadable = /[\u0000-\u001f\u007f-\u009f]/g;

export function cleanUserAgent(header = ""): string {
  const agent = header.length > maxAgentLength ? header.slice(0, maxAgentLength) : header;
  return (agent.search(unreadable) === -1 ? agent : agent.replace(unreadable, "")).trim();
}

/** A /24 of IPv4, a /48 of IPv6. */
export function toNetwork(address: string): string {
  const mapped = address.startsWith("::ffff:") ? address.slice(7) : address;
  if (isIPv4(mapped)) return `${mapped.slice(0, mapped.lastIndexOf("."))}.0/24`;
  if (!isIPv6(address)) return "";
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const groups = head === "" ? [] : head.split(":");
  const zeros = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...(tail ?? "").split(":")];
  const prefix = all.slice(0, 3).map((group) => Number.parseInt(group === "" ? "0" : group, 16).toString(16));
  return `${prefix.join(":")}::/48`;
}
