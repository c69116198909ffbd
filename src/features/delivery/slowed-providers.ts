import type { Context } from "../../context.ts";
import { iso } from "../../kernel/local-time.ts";
import { currentLimit } from "./pace.ts";
import { listSlowedDomains, type SlowedDomain } from "./pace.queries.ts";
import { readProviderName } from "./throttle-key.ts";

const maxShown = 100;

export async function listSlowedProviders({ db, clock }: Context) {
  const now = clock.now();
  const rows = await listSlowedDomains(db, now, maxShown);
  return { items: rows.map((row) => presentSlowed(row, now)) };
}

function presentSlowed(row: SlowedDomain, now: Date) {
  const isPaced = row.until !== null && row.until > now;
  const limit = isPaced ? currentLimit(row, now) : undefined;
  const [throttled, limited, recovered] = ["throttled", "limited", "recovered"] as const;
  return {
    provider: readProviderName(row.key),
    domain: row.refusedDomain ?? row.key,
    state: row.throttledUntil !== null ? throttled : limit === undefined ? recovered : limited,
    reply: row.reply,
    deferredAt: iso(row.refusedAt),
    nextAttemptAt: iso(row.throttledUntil),
    perMinute: limit ?? null,
    deferredPerMinute: limit === undefined ? null : row.deferredRate,
    limitedSince: limit === undefined ? null : iso(row.limitedSince),
  };
}
