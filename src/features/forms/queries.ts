import type { Fragment } from "../../db/client.ts";
import { orderBy } from "../../db/order-by.ts";
import { singleRow } from "../../db/rows.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { UniqueNames } from "../../db/unique-names.ts";
import type { Referrer } from "../../kernel/errors.ts";
import { searchPattern, joinSearchText } from "../../kernel/text.ts";
import { hasTags, tagsOf } from "../labels/assignments.sql.ts";
import { deleteAssignmentsOfObject } from "../labels/queries.ts";
import type { StyledDesign } from "../pages/public-page/styled-design.ts";
import type { FormField, FormSettings, Popup } from "./shapes.ts";

export const formNames: UniqueNames = { table: "form", where: node`deleted_at is null` };

export type FormWrite = {
  name: string;
  shopId: string;
  isActive: boolean;
  kind: "classic" | "popup" | "slide";
  fields: FormField[];
  listIds: string[];
  purposeId: string | null;
  consentHtml: string;
  title: string;
  descriptionHtml: string;
  submitLabel: string;
  successUrl: string | null;
  confirmedUrl: string | null;
  captcha: boolean;
  popup: Popup;
  design: StyledDesign;
  settings: FormSettings;
};

export type FormRecord = FormWrite & {
  id: string;
  key: string;
  version: number;
  isWelcomeEnabled: boolean;
  welcomeTemplateId: string | null;
  tags: string[];
  submitted: number;
  confirmed: number;
  createdAt: Date;
  updatedAt: Date | null;
};

const columns = ({ sql, tenantId }: TenantDb): Fragment => sql`
  f.id, f.key, f.name, f.shop_id, f.is_active, f.kind, f.fields, f.list_ids::text[] as list_ids, f.purpose_id,
  f.consent_html, f.title, f.description_html, f.submit_label, f.success_url, f.confirmed_url, f.captcha, f.popup,
  f.design, f.settings, f.version, f.is_welcome_enabled, f.welcome_template_id, f.submitted, f.confirmed, f.created_at,
  f.updated_at, ${toFragment(sql, tagsOf({ tenantId, kind: "form", id: node`f.id` }))} as tags`;

export async function findForm(db: TenantDb, id: string): Promise<FormRecord | undefined> {
  const [row] = await db.sql<FormRecord[]>`
    select ${columns(db)} from form f where f.tenant_id = ${db.tenantId} and f.id = ${id} and f.deleted_at is null`;
  return row;
}

/** Serializes changes of the form. */
export async function lockForm(db: TenantDb, id: string): Promise<FormRecord | undefined> {
  await db.sql`select from form where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return findForm(db, id);
}

/** By public key, across companies. */
export async function findFormByKey(
  db: SystemDb,
  key: string,
): Promise<{ tenantId: string; formId: string } | undefined> {
  const [row] = await db.sql<{ tenantId: string; formId: string }[]>`
    select tenant_id, form_id from form_lookup where key = ${key}`;
  return row;
}

export const listActiveForms = (db: TenantDb, { shopId, ids }: { shopId: string; ids: readonly string[] }) =>
  db.sql<Pick<FormRecord, "id" | "key" | "kind">[]>`
    select id, key, kind from form
    where tenant_id = ${db.tenantId} and shop_id = ${shopId} and id = any(${[...ids]}::bigint[])
      and is_active and deleted_at is null
    order by array_position(${[...ids]}::bigint[], id)`;

/** Forms of a shop by their public keys. */
export async function listFormIdsByKey(
  db: TenantDb,
  { shopId, keys }: { shopId: string; keys: readonly string[] },
): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from form where tenant_id = ${db.tenantId} and shop_id = ${shopId} and key = any(${[...keys]}::text[])
      and deleted_at is null order by id limit 1000`;
  return rows.map(({ id }) => id);
}

export type FormRequest = {
  q?: string;
  shop?: string;
  tag?: readonly string[];
  sort?: string;
  limit: number;
  offset: number;
};

