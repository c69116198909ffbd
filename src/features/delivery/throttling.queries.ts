import { nextAttemptAt } from "../../db/backoff.sql.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { backoffs } from "../../kernel/backoff.ts";
import { addMs, hours, minutes } from "../../kernel/local-time.ts";

/** `domain` is the key: a domain, or a provider as in `throttle-key.ts`. */
export type ThrottledDomain = { readonly side: "sender" | "recipient"; readonly domain: string };

/** Refusals of one group that may concern all messages to a domain, or of a sender. */
export type DomainRefusals = ThrottledDomain & {
  readonly reply: string;
  /** The reply itself asks to slow down; otherwise it has to be the same for several contacts. */
  readonly isExplicit: boolean;
  readonly contactIds: readonly string[];
  /** The domain of the first of them. */
  readonly refusedDomain: string;
  /** When this process last saw the domain accept a message. */
  readonly acceptedAt: Date | null;
};

/** Refusals further apart do not belong together. */
const refusalWindowMs = minutes(10);
/** A domain that is throttled again so soon is throttled for longer. */
const recurrenceMs = minutes(10);
/** A throttled domain that nothing was sent to for so long is not throttled any more. */
const expiryMs = hours(1);

/** Each pause is followed by a probe, and the first accepted one ends the throttling. */
const maxLevel = backoffs.domainProbe.length - 1;
const throttledUntil = (level: SqlNode, now: Date): SqlNode =>
  nextAttemptAt(backoffs.domainProbe, now, node`(${level}) + 1`);

/** A throttled domain `p`, whose messages wait; the next probe may be due. */
export const isThrottled = (now: SqlNode): SqlNode => node`p.until > ${now} - interval '1 hour'`;

/** A domain `p` whose messages are claimed only from the batches that wait for it: throttled, or counted by the minute. */
export const isWaitedFor = (now: SqlNode): SqlNode => node`(${isThrottled(now)} or p.paced_until > ${now})`;

/** A throttle `p` of a provider; the key is that of `throttle-key.ts`. */
export const isOfProvider = node`p.domain like 'provider:%'`;

export async function findSenderThrottle(db: TenantDb, domain: string, now: Date): Promise<Date | undefined> {
  const [row] = await db.sql<{ until: Date }[]>`
    select until from domain_throttle
    where tenant_id = ${db.tenantId} and side = 'sender' and domain = ${domain} and until > ${now}`;
  return row?.until;
}

/**
 * Adds the contacts that the domain refused with the same reply, since it last accepted a message and by all workers.
 * Returns how many different ones there are, at most `most`.
 */
export async function observeRefusals(
  db: TenantDb,
  { side, domain, reply, contactIds, refusedDomain, acceptedAt }: DomainRefusals,
  { most, now }: { most: number; now: Date },
): Promise<number> {
  const since = new Date(Math.max(now.getTime() - refusalWindowMs, acceptedAt?.getTime() ?? 0));
  const { tenantId } = db;
  // A cluster allows no subquery in the insert that would join the contacts.
  return db.transaction(async ({ sql }) => {
    await sql`
      insert into domain_throttle (tenant_id, side, domain, until, level, reply, refused_contacts, refused_at)
      values (${tenantId}, ${side}, ${domain}, null, 0, ${reply}, '{}', ${now})
      on conflict (tenant_id, side, domain) do nothing`;
    // Only the key is a condition: a row that another worker is changing must be locked, whatever it says so far.
    const [known] = await sql<{ refusedContacts: string[]; reply: string; refusedAt: Date | null }[]>`
      select refused_contacts, reply, refused_at from domain_throttle
      where tenant_id = ${tenantId} and side = ${side} and domain = ${domain} for update`;
    const isSame = known?.reply === reply && known.refusedAt !== null && known.refusedAt > since;
    const contacts = [...new Set([...(isSame ? known.refusedContacts : []), ...contactIds])].slice(0, most);
    await sql`
      update domain_throttle set reply = ${reply}, refused_at = ${now}, refused_contacts = ${contacts}::bigint[],
        refused_domain = ${refusedDomain}
      where tenant_id = ${tenantId} and side = ${side} and domain = ${domain}`;
    return contacts.length;
  });
}

/** Does nothing to a domain that is throttled already. Returns whether it was not. */
export async function startThrottle(
  { sql, tenantId }: TenantDb,
  { side, domain }: ThrottledDomain,
  now: Date,
): Promise<boolean> {
  const overBefore = side === "sender" ? now : addMs(now, -expiryMs);
  const recentFrom = addMs(now, -recurrenceMs);
  const level = node`case when coalesce(until, lifted_at) > ${recentFrom} then least(level + 1, ${maxLevel}) else 0 end`;
  const started = await sql`
    update domain_throttle set level = ${toFragment(sql, level)}, refused_contacts = '{}',
      until = ${toFragment(sql, throttledUntil(level, now))}
    where tenant_id = ${tenantId} and side = ${side} and domain = ${domain} and (until is null or until <= ${overBefore})
    returning domain`;
  return started.length > 0;
}

