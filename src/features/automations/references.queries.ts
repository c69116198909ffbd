import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { ReferenceKind } from "./graph/config-field.ts";

export type FoundObject = {
  readonly id: string;
  /** Null for an object of the whole company. */
  readonly shopId: string | null;
  /** Why it cannot be used yet. */
  readonly reason?: string | null;
};

/** A graph that is saved locks what it names against deletion until the transaction ends; one that is shown does not. */
export type ReferenceUse = "save" | "show";

type Find = (db: TenantDb, ids: readonly string[], use: ReferenceUse) => Promise<FoundObject[]>;

const lockFor = ({ sql }: TenantDb, use: ReferenceUse): Fragment => (use === "save" ? sql`for key share` : sql``);

export const findLists: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, shop_id from list
    where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[]) and deleted_at is null order by id ${lockFor(db, use)}`;

export const findSegments: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, shop_id from segment where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])
    order by id ${lockFor(db, use)}`;

export const findTemplates: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, shop_id from template where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])
    order by id ${lockFor(db, use)}`;

export type TemplateText = { id: string; preheader: string; html: string; text: string | null };

/** What the templates send: the published version. */
export const findTemplateTexts = async (db: TenantDb, ids: readonly string[]): Promise<TemplateText[]> =>
  db.sql<TemplateText[]>`
    select t.id, t.preheader, v.html, v.text from template t
    join content c on c.tenant_id = ${db.tenantId} and c.owner_kind = 'template' and c.owner_id = t.id
    join content_version v on v.tenant_id = ${db.tenantId} and v.owner_kind = 'template' and v.owner_id = t.id
      and v.version = c.published_version
    where t.tenant_id = ${db.tenantId} and t.id = any(${[...ids]}::bigint[])`;

export const findSenders: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, shop_id, case when verified_at is null then 'unverified' end as reason from sender
    where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[]) order by id ${lockFor(db, use)}`;

export const findCampaigns: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, shop_id from campaign
    where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[]) and parent_id is null order by id ${lockFor(db, use)}`;

export const findAutomations: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, shop_id from automation where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])
    order by id ${lockFor(db, use)}`;

export const findSurveys: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, null as shop_id from survey where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])
    order by id ${lockFor(db, use)}`;

export const findForms: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, shop_id from form
    where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[]) and deleted_at is null order by id ${lockFor(db, use)}`;

export const findCouponStacks: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, shop_id from coupon_stack where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])
    order by id ${lockFor(db, use)}`;

export const findMembers: Find = async (db, ids, use) =>
  db.sql<FoundObject[]>`
    select id, null as shop_id from membership
    where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[]) and is_active order by id ${lockFor(db, use)}`;

export type NamedObject = { readonly kind: ReferenceKind; readonly id: string };

export async function replaceReferences(
  { sql, tenantId }: TenantDb,
  automationId: string,
  named: readonly NamedObject[],
): Promise<void> {
  await sql`delete from automation_reference where tenant_id = ${tenantId} and automation_id = ${automationId}`;
  const rows = named.map(({ kind, id }) => ({ tenantId, automationId, kind, targetId: id }));
  if (rows.length > 0) await sql`insert into automation_reference ${sql(rows)} on conflict do nothing`;
}
