import type { SqlHandle } from "../../../db/tenant.ts";

export type KnownDomain = {
  readonly domain: string;
  readonly provider: string | null;
  /** False for a domain that waits for its first look-up. */
  readonly isLookedUp: boolean;
};

/** Domains of the cache, which are noted as used; those that it does not have are added to be looked up. */
export async function readDomains({ sql }: SqlHandle, domains: readonly string[], now: Date): Promise<KnownDomain[]> {
  const known = await sql<(KnownDomain & { isUsed: boolean })[]>`
    select domain, provider, looked_up_at is not null or failures > 0 as is_looked_up,
      used_at > ${now}::timestamptz - interval '1 day' as is_used
    from recipient_domain where domain = any(${[...domains]}::text[])`;
  const used = new Set(known.filter(({ isUsed }) => isUsed).map(({ domain }) => domain));
  const unused = domains.filter((domain) => !used.has(domain)).toSorted();
  if (unused.length > 0) {
    await sql`
      insert into recipient_domain (domain, used_at) select unnest(${unused}::text[]), ${now}
      on conflict (domain) do update set used_at = excluded.used_at`;
  }
  return known;
}

/** The providers of domains, as far as the cache knows them. */
export async function listKnownProviders(
  { sql }: SqlHandle,
  domains: readonly string[],
): Promise<{ domain: string; provider: string }[]> {
  return sql<{ domain: string; provider: string }[]>`
    select domain, provider from recipient_domain where domain = any(${[...domains]}::text[]) and provider is not null`;
}

export type DueDomain = { readonly domain: string; readonly failures: number };

export type LookupClaim = {
  readonly limit: number;
  readonly now: Date;
  /** A worker that died leaves its domains to others then. */
  readonly until: Date;
  /** Domains that nothing was sent to since then wait until they are used again. */
  readonly usedAfter: Date;
};

/** Takes domains that are to be looked up; no other worker takes them meanwhile. */
export async function claimDueDomains(
  { sql }: SqlHandle,
  { limit, now, until, usedAfter }: LookupClaim,
): Promise<DueDomain[]> {
  return sql<DueDomain[]>`
    update recipient_domain r set expires_at = ${until} from (
      select domain from recipient_domain where expires_at <= ${now} and used_at > ${usedAfter}
      order by expires_at limit ${limit} for update skip locked) due
    where r.domain = due.domain returning r.domain, r.failures`;
}

export type LookedUpDomain = {
  readonly domain: string;
  readonly provider: string | null;
  readonly mxHosts: readonly string[];
  readonly at: Date;
  readonly expiresAt: Date;
};

export async function storeLookup(
  { sql }: SqlHandle,
  { domain, provider, mxHosts, at, expiresAt }: LookedUpDomain,
): Promise<void> {
  await sql`
    update recipient_domain set provider = ${provider}, mx_hosts = ${[...mxHosts]}, looked_up_at = ${at},
      expires_at = ${expiresAt}, failures = 0
    where domain = ${domain}`;
}

/** What was found before is used further on. */
export async function postponeLookup({ sql }: SqlHandle, domain: string, until: Date): Promise<void> {
  await sql`
    update recipient_domain set expires_at = ${until}, failures = least(failures + 1, 100) where domain = ${domain}`;
}

export async function deleteUnusedDomains({ sql }: SqlHandle, before: Date): Promise<void> {
  await sql`delete from recipient_domain where used_at < ${before}`;
}
