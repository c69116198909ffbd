import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { joinSearchText, searchPattern } from "../../kernel/text.ts";
import type { CustomHeader } from "../../mail/render/message.ts";
import type { LinkParam, Utm } from "../../mail/render/links.ts";
import { orderBy } from "../../db/order-by.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { hasTags, tagsOf } from "../labels/assignments.sql.ts";
import { deleteAssignmentsOfObject } from "../labels/queries.ts";
import { deleteContent } from "../content/versions/queries.ts";
import { findOnlyList, type Audience } from "./audience/shapes.ts";
import type { StopReason } from "../../message-source.ts";
import type { PauseReason } from "./hold-reasons.ts";
import type { Timing } from "./shapes.ts";
import type { CampaignStatus } from "./transitions.ts";
import { withVariantStatus } from "./aggregate-status.sql.ts";

/** The settings of a campaign. */
export type CampaignSettings = {
  name: string;
  shopId: string;
  senderId: string | null;
  fromName: string;
  subject: string;
  preheader: string;
  templateId: string | null;
  audience: Audience;
  trackOpens: boolean;
  trackClicks: boolean;
  utm: Utm | null;
  headers: readonly CustomHeader[];
  linkParams: readonly LinkParam[];
  replyTo: string;
  timing: Timing;
  plannedAt: Date | null;
  preferTime: boolean;
  unsubscribePageId: string | null;
  footerId: string | null;
};

export type CampaignRecord = Omit<CampaignSettings, "audience"> & {
  id: string;
  /** Status of the campaign with its variants. */
  status: CampaignStatus;
  /** Status of its own e-mail alone. */
  mainStatus: CampaignStatus;
  /** Missing filters match everything. */
  audience: Partial<Audience>;
  tags: string[];
  languages: string[];
  /** Recipients of the campaign with its variants; null before the approval. */
  recipients: number | null;
  contentVersion: number | null;
  version: number;
  approvedAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  pausedBy: PauseReason | null;
  /** A variant that is being sent waits for the relay. */
  isRelayDown: boolean;
  createdAt: Date;
  updatedAt: Date | null;
};

const columns = (db: TenantDb): Fragment => db.sql`
  c.id, c.name, c.shop_id, w.status, c.status as main_status, c.sender_id, c.from_name, c.subject, c.preheader, c.audience, c.track_opens,
  c.track_clicks, c.utm, c.headers, c.link_params, c.reply_to, c.timing, c.planned_at, c.prefer_time, c.footer_id,
  c.content_version, c.approved_at, w.started_at, w.finished_at, w.paused_by, w.is_relay_down, w.recipients, c.created_at,
  ${existingId(db, "template")} as template_id, ${existingId(db, "unsubscribe_page")} as unsubscribe_page_id,
  ${toFragment(db.sql, tagsOf({ tenantId: db.tenantId, kind: "campaign", id: node`c.id` }))} as tags, ${updatedAt(db)} as updated_at, coalesce(k.version, 0) as version,
  (select coalesce(array_agg(v.language order by v.language), '{}') from campaign v
    where v.tenant_id = ${db.tenantId} and v.parent_id = c.id) as languages`;

/** A deleted one is excluded. */
const existingId = ({ sql, tenantId }: TenantDb, table: "template" | "unsubscribe_page"): Fragment => sql`
  (select x.id from ${sql(table)} x where x.tenant_id = ${tenantId} and x.id = c.${sql(`${table}_id`)})`;

const updatedAt = ({ sql }: TenantDb): Fragment => sql`
  case when k.version > 1 or c.updated_at is not null then greatest(c.updated_at, k.updated_at) end`;

const campaigns = (db: TenantDb): Fragment => db.sql`
  from campaign c
  left join content k on k.tenant_id = ${db.tenantId} and k.owner_kind = 'campaign' and k.owner_id = c.id
  ${withVariantStatus(db)}
  where c.tenant_id = ${db.tenantId} and c.parent_id is null`;

