import { inTransaction, type Context } from "../../context.ts";
import { joinNodes, node, runUnprepared, type SqlNode } from "../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { emailOpened } from "../../journal/events.ts";
import { isEventOf, payloadField } from "../../journal/fields.sql.ts";
import { compileAudience } from "./audience/audience.sql.ts";
import type { Audience } from "./audience/shapes.ts";

/** A first step that is over at once lets the first message leave; the others are large, which is cheaper. */
const firstStepSize = 2000;
const laterStepSize = 20_000;

/** As many messages as a worker sends between two looks at what else there is to do. */
export const batchSize = 500;

export async function listPendingExpansions({ sql }: SystemDb): Promise<{ tenantId: string; campaignId: string }[]> {
  return sql<{ tenantId: string; campaignId: string }[]>`
    select p.tenant_id, p.campaign_id from campaign_expansion p
    join campaign m on m.tenant_id = p.tenant_id and m.id = p.campaign_id
    where m.status = 'sending' or exists (
      select from campaign v where v.tenant_id = p.tenant_id and v.parent_id = p.campaign_id and v.status = 'sending')
    order by p.tenant_id, p.campaign_id`;
}

type Expansion = {
  afterContact: string;
  audience: Audience;
  preferTime: boolean;
  variants: Variant[];
  /** The campaign itself or variants of it: whose recipients get nothing. */
  cancelled: string[];
};
type Variant = { id: string; language: string };

/** Nobody else prepares it until the transaction ends; undefined while somebody does, and when it is done. */
async function lockExpansion(db: TenantDb, campaignId: string): Promise<Expansion | undefined> {
  const [row] = await db.sql<Expansion[]>`
    select p.after_contact, m.audience, m.prefer_time,
      (select coalesce(json_agg(json_build_object('id', v.id::text, 'language', v.language) order by v.id), '[]')
        from campaign v where v.tenant_id = ${db.tenantId} and v.parent_id = m.id) as variants,
      array(select v.id::text from campaign v where v.tenant_id = ${db.tenantId} and m.id in (v.id, v.parent_id)
        and v.status = 'cancelled') as cancelled
    from campaign_expansion p join campaign m on m.tenant_id = ${db.tenantId} and m.id = p.campaign_id
    where p.tenant_id = ${db.tenantId} and p.campaign_id = ${campaignId}
    for update of p skip locked`;
  return row;
}

/**
 * Writes the next messages of a campaign, one for each recipient, in batches. Done in steps of their own transactions: a
 * worker that dies loses nothing, and nobody gets two rows. Answers whether there is more to write.
 */
export async function runExpansionStep(ctx: Context, campaignId: string): Promise<boolean> {
  const expansion = await inTransaction(ctx, ({ db }) => lockExpansion(db, campaignId));
  if (expansion === undefined) return false;
  // Compiled before the lock is taken again: it asks the database about lists and segments.
  const { recipient, listId } = await compileAudience(ctx, expansion.audience, expansion.afterContact);
  return inTransaction(ctx, async ({ db, clock, company }) => {
    const locked = await lockExpansion(db, campaignId);
    // Somebody else was faster.
    if (locked?.afterContact !== expansion.afterContact) return locked !== undefined;
    const limit = locked.afterContact === "0" ? firstStepSize : laterStepSize;
    const due = locked.preferTime
      ? preferredSendTime(db.tenantId, clock.now(), company.timeZone)
      : node`${clock.now()}::timestamptz`;
    const step = { ...locked, campaignId, limit };
    const { written, lastId } = await insertMessages(db, step, { condition: recipient, listId, due });
    return saveProgress(db, campaignId, { written, lastId, isLast: written < limit });
  });
}

type RecipientSelection = { readonly condition: SqlNode; readonly listId: SqlNode; readonly due: SqlNode };
type ExpansionStep = Pick<Expansion, "variants" | "cancelled" | "preferTime"> & { campaignId: string; limit: number };

