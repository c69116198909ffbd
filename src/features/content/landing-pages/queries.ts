import type { Fragment } from "../../../db/client.ts";
import { only } from "../../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { searchPattern, searchable } from "../../../kernel/text.ts";
import { orderBy } from "../queries.ts";

export type LandingPageRow = {
  id: string;
  name: string;
  slug: string;
  language: string;
  title: string;
  description: string;
  isPublished: boolean;
  publishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date | null;
};
export type LandingPageRecord = LandingPageRow & { html: string };

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, name, slug, language, title, description, is_published, published_at, created_at, updated_at`;

export async function findPage(db: TenantDb, id: string): Promise<LandingPageRecord | undefined> {
  const [row] = await db.sql<LandingPageRecord[]>`
    select ${columns(db)}, html from landing_page where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** As it is until the end of the transaction. */
export async function lockPage(db: TenantDb, id: string): Promise<LandingPageRecord | undefined> {
  const [row] = await db.sql<LandingPageRecord[]>`
    select ${columns(db)}, html from landing_page where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

export type PublishedPage = { language: string; title: string; description: string; html: string };

/** By its address, which does not tell the company. */
export async function findPublished(db: SystemDb, slug: string): Promise<PublishedPage | undefined> {
  const [row] = await db.sql<PublishedPage[]>`
    select p.language, p.title, p.description, p.html from landing_page_lookup l
    join landing_page p on p.tenant_id = l.tenant_id and p.id = l.page_id
    where l.slug = ${slug} and p.is_published`;
  return row;
}

export type PageRequest = { q?: string; published?: boolean; sort?: string; limit: number; offset: number };

export async function listPages(
  db: TenantDb,
  request: PageRequest,
): Promise<{ total: number; rows: LandingPageRow[] }> {
  const { sql } = db;
  const q = request.q?.trim() ?? "";
  const found = sql`
    from landing_page where tenant_id = ${db.tenantId}
      ${q === "" ? sql`` : sql`and search like ${searchPattern(q)}`}
      ${request.published === undefined ? sql`` : sql`and is_published = ${request.published}`}`;
  const order = orderBy(db, request.sort ?? "-createdAt", {
    id: sql`id`,
    name: sql`lower(name)`,
    slug: sql`slug`,
    createdAt: sql`created_at`,
  });
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<LandingPageRow[]>`
      select ${columns(db)} ${found} order by ${order} limit ${request.limit} offset ${request.offset}`,
  ]);
  return { total: only(count).n, rows };
}

export type PageWrite = Omit<LandingPageRecord, "id" | "createdAt" | "updatedAt">;

const searchOf = ({ name, slug, title }: PageWrite) => searchable(name, slug, title);

export async function insertPage(db: TenantDb, page: PageWrite, createdAt: Date): Promise<string> {
  const row = { tenantId: db.tenantId, ...page, createdAt, search: searchOf(page) };
  return only(await db.sql<{ id: string }[]>`insert into landing_page ${db.sql(row)} returning id`).id;
}

export async function updatePage(db: TenantDb, id: string, page: PageWrite, updatedAt: Date | null): Promise<void> {
  const row = { ...page, updatedAt, search: searchOf(page) };
  await db.sql`update landing_page set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** False when somebody has the address already. */
export async function claimSlug(db: TenantDb, slug: string, pageId: string): Promise<boolean> {
  const rows = await db.sql`
    insert into landing_page_lookup (slug, tenant_id, page_id) values (${slug}, ${db.tenantId}, ${pageId})
    on conflict do nothing returning slug`;
  return rows.length > 0;
}

export async function releaseSlugs(db: TenantDb, pageId: string): Promise<void> {
  await db.sql`delete from landing_page_lookup where tenant_id = ${db.tenantId} and page_id = ${pageId}`;
}

export async function deletePage(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`delete from landing_page where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length > 0;
}