export async function findCampaign(db: TenantDb, id: string): Promise<CampaignRecord | undefined> {
  const [row] = await db.sql<CampaignRecord[]>`select ${columns(db)} ${campaigns(db)} and c.id = ${id}`;
  return row;
}

/**
 * Locks a campaign with its variants until the transaction ends, so that status changes are serialized. Messages and
 * batches can be written meanwhile.
 */
export async function lockCampaign(db: TenantDb, id: string): Promise<CampaignRecord | undefined> {
  await db.sql`
    select from campaign where tenant_id = ${db.tenantId} and (id = ${id} or parent_id = ${id})
    order by id for no key update`;
  return findCampaign(db, id);
}

/** Also waits for automations that are about to name it. */
export async function lockCampaignForDeletion(db: TenantDb, id: string): Promise<void> {
  await db.sql`select from campaign where tenant_id = ${db.tenantId} and id = ${id} for update`;
}

/** Whether another variant of the campaign is paused for the reason. */
export async function isStoppedBefore({ sql, tenantId }: TenantDb, id: string, reason: StopReason): Promise<boolean> {
  const rows = await sql`
    select from campaign where tenant_id = ${tenantId} and (id = ${id} or parent_id = ${id}) and status = 'paused'
      and pause_reason = ${reason} limit 1`;
  return rows.length > 0;
}

export type CampaignFilters = { q?: string; shop?: string; tag?: readonly string[]; status?: CampaignStatus };

const filterConditions = (db: TenantDb, { q, shop, tag, status }: CampaignFilters): Fragment => {
  const { sql } = db;
  return [
    (q ?? "").trim() === "" ? sql`` : sql`and c.search like ${searchPattern(q ?? "")}`,
    shop === undefined ? sql`` : sql`and c.shop_id = ${shop}`,
    tag === undefined
      ? sql``
      : sql`and ${toFragment(sql, hasTags({ tenantId: db.tenantId, kind: "campaign", id: node`c.id` }, tag))}`,
    status === undefined ? sql`` : sql`and w.status = ${status}`,
  ].reduce((all, one) => sql`${all} ${one}`);
};

export type CampaignPage = CampaignFilters & { sort?: string; limit: number; offset: number };

