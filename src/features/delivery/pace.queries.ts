import type { TenantDb } from "../../db/tenant.ts";
import { toFragment, node } from "../../db/sql-node.ts";
import { addMs, hours } from "../../kernel/local-time.ts";
import { grantPace, toMinute, paceAfterDeferral, type Pace } from "./pace.ts";
import { isOfProvider, isThrottled } from "./throttling.queries.ts";

type PaceRow = Pace & { readonly throttledUntil: Date | null };

const paceColumns = ({ sql }: TenantDb) => sql`
  per_minute, limit_changed_at as changed_at, deferred_rate, limited_since, paced_until as until, minute_at,
  minute_n as minute_count, peak_n as peak`;

async function lockPace(db: TenantDb, key: string, now: Date): Promise<PaceRow | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<PaceRow[]>`
    select ${paceColumns(db)}, case when ${toFragment(sql, isThrottled(node`${now}::timestamptz`))} then p.until end as throttled_until
    from domain_throttle p where tenant_id = ${tenantId} and side = 'recipient' and domain = ${key} for update`;
  return row;
}

async function updatePace({ sql, tenantId }: TenantDb, key: string, pace: Pace): Promise<void> {
  await sql`
    update domain_throttle set per_minute = ${pace.perMinute}, limit_changed_at = ${pace.changedAt},
      deferred_rate = ${pace.deferredRate}, limited_since = ${pace.limitedSince}, paced_until = ${pace.until},
      minute_at = ${pace.minuteAt}, minute_n = ${pace.minuteCount}, peak_n = ${pace.peak}
    where tenant_id = ${tenantId} and side = 'recipient' and domain = ${key}`;
}

/** A throttle of the domain or provider has started. */
export async function startPace(db: TenantDb, key: string, now: Date): Promise<void> {
  await db.transaction(async (inner) => {
    const pace = await lockPace(inner, key, now);
    if (pace !== undefined) await updatePace(inner, key, paceAfterDeferral(pace, now));
  });
}

export type PaceReservation = {
  readonly allowed: number;
  /** When messages may be claimed again; null when some may be now. */
  readonly nextAt: Date | null;
  /** The minute that they count in; undefined when nothing is counted. */
  readonly minuteAt: Date | undefined;
};

/** Reserves messages of a minute under one row lock for all workers. */
export async function reservePace(
  db: TenantDb,
  key: string,
  { wanted, now }: { wanted: number; now: Date },
): Promise<PaceReservation> {
  return db.transaction(async (inner) => {
    const pace = await lockPace(inner, key, now);
    const throttledUntil = pace?.throttledUntil ?? null;
    if (throttledUntil !== null) return { allowed: 0, nextAt: throttledUntil, minuteAt: undefined };
    if (pace === undefined || pace.until === null || pace.until <= now)
      return { allowed: wanted, nextAt: null, minuteAt: undefined };
    const grant = grantPace(pace, wanted, now);
    await updatePace(inner, key, grant.pace);
    return { allowed: grant.allowed, nextAt: grant.nextAt, minuteAt: toMinute(now) };
  });
}

/** Returns reserved messages that were not sent. */
export async function releasePace(
  { sql, tenantId }: TenantDb,
  { key, minuteAt }: { key: string; minuteAt: Date },
  count: number,
): Promise<void> {
  await sql`
    update domain_throttle set minute_n = greatest(minute_n - ${count}, 0)
    where tenant_id = ${tenantId} and side = 'recipient' and domain = ${key} and minute_at = ${minuteAt}`;
}

/** `waiting`: at most this many messages of the source wait for the limit. */
export type LimitedMessages = Pace & { readonly waiting: number };

/** The learned limits that messages of a source wait for. */
export async function listLimits(db: TenantDb, sourceId: string, now: Date): Promise<LimitedMessages[]> {
  const { sql, tenantId } = db;
  return sql<LimitedMessages[]>`
    select ${paceColumns(db)}, w.waiting
    from domain_throttle p join lateral (
      select sum(b.size)::int as waiting from send_batch b
      where b.tenant_id = ${tenantId} and b.source_id = ${sourceId} and b.waits_for = p.domain) w on w.waiting is not null
    where p.tenant_id = ${tenantId} and p.side = 'recipient' and p.per_minute is not null and p.paced_until > ${now}`;
}

export type SlowedDomain = PaceRow & {
  readonly key: string;
  readonly reply: string;
  readonly refusedDomain: string | null;
  readonly refusedAt: Date | null;
};

/** Domains and providers whose messages are throttled or limited now, or deferred some within a day. */
export async function listSlowedDomains(db: TenantDb, now: Date, limit: number): Promise<SlowedDomain[]> {
  const { sql, tenantId } = db;
  return sql<SlowedDomain[]>`
    select p.domain as key, p.reply, p.refused_domain, p.refused_at, ${paceColumns(db)},
      case when ${toFragment(sql, isThrottled(node`${now}::timestamptz`))} then p.until end as throttled_until
    from domain_throttle p
    where p.tenant_id = ${tenantId} and p.side = 'recipient'
      and (${toFragment(sql, isThrottled(node`${now}::timestamptz`))} or (p.per_minute is not null and p.paced_until > ${now})
        or (${toFragment(sql, isOfProvider)} and p.refused_at > ${addMs(now, -hours(24))}))
    order by p.refused_at desc nulls last, p.domain limit ${limit}`;
}
