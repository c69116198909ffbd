import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { UniqueNames } from "../../../db/unique-names.ts";
import { searchPattern, joinSearchText } from "../../../kernel/text.ts";
import type { PageDesign } from "../public-page/design.ts";
import { orderBy } from "../../../db/order-by.ts";

export const unsubscribePageNames: UniqueNames = { table: "unsubscribe_page" };

export type UnsubscribePageRecord = {
  id: string;
  name: string;
  isActive: boolean;
  isDefault: boolean;
  shopId: string | null;
  language: string | null;
  title: string;
  textHtml: string;
  buttonLabel: string;
  thanksTitle: string;
  thanksHtml: string;
  showLists: boolean;
  askReason: boolean;
  reasons: string[];
  design: PageDesign;
  createdAt: Date;
  updatedAt: Date | null;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, name, is_active, is_default, shop_id, language, title, text_html, button_label, thanks_title, thanks_html,
  show_lists, ask_reason, reasons, design, created_at, updated_at`;

export async function findUnsubscribePage(db: TenantDb, id: string): Promise<UnsubscribePageRecord | undefined> {
  const [row] = await db.sql<UnsubscribePageRecord[]>`
    select ${columns(db)} from unsubscribe_page where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** Locks the row until the end of the transaction. */
export async function lockUnsubscribePage(db: TenantDb, id: string): Promise<UnsubscribePageRecord | undefined> {
  const [row] = await db.sql<UnsubscribePageRecord[]>`
    select ${columns(db)} from unsubscribe_page where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

export type UnsubscribePageLookup = { pageId: string | null; shopId: string; language: string };

/** The given page, otherwise the best matching default: by shop, then by language. */
export async function findUnsubscribePageFor(
  db: TenantDb,
  lookup: UnsubscribePageLookup,
): Promise<UnsubscribePageRecord | undefined> {
  const [row] = await db.sql<UnsubscribePageRecord[]>`
    select ${columns(db)} from unsubscribe_page
    where tenant_id = ${db.tenantId} and is_active and (id = ${lookup.pageId} or (is_default
      and (shop_id is null or shop_id = ${lookup.shopId}) and (language is null or language = ${lookup.language})))
    order by id = ${lookup.pageId} desc nulls last, shop_id is null, language is null limit 1`;
  return row;
}

export type UnsubscribePageRequest = {
  q?: string;
  shop?: string;
  active?: boolean;
  sort?: string;
  limit: number;
  offset: number;
};

export async function listUnsubscribePages(
  db: TenantDb,
  request: UnsubscribePageRequest,
): Promise<{ total: number; rows: UnsubscribePageRecord[] }> {
  const { sql } = db;
  const q = request.q?.trim() ?? "";
  const found = sql`
    from unsubscribe_page where tenant_id = ${db.tenantId}
      ${q === "" ? sql`` : sql`and search like ${searchPattern(q)}`}
      ${request.shop === undefined ? sql`` : sql`and (shop_id is null or shop_id = ${request.shop})`}
      ${request.active === undefined ? sql`` : sql`and is_active = ${request.active}`}`;
  const order = orderBy(db, request.sort ?? "-createdAt", {
    id: sql`id`,
    name: sql`lower(name)`,
    createdAt: sql`created_at`,
  });
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<UnsubscribePageRecord[]>`
      select ${columns(db)} ${found} order by ${order} limit ${request.limit} offset ${request.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export type UnsubscribePageWrite = Omit<UnsubscribePageRecord, "id" | "isDefault" | "createdAt" | "updatedAt">;

const toRow = ({ design, ...page }: Partial<UnsubscribePageWrite>) => ({
  ...page,
  ...(design === undefined ? {} : { design: JSON.stringify(design) }),
  ...(page.name === undefined ? {} : { search: joinSearchText(page.name) }),
});

export async function insertUnsubscribePage(
  db: TenantDb,
  page: UnsubscribePageWrite,
  createdAt: Date,
): Promise<string> {
  const row = { tenantId: db.tenantId, ...toRow(page), createdAt };
  return singleRow(await db.sql<{ id: string }[]>`insert into unsubscribe_page ${db.sql(row)} returning id`).id;
}

export async function updateUnsubscribePage(
  db: TenantDb,
  id: string,
  change: Partial<UnsubscribePageWrite> & { isDefault?: boolean },
  updatedAt: Date,
): Promise<void> {
  const { isDefault, ...page } = change;
  const row = { ...toRow(page), ...(isDefault === undefined ? {} : { isDefault }), updatedAt };
  await db.sql`update unsubscribe_page set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Makes the page the default of its shop and language, replacing the previous one. */
export async function makeUnsubscribePageDefault(db: TenantDb, page: UnsubscribePageRecord, at: Date): Promise<void> {
  await db.sql`
    update unsubscribe_page set is_default = false, updated_at = ${at}
    where tenant_id = ${db.tenantId} and is_default and id <> ${page.id}
      and shop_id is not distinct from ${page.shopId} and language is not distinct from ${page.language}`;
  await db.sql`
    update unsubscribe_page set is_default = true, updated_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${page.id} and not is_default`;
}

export async function deleteUnsubscribePage(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    delete from unsubscribe_page where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length > 0;
}
