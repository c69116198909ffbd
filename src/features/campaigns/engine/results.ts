import { part, repeated, run } from "../../../db/statement.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { movesBooked, sentTogether, type Before } from "../counts.ts";
import type { Batch } from "./batches.ts";
import type { Asking } from "./patience.ts";

/** How one message ended. */
export type Ended = {
  readonly contactId: string;
  readonly state: "sent" | "failed" | "unknown";
  readonly reason: string | null;
};

/**
 * Writes what became of messages that were handed over: their rows, the campaign's counts and the journal, in one
 * statement for each kind of end that can be repeated. Messages that were taken for lost meanwhile get their true end
 * as well.
 */
export async function writeEnds(db: TenantDb, batch: Batch, ends: readonly Ended[], now: Date): Promise<void> {
  for (const { state, reason, contactIds } of kindsOf(ends)) {
    const end = async (from: Before) => {
      const { tenantId } = db;
      const ids = `{${contactIds.join(",")}}`;
      const values = [tenantId, batch.campaignId, batch.variantId, batch.id, ids, from, state, reason, now];
      const [row] = await run<{ n: number }>(db, endMessages, values);
      return row?.n ?? 0;
    };
    if ((await end("queued")) < contactIds.length && state !== "unknown") await end("unknown");
  }
}

type Kind = Pick<Ended, "state" | "reason"> & { readonly contactIds: string[] };

function kindsOf(ends: readonly Ended[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const { state, reason, contactId } of ends) {
    const key = `${state} ${reason ?? ""}`;
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, { state, reason, contactIds: [contactId] });
    else known.contactIds.push(contactId);
  }
  return [...kinds.values()];
}

/** Company, campaign, variant, batch, contacts, the states before and after, reason and time. */
const endMessages = repeated(
  part`
  with moved as (
    update campaign_message m set state = $7::text, reason = $8::text, attempts = m.attempts + 1,
      tried_at = $9::timestamptz, sent_at = case when $7::text = 'sent' then $9::timestamptz end,
      delivered_at = case when $7::text = 'sent' then $9::timestamptz end
    where m.tenant_id = $1::bigint and m.campaign_id = $2::bigint and m.contact_id = any($5::text::bigint[])
      and m.batch_id = $4::bigint and m.state = $6::text
    returning m.contact_id, m.variant_id, m.state, m.domain
  ), told as (
    insert into journal (tenant_id, at, type, payload)
    select $1::bigint, $9::timestamptz, 'emails_sent', ${sentTogether(part`$2::bigint`, part`$3::bigint`)}
    from moved where state = 'sent' having count(*) > 0
  ), ${movesBooked(part`$1::bigint`, part`$2::bigint`, part`$6::text`)}
  select count(*)::int as n from moved`,
  9,
);

export type Deferred = {
  readonly contactId: string;
  readonly reason: string;
  readonly dueAt: Date;
  readonly isTry: boolean;
};

/** Messages to try again wait in a batch of their own, due when the earliest of them is. */
export async function writeLater(db: TenantDb, batch: Batch, later: readonly Deferred[], now: Date): Promise<void> {
  if (later.length === 0) return;
  const { sql, tenantId } = db;
  const { campaignId, variantId } = batch;
  const dueAt = new Date(Math.min(...later.map((each) => each.dueAt.getTime())));
  await sql`
    with waiting as materialized (
      select m.contact_id from campaign_message m
      where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId} and m.batch_id = ${batch.id}
        and m.contact_id = any(${later.map(({ contactId }) => contactId)}::bigint[]) and m.state in ('queued', 'unknown')
      for update
    ), found as (
      insert into campaign_count (tenant_id, campaign_id, variant_id, state, n)
      select ${tenantId}, ${campaignId}, ${variantId}, d.state, d.n from (
        select unnest(array['queued', 'unknown']) as state, unnest(array[1, -1]) * count(*)::int as n
        from campaign_message m join waiting using (contact_id)
        where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId} and m.state = 'unknown') d
      where d.n <> 0 order by d.state
      on conflict (tenant_id, campaign_id, variant_id, state) do update set n = campaign_count.n + excluded.n
    ), made as (
      insert into send_batch (tenant_id, campaign_id, variant_id, due_at, size)
      select ${tenantId}, ${campaignId}, ${variantId}, ${dueAt}, count(*) from waiting having count(*) > 0
      returning id
    )
    update campaign_message m set batch_id = made.id, state = 'queued', reason = e.reason,
      attempts = m.attempts + e.is_try,
      tried_at = case when e.is_try = 1 then coalesce(m.tried_at, ${now}) else m.tried_at end
    from made, waiting, unnest(${later.map(({ contactId }) => contactId)}::bigint[],
      ${later.map(({ reason }) => reason)}::text[], ${later.map(({ isTry }) => (isTry ? 1 : 0))}::int[])
      as e(contact_id, reason, is_try)
    where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId} and m.contact_id = waiting.contact_id
      and e.contact_id = waiting.contact_id`;
}

type Pausing = {
  readonly now: Date;
  readonly untilOf: (level: number) => Date;
  readonly hasTakenSince: (time: Date) => boolean;
};

/**
 * Asked for patience: each time again, the pause doubles, until the domain has taken something since the last one or has
 * been quiet for an hour.
 */
export async function pauseDomain(
  db: TenantDb,
  { side, domain }: Asking,
  { now, untilOf, hasTakenSince }: Pausing,
): Promise<Date> {
  const { sql, tenantId } = db;
  const [known] = await sql<{ level: number; until: Date }[]>`
    select level, until from send_pause where tenant_id = ${tenantId} and side = ${side} and domain = ${domain}`;
  if (known !== undefined && known.until > now) return known.until;
  const isQuiet =
    known === undefined || now.getTime() - known.until.getTime() > 3_600_000 || hasTakenSince(known.until);
  const level = isQuiet ? 0 : Math.min(known.level + 1, 10);
  const until = untilOf(level);
  await sql`
    insert into send_pause (tenant_id, side, domain, until, level)
    values (${tenantId}, ${side}, ${domain}, ${until}, ${level})
    on conflict (tenant_id, side, domain) do update set until = excluded.until, level = excluded.level`;
  return until;
}
