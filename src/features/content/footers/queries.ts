import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { UniqueNames } from "../../../db/unique-names.ts";
import { searchPattern, joinSearchText } from "../../../kernel/text.ts";
import { orderBy } from "../../../db/order-by.ts";
import type { ContentKind } from "../versions/shapes.ts";

export const footerNames: UniqueNames = { table: "footer" };

export type FooterRecord = {
  id: string;
  name: string;
  shopId: string | null;
  isDefault: boolean;
  kind: ContentKind;
  version: number;
  publishedVersion: number | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = (db: TenantDb): Fragment => db.sql`
  f.id, f.name, f.shop_id, f.is_default, v.kind, c.version, c.published_version, f.created_at,
  ${updatedAt(db)} as updated_at`;

const updatedAt = ({ sql }: TenantDb): Fragment => sql`greatest(f.updated_at, c.updated_at)`;

const footers = ({ sql, tenantId }: TenantDb): Fragment => sql`
  from footer f
  join content c on c.tenant_id = ${tenantId} and c.owner_kind = 'footer' and c.owner_id = f.id
  join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = 'footer' and v.owner_id = f.id
    and v.version = c.version
  where f.tenant_id = ${tenantId}`;

export async function findFooter(db: TenantDb, id: string): Promise<FooterRecord | undefined> {
  const [row] = await db.sql<FooterRecord[]>`select ${columns(db)} ${footers(db)} and f.id = ${id}`;
  return row;
}

export type FooterPage = { q?: string; shop?: string; sort?: string; limit: number; offset: number };

export async function listFooters(db: TenantDb, page: FooterPage): Promise<{ total: number; rows: FooterRecord[] }> {
  const { sql } = db;
  const search = (page.q ?? "").trim() === "" ? sql`` : sql`and f.search like ${searchPattern(page.q ?? "")}`;
  const shop = page.shop === undefined ? sql`` : sql`and (f.shop_id is null or f.shop_id = ${page.shop})`;
  const found = sql`${footers(db)} ${search} ${shop}`;
  const order = orderBy(db, page.sort ?? "-updatedAt", {
    id: sql`f.id`,
    name: sql`lower(f.name)`,
    createdAt: sql`f.created_at`,
    updatedAt: updatedAt(db),
  });
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<FooterRecord[]>`select ${columns(db)} ${found} order by ${order} limit ${page.limit} offset ${page.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export async function insertFooter(
  db: TenantDb,
  footer: { name: string; shopId: string | null; createdAt: Date },
): Promise<string> {
  const row = { tenantId: db.tenantId, ...footer, search: joinSearchText(footer.name) };
  const rows = await db.sql<{ id: string }[]>`insert into footer ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

export async function renameFooter(db: TenantDb, id: string, name: string, at: Date): Promise<void> {
  await db.sql`
    update footer set name = ${name}, search = ${joinSearchText(name)}, updated_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Locks the footer against changes and new references until the transaction ends. */
export async function lockFooter(db: TenantDb, id: string): Promise<FooterRecord | undefined> {
  await db.sql`select from footer where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return findFooter(db, id);
}

/** Makes the footer the default of its shop, or of the company, replacing the previous one. */
export async function makeFooterDefault(db: TenantDb, id: string, shopId: string | null, at: Date): Promise<void> {
  await db.sql`
    update footer set is_default = false, updated_at = ${at}
    where tenant_id = ${db.tenantId} and is_default and shop_id is not distinct from ${shopId} and id <> ${id}`;
  await db.sql`
    update footer set is_default = true, updated_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and not is_default`;
}

export async function unmakeFooterDefault(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.sql`
    update footer set is_default = false, updated_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and is_default`;
}

export async function deleteFooter(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from footer where tenant_id = ${db.tenantId} and id = ${id}`;
}

export type FooterReference = { readonly footerId: string; readonly shopId: string | null };

/**
 * A published footer that a template or a campaign may reference: of its shop or of the whole company. Prevents its
 * deletion until the transaction ends.
 */
export async function lockPublishedFooter(db: TenantDb, { footerId, shopId }: FooterReference): Promise<boolean> {
  const rows = await db.sql`
    select from footer f
    join content c on c.tenant_id = ${db.tenantId} and c.owner_kind = 'footer' and c.owner_id = f.id
    where f.tenant_id = ${db.tenantId} and f.id = ${footerId} and c.published_version is not null
      and (f.shop_id is null or f.shop_id = coalesce(${shopId}, f.shop_id))
    for key share of f`;
  return rows.length > 0;
}

export type FooterChoice = { footerId: string | null; shopId: string | null; templateId?: string | null };

/** The given footer, otherwise the template's, the shop's default or the company's default; published ones only. */
export async function findFooterHtml(
  db: TenantDb,
  { footerId, shopId, templateId = null }: FooterChoice,
): Promise<string | undefined> {
  const { sql } = db;
  const choice = { footerId: sql`${footerId}`, shopId: sql`${shopId}`, templateId: sql`${templateId}` };
  const [row] = await sql<{ html: string }[]>`${selectFooterHtml(db, choice)}`;
  return row?.html;
}

/** The same as a query within another one, whose columns, of other tables than `f`, `k`, `t` and `v`, make the choice. */
export const selectFooterHtml = (
  db: TenantDb,
  { footerId, shopId, templateId }: Readonly<Record<keyof FooterChoice, Fragment>>,
): Fragment => {
  const ofTemplate = db.sql`
    f.id = (select t.footer_id from template t where t.tenant_id = ${db.tenantId} and t.id = ${templateId})`;
  return db.sql`
    select v.html from footer f
    join content k on k.tenant_id = ${db.tenantId} and k.owner_kind = 'footer' and k.owner_id = f.id
    join content_version v on v.tenant_id = ${db.tenantId} and v.owner_kind = 'footer' and v.owner_id = f.id
      and v.version = k.published_version
    where f.tenant_id = ${db.tenantId}
      and (f.id = ${footerId} or ((f.is_default or ${ofTemplate}) and (f.shop_id is null or f.shop_id = ${shopId})))
    order by f.id = ${footerId} desc nulls last, ${ofTemplate} desc nulls last, f.shop_id is null limit 1`;
};
