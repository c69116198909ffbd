import type { SqlHandle } from "../../../db/tenant.ts";
import { BoundedCache } from "../../../kernel/bounded-cache.ts";
import { minutes } from "../../../kernel/local-time.ts";
import { findWellKnownProvider } from "./mail-provider.ts";
import { listKnownProviders, readDomains } from "./queries.ts";

const cachedDomains = 50_000;
const cacheMs = minutes(10);
/** A new domain is looked up within seconds. */
const pendingCacheMs = 5000;

type CachedProvider = { readonly provider: string | undefined; readonly until: number };

/** The provider keys of recipients' domains as this process last read them. It never waits for a name server. */
export class ProviderLookup {
  readonly #cache = new BoundedCache<string, CachedProvider>(cachedDomains);

  /** Domains of no known provider are left out; those that were not looked up yet are noted for the resolver. */
  async findProviders(db: SqlHandle, domains: Iterable<string>, now: Date): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const missing: string[] = [];
    for (const domain of new Set(domains)) {
      const provider = findWellKnownProvider(domain) ?? this.#readCache(domain, now);
      if (provider === undefined) missing.push(domain);
      else if (provider !== null) found.set(domain, provider);
    }
    if (missing.length === 0) return found;
    const known = new Map((await readDomains(db, missing, now)).map((row) => [row.domain, row]));
    for (const domain of missing) {
      const row = known.get(domain);
      const provider = row?.provider ?? undefined;
      const until = now.getTime() + (row?.isLookedUp === true ? cacheMs : pendingCacheMs);
      this.#cache.set(domain, { provider, until });
      if (provider !== undefined) found.set(domain, provider);
    }
    return found;
  }

  /** Null is the cached answer that there is none. */
  #readCache(domain: string, now: Date): string | null | undefined {
    const cached = this.#cache.get(domain);
    if (cached === undefined || cached.until <= now.getTime()) return undefined;
    return cached.provider ?? null;
  }
}

/** The providers of many domains, read once: of well-known ones and of those in the cache. */
export async function findProviders(db: SqlHandle, domains: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const others: string[] = [];
  for (const domain of domains) {
    const provider = findWellKnownProvider(domain);
    if (provider === undefined) others.push(domain);
    else found.set(domain, provider);
  }
  if (others.length === 0) return found;
  for (const { domain, provider } of await listKnownProviders(db, others)) found.set(domain, provider);
  return found;
}
