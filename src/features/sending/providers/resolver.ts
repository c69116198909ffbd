import { domainToASCII } from "node:url";
import type { Services } from "../../../context.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import type { Loop, Worker } from "../../../feature.ts";
import { PollingLoop } from "../../../jobs/polling-loop.ts";
import { addMs, days, hours, minutes } from "../../../kernel/local-time.ts";
import { DnsUnavailable } from "../../../net/dns.ts";
import { preferredHosts, toProviderKey } from "./mail-provider.ts";
import { claimDueDomains, deleteUnusedDomains, postponeLookup, storeLookup, type DueDomain } from "./queries.ts";

/** Look-ups of a process at the same time. */
const concurrency = 16;
const domainsPerRound = 200;
const intervalMs = 3000;
/** Longer than a round takes with name servers that do not answer. */
const claimMs = minutes(5);
/** The providers of domains change rarely: short TTLs are for the addresses of servers. */
const minCacheMs = hours(4);
const maxCacheMs = days(2);
const maxBackoffMs = days(1);
/** Domains that nothing was sent to for so long are looked up again when they are used. */
const refreshedDays = 7;
const keptDays = 90;

type ResolverDeps = Pick<Services, "dns" | "clock"> & { readonly db: SystemDb };

/** Looks up domains that are due, a limited number at a time. Returns how many there were. */
export async function lookUpDueDomains({ db, dns, clock }: ResolverDeps): Promise<number> {
  const now = clock.now();
  const due = await claimDueDomains(db, {
    limit: domainsPerRound,
    now,
    until: addMs(now, claimMs),
    usedAfter: addMs(now, -days(refreshedDays)),
  });
  const waiting = [...due];
  const lookUpNext = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await lookUpDomain({ db, dns, clock }, next);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, due.length) }, lookUpNext));
  return due.length;
}

async function lookUpDomain({ db, dns, clock }: ResolverDeps, { domain, failures }: DueDomain): Promise<void> {
  try {
    const { records, ttlS = 0 } = await dns.mxWithTtl(domainToASCII(domain));
    const cacheMs = Math.min(Math.max(ttlS * 1000, minCacheMs), maxCacheMs);
    const at = clock.now();
    const found = { provider: toProviderKey(records), mxHosts: preferredHosts(records) };
    await storeLookup(db, { domain, ...found, at, expiresAt: addMs(at, cacheMs) });
  } catch (error) {
    if (!(error instanceof DnsUnavailable)) throw error;
    const waitMs = Math.min(minutes(1) * 2 ** failures, maxBackoffMs);
    await postponeLookup(db, domain, addMs(clock.now(), waitMs));
  }
}

export const deleteOldRecipientDomains = (db: SystemDb, now: Date): Promise<void> =>
  deleteUnusedDomains(db, addMs(now, -days(keptDays)));

/** Keeps the providers of recipients' domains; sending never waits for it. */
export const createProviderResolver = (worker: Worker): Loop =>
  new PollingLoop({
    task: "mail providers",
    intervalMs,
    log: worker.log,
    round: async () => (await lookUpDueDomains(worker)) === domainsPerRound,
  });