export async function listForms(db: TenantDb, request: FormRequest): Promise<{ total: number; rows: FormRecord[] }> {
  const { sql, tenantId } = db;
  const q = request.q?.trim() ?? "";
  const { tag, shop } = request;
  const found = sql`
    from form f where f.tenant_id = ${tenantId} and f.deleted_at is null
      ${q === "" ? sql`` : sql`and f.search like ${searchPattern(q)}`}
      ${shop === undefined ? sql`` : sql`and f.shop_id = ${shop}`}
      ${tag === undefined ? sql`` : sql`and ${toFragment(sql, hasTags({ tenantId, kind: "form", id: node`f.id` }, tag))}`}`;
  const order = orderBy(db, request.sort ?? "-createdAt", {
    id: sql`f.id`,
    name: sql`lower(f.name)`,
    createdAt: sql`f.created_at`,
  });
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<FormRecord[]>`select ${columns(db)} ${found} order by ${order} limit ${request.limit} offset ${request.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

const toRow = ({ fields, popup, design, settings, ...form }: FormWrite) => ({
  ...form,
  fields: JSON.stringify(fields),
  popup: JSON.stringify(popup),
  design: JSON.stringify(design),
  settings: JSON.stringify(settings),
  search: joinSearchText(form.name, form.title),
});

export async function insertForm(
  db: TenantDb,
  form: FormWrite,
  { key, createdAt }: { key: string; createdAt: Date },
): Promise<string> {
  const row = { tenantId: db.tenantId, key, ...toRow(form), createdAt };
  const { id } = singleRow(await db.sql<{ id: string }[]>`insert into form ${db.sql(row)} returning id`);
  await db.sql`insert into form_lookup (key, tenant_id, form_id) values (${key}, ${db.tenantId}, ${id})`;
  return id;
}

export async function updateForm(db: TenantDb, id: string, form: FormWrite, updatedAt: Date): Promise<void> {
  const row = { ...toRow(form), updatedAt };
  const update = db.sql`update form set ${db.sql(row)}, version = version + 1`;
  await db.sql`${update} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export type WelcomeWrite = { isWelcomeEnabled: boolean; welcomeTemplateId: string | null };

export async function updateWelcome(db: TenantDb, id: string, welcome: WelcomeWrite, updatedAt: Date): Promise<void> {
  const row = { ...welcome, updatedAt };
  await db.sql`update form set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** The row stays, because sign-ups prove consents. */
export async function markFormDeleted(db: TenantDb, id: string, at: Date): Promise<void> {
  await deleteAssignmentsOfObject(db, "form", id);
  await db.sql`delete from form_draft where tenant_id = ${db.tenantId} and form_id = ${id}`;
  await db.sql`delete from form_view where tenant_id = ${db.tenantId} and form_id = ${id}`;
  await db.sql`delete from form_lookup where tenant_id = ${db.tenantId} and form_id = ${id}
    and key = (select key from form where tenant_id = ${db.tenantId} and id = ${id})`;
  await db.sql`
    update form set deleted_at = ${at}, is_active = false, is_welcome_enabled = false
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Counts a sign-up; undefined if the form was changed, switched off or deleted since it was read. */
export async function countSubmission(db: TenantDb, id: string, version: number): Promise<boolean> {
  const rows = await db.sql`
    update form set submitted = submitted + 1
    where tenant_id = ${db.tenantId} and id = ${id} and version = ${version} and is_active and deleted_at is null returning id`;
  return rows.length > 0;
}

export async function countConfirmation(db: TenantDb, id: string): Promise<void> {
  await db.sql`update form set confirmed = confirmed + 1 where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function findDefaultPurposeId(db: TenantDb): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`select id from purpose where tenant_id = ${db.tenantId} and is_default`;
  return singleRow(rows).id;
}

export async function findDefaultShopId(db: TenantDb): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    select id from shop where tenant_id = ${db.tenantId} order by is_enabled desc, id limit 1`;
  return singleRow(rows).id;
}

export type DoiTemplateRecord = { id: string; name: string; subject: string; shopId: string | null; html: string };

/** Published templates that may contain the confirmation tag. */
export const listConfirmationCandidates = ({ sql, tenantId }: TenantDb) => sql<DoiTemplateRecord[]>`
  select t.id, t.name, t.subject, t.shop_id, v.html from template t
  join content c on c.tenant_id = ${tenantId} and c.owner_kind = 'template' and c.owner_id = t.id
  join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = 'template' and v.owner_id = t.id
    and v.version = c.published_version
  where t.tenant_id = ${tenantId} and t.archived_at is null and v.html ilike '%confirmation%'
  order by lower(t.name), t.id limit 500`;

export async function listFormsUsingLists(db: TenantDb, listIds: readonly string[]): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    select 'form' as kind, id, name from form
    where tenant_id = ${db.tenantId} and deleted_at is null and list_ids && ${[...listIds]}::bigint[]
    order by id limit 100`;
}

/** A form without a sender uses the shop's first verified one. */
export async function removeSenderFromForms(db: TenantDb, senderId: string): Promise<void> {
  await db.sql`
    update form set settings = jsonb_set(settings, '{senderId}', 'null')
    where tenant_id = ${db.tenantId} and settings->>'senderId' = ${senderId}`;
}

export async function findFirstSenderId(db: TenantDb, shopId: string): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    select id from sender
    where tenant_id = ${db.tenantId} and verified_at is not null and (shop_id is null or shop_id = ${shopId})
    order by shop_id is null, id limit 1`;
  return row?.id;
}

export async function isSenderOfShop(db: TenantDb, id: string, shopId: string): Promise<boolean> {
  const rows = await db.sql`
    select from sender where tenant_id = ${db.tenantId} and id = ${id} and (shop_id is null or shop_id = ${shopId})`;
  return rows.length > 0;
}
