import { mailProviders, type MailProvider } from "./provider-table.ts";

export type MxRecord = { readonly exchange: string; readonly priority: number };

const byKey = new Map(mailProviders.map((provider) => [provider.key, provider]));
const byDomain = new Map(mailProviders.flatMap(({ key, domains }) => domains.map((domain) => [domain, key] as const)));
const byMx = new Map(mailProviders.flatMap(({ key, mx }) => mx.map((end) => [end, key] as const)));

/** The key of the provider of a well-known domain, which needs no look-up. */
export const findWellKnownProvider = (domain: string): string | undefined => byDomain.get(domain.toLowerCase());

/** Undefined for a provider that is known by its mail server alone. */
export const findMailProvider = (key: string): MailProvider | undefined => byKey.get(key);

/** The name of a provider to show: that of the table, else its mail server. */
export const toProviderName = (key: string): string => byKey.get(key)?.name ?? key;

/** Names that DNS returns are anybody's text. */
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;

/**
 * The key of the provider whose servers accept the mail of a domain: one of the table, else the first of the preferred mail
 * servers by name, which all domains with the same servers share. Null where the domain names no server.
 */
export function toProviderKey(records: readonly MxRecord[]): string | null {
  const hosts = preferredHosts(records);
  for (const host of hosts) {
    const key = findByMx(host);
    if (key !== undefined) return key;
  }
  return hosts[0] ?? null;
}

export function preferredHosts(records: readonly MxRecord[]): string[] {
  const servers = records
    .map(({ exchange, priority }) => ({ priority, host: exchange.toLowerCase().replace(/\.$/, "") }))
    .filter(({ host }) => hostName.test(host));
  const preferred = Math.min(...servers.map(({ priority }) => priority));
  return servers.flatMap(({ priority, host }) => (priority === preferred ? [host] : [])).toSorted();
}

function findByMx(host: string): string | undefined {
  const labels = host.split(".");
  for (let index = 0; index < labels.length - 1; index += 1) {
    const key = byMx.get(labels.slice(index).join("."));
    if (key !== undefined) return key;
  }
  return undefined;
}
