/** Expected and found DNS records of a domain and whether they match. Performs no lookups. */
export const dnsRecordKinds = ["dkim", "spf", "dmarc", "mx", "return_path", "tracking"] as const;
export type DnsRecordKind = (typeof dnsRecordKinds)[number];

export type CheckedDnsRecord = {
  kind: DnsRecordKind;
  name: string;
  type: "TXT" | "MX" | "CNAME";
  /** The exact value to set; null if any valid value is accepted. */
  expected: string | null;
  found: string[];
  ok: boolean;
};

/** Parses the `a=b; c=d` syntax of DKIM and DMARC records. */
function parseTags(text: string): Map<string, string> {
  const pairs = text.split(";").map((part): [string, string] => {
    const at = part.indexOf("=");
    return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
  });
  return new Map(pairs.filter(([name]) => name !== ""));
}

export const dkimName = (selector: string, domain: string) => `${selector}._domainkey.${domain}`;
export const dkimValue = (publicKey: string) => `v=DKIM1; k=rsa; p=${publicKey}`;

const isDkim = (text: string) => parseTags(text).has("p");

/** Without an expected key, any key that is not revoked is valid. */
export function dkimRecord(name: string, publicKey: string | null, texts: readonly string[]): CheckedDnsRecord {
  const found = texts.filter(isDkim);
  const keys = found.map((text) => (parseTags(text).get("p") ?? "").replace(/\s+/g, ""));
  const ok = keys.length === 1 && (publicKey === null ? keys[0] !== "" : keys[0] === publicKey);
  return { kind: "dkim", name, type: "TXT", expected: publicKey === null ? null : dkimValue(publicKey), found, ok };
}

/**
 * Two SPF records invalidate each other. `include` is the host that sends for the domain; null if this service does
 * not.
 */
export function spfRecord(domain: string, include: string | null, texts: readonly string[]): CheckedDnsRecord {
  const found = texts.filter((text) => /^v=spf1(\s|$)/i.test(text.trim()));
  const [first = "v=spf1 ~all"] = found;
  const includesHost = (text: string) =>
    include === null ||
    text.split(/\s+/).some((word) => /^\+?include:/i.test(word) && word.toLowerCase().endsWith(`:${include}`));
  const ok = found.length === 1 && includesHost(first);
  const expected = includesHost(first) ? first : first.trim().replace(/^v=spf1/i, `v=spf1 include:${include}`);
  return { kind: "spf", name: domain, type: "TXT", expected: include === null ? null : expected, found, ok };
}

export const isDmarc = (text: string) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text.trim());

const hasPolicy = (text: string) => /^(none|quarantine|reject)$/i.test(parseTags(text).get("p") ?? "");

export const sendsReportsTo = (text: string, address: string): boolean =>
  (parseTags(text).get("rua") ?? "")
    .split(",")
    .some((uri) => uri.trim().toLowerCase().replace(/!.*$/, "") === `mailto:${address}`);

/** A valid record is kept; only the report address is added to it. */
function withReportAddress(text: string, address: string): string {
  if (sendsReportsTo(text, address)) return text;
  if (parseTags(text).has("rua")) return text.replace(/(rua\s*=\s*[^;]*[^;\s])/i, `$1,mailto:${address}`);
  return `${text.replace(/[\s;]+$/, "")}; rua=mailto:${address}`;
}

export function dmarcRecord(name: string, reportAddress: string, texts: readonly string[]): CheckedDnsRecord {
  const found = texts.filter(isDmarc);
  const [first] = found;
  const ok = found.length === 1 && first !== undefined && hasPolicy(first);
  const expected = withReportAddress(ok ? first : "v=DMARC1; p=none", reportAddress);
  return { kind: "dmarc", name, type: "TXT", expected, found, ok };
}

/** Replies need an MX; a single dot means that the domain accepts no mail (RFC 7505). */
export function mxRecord(domain: string, servers: readonly { exchange: string; priority: number }[]): CheckedDnsRecord {
  const found = servers
    .toSorted((left, right) => left.priority - right.priority)
    .map(({ exchange, priority }) => `${priority} ${exchange === "" ? "." : exchange}`);
  return {
    kind: "mx",
    name: domain,
    type: "MX",
    expected: null,
    found,
    ok: servers.some((server) => server.exchange !== ""),
  };
}

export const cnameRecord = (
  kind: "return_path" | "tracking",
  { name, target, found }: { name: string; target: string; found: string[] },
): CheckedDnsRecord => ({ kind, name, type: "CNAME", expected: target, found, ok: found.includes(target) });
