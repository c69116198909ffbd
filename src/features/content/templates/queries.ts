import type { Fragment } from "../../../db/client.ts";
import { nonExistentId, singleRow } from "../../../db/rows.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { UniqueNames } from "../../../db/unique-names.ts";
import { searchPattern, joinSearchText } from "../../../kernel/text.ts";
import { hasTags, tagsOf } from "../../labels/assignments.sql.ts";
import { deleteAssignmentsOfObject } from "../../labels/queries.ts";
import { orderBy } from "../../../db/order-by.ts";
import type { ContentKind } from "../versions/shapes.ts";

export const templateNames: UniqueNames = { table: "template" };

export type TemplateRecord = {
  id: string;
  name: string;
  description: string;
  shopId: string | null;
  kind: ContentKind;
  subject: string;
  preheader: string;
  footerId: string | null;
  unsubscribePageId: string | null;
  tags: string[];
  archivedAt: Date | null;
  version: number;
  publishedVersion: number;
  bytes: number;
  createdAt: Date;
  updatedAt: Date;
};

const columns = (db: TenantDb): Fragment => db.sql`
  t.id, t.name, t.description, t.shop_id, v.kind, t.subject, t.preheader, t.footer_id,
  ${unsubscribePage(db)} as unsubscribe_page_id,
  ${toFragment(db.sql, tagsOf({ tenantId: db.tenantId, kind: "template", id: node`t.id` }))} as tags, t.archived_at, c.version, c.published_version,
  octet_length(v.html) as bytes, t.created_at, ${updatedAt(db)} as updated_at`;

/** Undefined for a deleted template. */
const unsubscribePage = ({ sql, tenantId }: TenantDb): Fragment => sql`
  (select p.id from unsubscribe_page p where p.tenant_id = ${tenantId} and p.id = t.unsubscribe_page_id)`;

/** The later change of the template and its content. */
const updatedAt = ({ sql }: TenantDb): Fragment => sql`greatest(t.updated_at, c.updated_at)`;

const templates = ({ sql, tenantId }: TenantDb): Fragment => sql`
  from template t
  join content c on c.tenant_id = ${tenantId} and c.owner_kind = 'template' and c.owner_id = t.id
  join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = 'template' and v.owner_id = t.id
    and v.version = c.version
  where t.tenant_id = ${tenantId}`;

export async function findTemplate(db: TenantDb, id: string): Promise<TemplateRecord | undefined> {
  const [row] = await db.sql<TemplateRecord[]>`select ${columns(db)} ${templates(db)} and t.id = ${id}`;
  return row;
}

export type TemplateFilters = {
  q?: string;
  shop?: string;
  tag?: readonly string[];
  archived?: boolean;
  kind?: ContentKind;
};

export type TemplatePage = TemplateFilters & { sort?: string; limit: number; offset: number };

function filterConditions(db: TenantDb, { q, shop, tag, archived = false, kind }: TemplateFilters): Fragment {
  const { sql } = db;
  return [
    archived ? sql`and t.archived_at is not null` : sql`and t.archived_at is null`,
    (q ?? "").trim() === "" ? sql`` : sql`and t.search like ${searchPattern(q ?? "")}`,
    shop === undefined ? sql`` : sql`and (t.shop_id is null or t.shop_id = ${shop})`,
    tag === undefined
      ? sql``
      : sql`and ${toFragment(sql, hasTags({ tenantId: db.tenantId, kind: "template", id: node`t.id` }, tag))}`,
    kind === undefined ? sql`` : sql`and v.kind = ${kind}`,
  ].reduce((all, one) => sql`${all} ${one}`);
}

const sortOrder = (db: TenantDb, sort = "-updatedAt"): Fragment =>
  orderBy(db, sort, {
    id: db.sql`t.id`,
    name: db.sql`lower(t.name)`,
    kind: db.sql`v.kind`,
    createdAt: db.sql`t.created_at`,
    updatedAt: updatedAt(db),
  });

export async function listTemplates(
  db: TenantDb,
  page: TemplatePage,
): Promise<{ total: number; rows: TemplateRecord[] }> {
  const found = db.sql`${templates(db)} ${filterConditions(db, page)}`;
  const order = sortOrder(db, page.sort);
  const [count, rows] = await Promise.all([
    db.sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    db.sql<TemplateRecord[]>`
      select ${columns(db)} ${found} order by ${order} limit ${page.limit} offset ${page.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export type TemplateWrite = {
  name: string;
  description: string;
  shopId: string | null;
  subject: string;
  preheader: string;
  footerId: string | null;
  unsubscribePageId: string | null;
};

const toSearchText = ({ name, description, subject }: TemplateWrite) => joinSearchText(name, subject, description);

export async function insertTemplate(db: TenantDb, template: TemplateWrite & { createdAt: Date }): Promise<string> {
  const row = { tenantId: db.tenantId, ...template, search: toSearchText(template) };
  const rows = await db.sql<{ id: string }[]>`insert into template ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

export async function updateTemplate(db: TenantDb, id: string, template: TemplateWrite & { updatedAt: Date }) {
  const row = { ...template, search: toSearchText(template) };
  await db.sql`update template set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Locks the template against changes and new uses until the transaction ends. */
export async function lockTemplate(db: TenantDb, id: string): Promise<TemplateRecord | undefined> {
  await db.sql`select from template where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return findTemplate(db, id);
}

/** Archived templates keep their archive time. */
export async function archiveTemplate(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.sql`
    update template set archived_at = ${at}, updated_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and archived_at is null`;
}

export async function unarchiveTemplate(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.sql`
    update template set archived_at = null, updated_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and archived_at is not null`;
}

export async function deleteTemplate(db: TenantDb, id: string): Promise<void> {
  await deleteAssignmentsOfObject(db, "template", id);
  await db.sql`delete from template where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** The language of the shop, otherwise of the company. */
export async function findDefaultLanguage(db: TenantDb, shopId: string | null): Promise<string> {
  const rows = await db.sql<{ language: string }[]>`
    select coalesce(s.language, c.language) as language from company c
    left join shop s on s.tenant_id = ${db.tenantId} and s.id = ${shopId ?? nonExistentId}
    where c.tenant_id = ${db.tenantId}`;
  return singleRow(rows).language;
}