/** The next probe; it is the caller's own when no other worker was faster. */
export type ProbeTurn = { readonly isOwn: boolean; readonly nextAt: Date };

/** Undefined when the domain is not throttled. All other batches that wait for it are due with the probe after this one. */
export async function takeProbeTurn(db: TenantDb, domain: string, now: Date): Promise<ProbeTurn | undefined> {
  return db.transaction(async ({ sql, tenantId }) => {
    const [throttle] = await sql<{ until: Date }[]>`
      select until from domain_throttle p
      where tenant_id = ${tenantId} and side = 'recipient' and domain = ${domain}
        and ${toFragment(sql, isThrottled(node`${now}::timestamptz`))} for update`;
    if (throttle === undefined) return undefined;
    if (throttle.until > now) return { isOwn: false, nextAt: throttle.until };
    const level = node`least(level + 1, ${maxLevel})`;
    const [next] = await sql<{ until: Date }[]>`
      update domain_throttle set level = ${toFragment(sql, level)},
        until = ${toFragment(sql, throttledUntil(level, now))}
      where tenant_id = ${tenantId} and side = 'recipient' and domain = ${domain} returning until`;
    const nextAt = next?.until ?? now;
    // A batch that is locked is being claimed, and its worker asks for the turn too.
    await sql`
      with waiting as (
        select source_id, id from send_batch
        where tenant_id = ${tenantId} and waits_for = ${domain} and due_at < ${nextAt} and lease_until is null
        for update skip locked
      )
      update send_batch b set due_at = ${nextAt} from waiting w
      where b.tenant_id = ${tenantId} and b.source_id = w.source_id and b.id = w.id`;
    return { isOwn: true, nextAt };
  });
}

/** The domain accepted a probe: everything that waits for it is due. While it is counted, it stays in its batches. */
export async function liftThrottle(db: TenantDb, domain: string, now: Date): Promise<void> {
  await db.transaction(async ({ sql, tenantId }) => {
    const [lifted] = await sql<{ pacedUntil: Date | null }[]>`
      update domain_throttle set until = null, lifted_at = ${now}, level = greatest(level - 1, 0), refused_contacts = '{}'
      where tenant_id = ${tenantId} and side = 'recipient' and domain = ${domain} returning paced_until`;
    const pacedUntil = lifted?.pacedUntil ?? null;
    const waitsFor = pacedUntil !== null && pacedUntil > now ? domain : null;
    await sql`
      with waiting as (
        select source_id, id from send_batch where tenant_id = ${tenantId} and waits_for = ${domain}
        order by source_id, id for update
      )
      update send_batch b set waits_for = ${waitsFor}, due_at = least(b.due_at, ${now}) from waiting w
      where b.tenant_id = ${tenantId} and b.source_id = w.source_id and b.id = w.id`;
  });
}

/** Domains that neither refused nor were throttled for a day. */
export async function deleteOldThrottles({ sql, tenantId }: TenantDb, now: Date): Promise<void> {
  await sql`
    delete from domain_throttle where tenant_id = ${tenantId} and coalesce(greatest(until, lifted_at, refused_at, paced_until), '-infinity')
      < ${addMs(now, -hours(24))}`;
}

export type WarmUpDay = { readonly domain: string; readonly day: string };

/** Reserves messages of the day's quota of a warming domain, under one row lock for all workers. Returns how many. */
export async function reserveWarmUpQuota(
  db: TenantDb,
  { domain, day }: WarmUpDay,
  { limit, wanted }: { limit: number; wanted: number },
): Promise<number> {
  const { tenantId } = db;
  return db.transaction(async ({ sql }) => {
    await sql`
      insert into warm_up_usage (tenant_id, domain, day, n) values (${tenantId}, ${domain}, ${day}, 0) on conflict do nothing`;
    const [row] = await sql<{ n: number }[]>`
      select n from warm_up_usage where tenant_id = ${tenantId} and domain = ${domain} and day = ${day} for update`;
    const taken = Math.max(0, Math.min(wanted, limit - (row?.n ?? 0)));
    await sql`
      update warm_up_usage set n = n + ${taken} where tenant_id = ${tenantId} and domain = ${domain} and day = ${day}`;
    return taken;
  });
}

/** Returns reserved messages that were not sent. */
export async function releaseWarmUpQuota(
  { sql, tenantId }: TenantDb,
  { domain, day }: WarmUpDay,
  count: number,
): Promise<void> {
  await sql`
    update warm_up_usage set n = n - ${count} where tenant_id = ${tenantId} and domain = ${domain} and day = ${day}`;
}
