import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { throughLookUp } from "../../../db/distribution/look-up.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { UniqueNames } from "../../../db/unique-names.ts";
import { searchPattern, joinSearchText } from "../../../kernel/text.ts";
import { orderBy } from "../../../db/order-by.ts";
import type { PageBlocks } from "./page-blocks.ts";

export const landingPageNames: UniqueNames = { table: "landing_page" };

export type LandingPageSummary = {
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
export type LandingPageRecord = LandingPageSummary & {
  html: string;
  blocks: PageBlocks | null;
  draft: PageBlocks | null;
  version: number;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, name, slug, language, title, description, is_published, published_at, created_at, updated_at`;

export async function findLandingPage(db: TenantDb, id: string): Promise<LandingPageRecord | undefined> {
  const [row] = await db.sql<LandingPageRecord[]>`
    select ${columns(db)}, html, blocks, draft, version from landing_page where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** Locks the row until the end of the transaction. */
export async function lockLandingPage(db: TenantDb, id: string): Promise<LandingPageRecord | undefined> {
  const [row] = await db.sql<LandingPageRecord[]>`
    select ${columns(db)}, html, blocks, draft, version from landing_page where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

export type PublishedLandingPage = {
  tenantId: string;
  language: string;
  title: string;
  description: string;
  html: string;
};

/** Found by slug, across companies. */
export async function findPublishedLandingPage(db: SystemDb, slug: string): Promise<PublishedLandingPage | undefined> {
  const { sql } = db;
  const lookUp = {
    table: "landing_page_lookup",
    idColumn: "page_id",
    where: sql`l.slug = ${slug}`,
    company: sql`p.tenant_id`,
  };
  return throughLookUp(
    db,
    lookUp,
    ({ from, where }) => sql<PublishedLandingPage[]>`
      select p.tenant_id, p.language, p.title, p.description, p.html from ${from}
      join landing_page p on p.tenant_id = l.tenant_id and p.id = l.page_id
      where ${where} and p.is_published`,
  );
}

export type LandingPageRequest = { q?: string; published?: boolean; sort?: string; limit: number; offset: number };

export async function listLandingPages(
  db: TenantDb,
  request: LandingPageRequest,
): Promise<{ total: number; rows: LandingPageSummary[] }> {
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
    sql<LandingPageSummary[]>`
      select ${columns(db)} ${found} order by ${order} limit ${request.limit} offset ${request.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export type LandingPageWrite = Omit<LandingPageRecord, "id" | "createdAt" | "updatedAt">;

const toContent = ({ blocks, draft }: LandingPageWrite) => ({
  blocks: blocks && JSON.stringify(blocks),
  draft: draft && JSON.stringify(draft),
});

const toSearchText = ({ name, slug, title }: LandingPageWrite) => joinSearchText(name, slug, title);

export async function insertLandingPage(db: TenantDb, page: LandingPageWrite, createdAt: Date): Promise<string> {
  const row = { tenantId: db.tenantId, ...page, ...toContent(page), createdAt, search: toSearchText(page) };
  return singleRow(await db.sql<{ id: string }[]>`insert into landing_page ${db.sql(row)} returning id`).id;
}

export async function updateLandingPage(
  db: TenantDb,
  id: string,
  page: LandingPageWrite,
  updatedAt: Date | null,
): Promise<void> {
  const row = { ...page, ...toContent(page), updatedAt, search: toSearchText(page) };
  await db.sql`update landing_page set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** False if the slug is taken. */
export async function claimSlug(db: TenantDb, slug: string, pageId: string): Promise<boolean> {
  const rows = await db.sql`
    insert into landing_page_lookup (slug, tenant_id, page_id) values (${slug}, ${db.tenantId}, ${pageId})
    on conflict do nothing returning slug`;
  return rows.length > 0;
}

export async function releaseSlugs(db: TenantDb, pageId: string): Promise<void> {
  await db.sql`delete from landing_page_lookup where tenant_id = ${db.tenantId} and page_id = ${pageId}`;
}

export async function deleteLandingPage(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`delete from landing_page where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length > 0;
}