async function insertMessages(
  db: TenantDb,
  { campaignId, limit, variants, cancelled, preferTime }: ExpansionStep,
  { condition, listId, due }: RecipientSelection,
): Promise<{ written: number; lastId: string | null }> {
  const { tenantId } = db;
  const cases = variants.map(({ id, language }) => node`when ${language} then ${id}::bigint`);
  const variant =
    cases.length === 0
      ? node`${campaignId}::bigint`
      : node`case c.language ${joinNodes(cases, node` `)} else ${campaignId}::bigint end`;
  const isUniform = variants.length === 0 && cancelled.length === 0 && !preferTime;
  const chosen = node`
    select c.id, ${listId} as list_id, split_part(c.email, '@', 2) as domain, ${variant} as variant_id, ${due} as due_at
    from contact c where ${condition} order by c.id limit ${limit}`;
  const rows = await runUnprepared<{ written: number; lastId: string | null }>(
    db,
    node`
    with ${isUniform ? numberSequentially(chosen) : numberByVariantAndTime(chosen, cancelled)}, batch as materialized (
      select number, variant_id, due_at, nextval(pg_get_serial_sequence('send_batch', 'id')) as id, count(*) as size
      from numbered group by number, variant_id, due_at
    ), batches as (
      insert into send_batch (tenant_id, campaign_id, id, variant_id, due_at, size)
      select ${tenantId}, ${campaignId}, id, variant_id, due_at, size from batch
    ), written as (
      insert into message (tenant_id, campaign_id, contact_id, variant_id, batch_id, list_id, domain)
      select ${tenantId}, ${campaignId}, n.id, n.variant_id, (array(select id from batch order by number))[n.number],
        n.list_id, n.domain
      from numbered n
    ), counted as (
      insert into message_state_count (tenant_id, campaign_id, variant_id, state, n)
      select ${tenantId}, ${campaignId}, variant_id, 'queued', sum(size) from batch group by variant_id order by variant_id
      on conflict (tenant_id, campaign_id, variant_id, state) do update set n = message_state_count.n + excluded.n
    )
    select count(*)::int as written, max(id) as last_id from ${isUniform ? node`numbered` : node`chosen`}`,
  );
  return rows[0] ?? { written: 0, lastId: null };
}

/** All of one variant and due at once: they come in the order of their contacts. */
const numberSequentially = (chosen: SqlNode): SqlNode => node`
    numbered as materialized (
      select *, (row_number() over () - 1) / ${batchSize} + 1 as number from (${chosen}) chosen
    )`;

/** A batch has one variant and one time. */
const numberByVariantAndTime = (chosen: SqlNode, cancelled: readonly string[]): SqlNode => node`
    chosen as materialized (${chosen}), numbered as materialized (
      select *, dense_rank() over (order by variant_id, due_at, part) as number from (
        select *, (row_number() over (partition by variant_id, due_at order by id) - 1) / ${batchSize} as part from chosen
        where variant_id <> all(string_to_array(${cancelled.join(",")}, ',')::bigint[])) parted
    )`;

/** The hour in which a contact mostly opens, the next time it comes within a day; now in that hour, and for one who never did. */
const preferredSendTime = (tenantId: string, now: Date, timeZone: string): SqlNode => node`
  coalesce((
    select ${now}::timestamptz + make_interval(mins =>
      case when o.hour = extract(hour from ${now}::timestamptz at time zone ${timeZone}) then 0
        else ((o.hour * 60 - (extract(hour from ${now}::timestamptz at time zone ${timeZone}) * 60
          + extract(minute from ${now}::timestamptz at time zone ${timeZone})))::int + 1440) % 1440 end)
    from (select extract(hour from j.at at time zone ${timeZone})::int as hour from journal j
      where j.tenant_id = ${tenantId} and j.contact_id = c.id and ${isEventOf([emailOpened])}
        and j.at > ${now}::timestamptz - interval '90 days' and coalesce(${payloadField(emailOpened, "verdict")}, 'human') = 'human'
      group by 1 order by count(*) desc, 1 limit 1) o), ${now}::timestamptz)`;

async function saveProgress(
  db: TenantDb,
  campaignId: string,
  { written, lastId, isLast }: { written: number; lastId: string | null; isLast: boolean },
): Promise<boolean> {
  const { sql, tenantId } = db;
  if (isLast) {
    await sql`delete from campaign_expansion where tenant_id = ${tenantId} and campaign_id = ${campaignId}`;
    return false;
  }
  await sql`
    update campaign_expansion set after_contact = ${lastId}, written = written + ${written}
    where tenant_id = ${tenantId} and campaign_id = ${campaignId}`;
  return true;
}
