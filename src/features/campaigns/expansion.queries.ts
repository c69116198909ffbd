import { toFragment } from "../../db/sql-node.ts";
import { routed } from "../../db/distribution/routed.ts";
import { acrossNodes, type Companies } from "../../db/distribution/across-nodes.ts";
import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { emailOpened } from "../../journal/events.ts";
import { isEventOf, payloadField } from "../../journal/fields.sql.ts";
import { enqueueMessages } from "../delivery/enqueue.queries.ts";
import type { Audience } from "./audience/shapes.ts";

export type Expansion = {
  afterContact: string;
  shopId: string;
  audience: Audience;
  preferTime: boolean;
  variants: { id: string; language: string }[];
  /** The campaign itself or variants of it: their recipients get nothing. */
  cancelled: string[];
};

/** Requests the expansion into messages, unless it was requested before. */
export async function requestExpansion({ sql, tenantId }: TenantDb, campaignId: string): Promise<void> {
  await sql`
    ${toFragment(sql, routed)} insert into campaign_expansion (tenant_id, campaign_id)
    select ${tenantId}, ${campaignId}
    where not exists (select from message_state_count where tenant_id = ${tenantId} and source_id = ${campaignId})
    on conflict do nothing`;
}

/** Waits for the step that is being written, if there is one. */
export async function deleteExpansion({ sql, tenantId }: TenantDb, campaignId: string): Promise<void> {
  await sql`delete from campaign_expansion where tenant_id = ${tenantId} and campaign_id = ${campaignId}`;
}

export async function listPendingExpansions(db: SystemDb): Promise<{ tenantId: string; campaignId: string }[]> {
  const pending = (of: Companies) => db.sql<{ tenantId: string; campaignId: string }[]>`
    select p.tenant_id, p.campaign_id from ${of.table("campaign_expansion")} p
    join ${of.table("campaign")} m on m.tenant_id = p.tenant_id and m.id = p.campaign_id
    where m.status = 'sending' or exists (
      select from ${of.table("campaign")} v where v.tenant_id = p.tenant_id and v.parent_id = p.campaign_id and v.status = 'sending')
    order by p.tenant_id, p.campaign_id`;
  return acrossNodes(db, pending);
}

/** A paused campaign continues to write its messages when it is resumed; a cancelled one never does. */
export const listUnfinishedExpansions = ({ sql, tenantId }: TenantDb) =>
  sql<Pick<Expansion, "audience" | "shopId" | "afterContact">[]>`
    select m.audience, m.shop_id, p.after_contact from campaign_expansion p
    join campaign m on m.tenant_id = ${tenantId} and m.id = p.campaign_id
    where p.tenant_id = ${tenantId} and exists (
      select from campaign v where v.tenant_id = ${tenantId} and m.id in (v.id, v.parent_id) and v.status <> 'cancelled')
    order by p.campaign_id`;

/** Locks the expansion until the transaction ends; undefined while another worker has it, and when it is done. */
export async function lockExpansion(db: TenantDb, campaignId: string): Promise<Expansion | undefined> {
  const [row] = await db.sql<Expansion[]>`
    select p.after_contact, m.shop_id, m.audience, m.prefer_time,
      (select coalesce(json_agg(json_build_object('id', v.id::text, 'language', v.language) order by v.id), '[]')
        from campaign v where v.tenant_id = ${db.tenantId} and v.parent_id = m.id) as variants,
      array(select v.id::text from campaign v where v.tenant_id = ${db.tenantId} and m.id in (v.id, v.parent_id)
        and v.status = 'cancelled') as cancelled
    from campaign_expansion p join campaign m on m.tenant_id = ${db.tenantId} and m.id = p.campaign_id
    where p.tenant_id = ${db.tenantId} and p.campaign_id = ${campaignId}
    for update of p skip locked`;
  return row;
}

export type ExpansionStep = Pick<Expansion, "variants" | "cancelled" | "preferTime"> & {
  readonly campaignId: string;
  readonly limit: number;
  readonly now: Date;
  readonly timeZone: string;
};

/** Over contact `c`. */
export type RecipientSelection = { readonly recipient: SqlNode; readonly listId: SqlNode };

/** Writes the messages of the next recipients: each gets the variant of their language, or the main one. */
export function insertMessages(
  db: TenantDb,
  { campaignId, limit, variants, cancelled, preferTime, now, timeZone }: ExpansionStep,
  { recipient, listId }: RecipientSelection,
): Promise<{ written: number; lastId: string | null }> {
  const cases = variants.map(({ id, language }) => node`when c.language = ${language} then ${id}::bigint`);
  const variant =
    cases.length === 0
      ? node`${campaignId}::bigint`
      : node`case ${joinNodes(cases, node` `)} else ${campaignId}::bigint end`;
  const dueAt = preferTime ? preferredSendTime(db.tenantId, now, timeZone) : node`${now}::timestamptz`;
  return enqueueMessages(db, {
    kind: "campaign",
    sourceId: campaignId,
    chosen: node`
    select c.id, ${listId} as list_id, split_part(c.email, '@', 2) as domain, ${variant} as variant_id, ${dueAt} as due_at
    from contact c where ${recipient} order by c.id limit ${limit}`,
    isUniform: variants.length === 0 && cancelled.length === 0 && !preferTime,
    cancelledVariants: cancelled,
  });
}

/**
 * The next occurrence, within a day, of the hour in which the contact opened most e-mails of 90 days; now in that hour and
 * for a contact without opens.
 */
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

export async function updateExpansion(
  { sql, tenantId }: TenantDb,
  campaignId: string,
  { written, lastId }: { written: number; lastId: string | null },
): Promise<void> {
  await sql`
    update campaign_expansion set after_contact = ${lastId}, written = written + ${written}
    where tenant_id = ${tenantId} and campaign_id = ${campaignId}`;
}