export async function listCampaigns(
  db: TenantDb,
  page: CampaignPage,
): Promise<{ total: number; rows: CampaignRecord[] }> {
  const { sql } = db;
  const found = sql`${campaigns(db)} ${filterConditions(db, page)}`;
  const order = orderBy(db, page.sort ?? "-createdAt", {
    id: sql`c.id`,
    name: sql`lower(c.name)`,
    status: sql`w.status`,
    subject: sql`lower(c.subject)`,
    createdAt: sql`c.created_at`,
    updatedAt: sql`coalesce(${updatedAt(db)}, c.created_at)`,
    plannedAt: sql`coalesce(c.planned_at, c.approved_at, 'epoch')`,
    startedAt: sql`coalesce(w.started_at, 'epoch')`,
    recipients: sql`coalesce(w.recipients, 0)`,
  });
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<CampaignRecord[]>`select ${columns(db)} ${found} order by ${order} limit ${page.limit} offset ${page.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

const toRow = ({ audience, utm, headers, linkParams, ...plain }: CampaignSettings) => ({
  ...plain,
  audience: JSON.stringify(audience),
  utm: utm === null ? null : JSON.stringify(utm),
  headers: JSON.stringify(headers),
  linkParams: JSON.stringify(linkParams),
  search: joinSearchText(plain.name, plain.subject),
});

export async function insertCampaign(db: TenantDb, settings: CampaignSettings, createdAt: Date): Promise<string> {
  const row = { tenantId: db.tenantId, status: "draft", ...toRow(settings), createdAt };
  const rows = await db.sql<{ id: string }[]>`insert into campaign ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

export async function updateCampaign(
  db: TenantDb,
  id: string,
  settings: CampaignSettings,
  updatedAt: Date,
): Promise<void> {
  const row = { ...toRow(settings), updatedAt };
  await db.sql`update campaign set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
  const { name, shopId } = settings;
  await db.sql`
    update campaign set ${db.sql({ name, shopId })} where tenant_id = ${db.tenantId} and parent_id = ${id}`;
}

/** The footer that was approved; empty when there was none, null before the approval. */
export async function findApprovedFooter(db: TenantDb, id: string): Promise<string | null> {
  const [row] = await db.sql<{ footerHtml: string | null }[]>`
    select footer_html from campaign where tenant_id = ${db.tenantId} and id = ${id}`;
  return row?.footerHtml ?? null;
}

/** Deletes the draft with its variants and their content; it has no messages. */
export async function deleteCampaign(db: TenantDb, id: string): Promise<void> {
  await deleteAssignmentsOfObject(db, "campaign", id);
  const units = await db.sql<{ id: string }[]>`
    select id from campaign where tenant_id = ${db.tenantId} and (id = ${id} or parent_id = ${id})`;
  for (const unit of units) await deleteContent(db, { kind: "campaign", id: unit.id });
  await db.sql`delete from campaign where tenant_id = ${db.tenantId} and id = ${id}`;
}

export type CampaignSender = {
  id: string;
  email: string;
  name: string;
  shopId: string | null;
  verifiedAt: Date | null;
};

export async function findCampaignSender(db: TenantDb, id: string): Promise<CampaignSender | undefined> {
  const [row] = await db.sql<CampaignSender[]>`
    select id, email, name, shop_id, verified_at from sender where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** Allowed Reply-To addresses: of verified senders of the shop, the company's own, and that of the list that is all of the audience. */
export async function listReplyAddresses(
  db: TenantDb,
  { shopId, audience }: Pick<CampaignSettings, "shopId" | "audience">,
): Promise<string[]> {
  const rows = await db.sql<{ email: string }[]>`
    select email from sender
    where tenant_id = ${db.tenantId} and verified_at is not null and (shop_id is null or shop_id = ${shopId})
    union select lower(email) from company where tenant_id = ${db.tenantId} and email is not null
    union select lower(reply_to) from list
      where tenant_id = ${db.tenantId} and id = ${findOnlyList(audience) ?? null} and deleted_at is null and reply_to <> ''
    order by email`;
  return [...new Set(rows.map(({ email }) => normalizeEmail(email) ?? email))];
}

export async function isUtmDefaultOn(db: TenantDb): Promise<boolean> {
  const rows = await db.sql<{ isOn: boolean }[]>`
    select utm_default_on as is_on from company where tenant_id = ${db.tenantId}`;
  return singleRow(rows).isOn;
}

/**
 * The unsubscribe page of a message: the variant's, the campaign's, or its template's. Null when none of them names an
 * active one.
 */
export async function findUnsubscribePageId(
  db: TenantDb,
  { campaignId, contactId }: { campaignId: string | null; contactId: string },
): Promise<string | null> {
  if (campaignId === null) return null;
  const [row] = await db.sql<{ id: string }[]>`
    select p.id from campaign m
    left join message s on s.tenant_id = ${db.tenantId} and s.source_id = m.id and s.contact_id = ${contactId}
    left join campaign v on v.tenant_id = ${db.tenantId} and v.id = s.variant_id
    left join template t on t.tenant_id = ${db.tenantId} and t.id = m.template_id
    join unsubscribe_page p on p.tenant_id = ${db.tenantId} and p.is_active
      and (p.id in (v.unsubscribe_page_id, m.unsubscribe_page_id)
        or (p.id = t.unsubscribe_page_id and (p.shop_id is null or p.shop_id = m.shop_id)))
    where m.tenant_id = ${db.tenantId} and m.id = ${campaignId}
    order by p.id = v.unsubscribe_page_id desc nulls last, p.id = m.unsubscribe_page_id desc nulls last limit 1`;
  return row?.id ?? null;
}
