import { takeLock } from "../../../db/locks.ts";
import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { orderByThenNewest } from "../../../db/order-by.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { joinSearchText, searchPattern } from "../../../kernel/text.ts";
import type { ElementKind } from "./shapes.ts";

export type ElementRecord = {
  id: string;
  name: string;
  category: string;
  kind: ElementKind;
  mjml: string;
  content: Record<string, unknown> | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = ({ sql }: TenantDb): Fragment => sql`id, name, category, kind, mjml, content, created_at, updated_at`;

export async function findElement(db: TenantDb, id: string): Promise<ElementRecord | undefined> {
  const [row] = await db.sql<ElementRecord[]>`
    select ${columns(db)} from editor_element where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

const sortOrder = (db: TenantDb, sort = "category,name"): Fragment =>
  orderByThenNewest(db, sort, {
    id: db.sql`id`,
    name: db.sql`lower(name)`,
    category: db.sql`lower(category)`,
    createdAt: db.sql`created_at`,
    updatedAt: db.sql`updated_at`,
  });

export type ElementFilters = { q?: string; category?: string; kind?: ElementKind };

export async function listElements(
  db: TenantDb,
  request: ElementFilters & { sort?: string; limit: number; offset: number },
): Promise<{ total: number; rows: ElementRecord[] }> {
  const { sql, tenantId } = db;
  const { q = "", category, kind, limit, offset } = request;
  const found = sql`
    from editor_element where tenant_id = ${tenantId}
      ${q.trim() === "" ? sql`` : sql`and search like ${searchPattern(q)}`}
      ${category === undefined ? sql`` : sql`and lower(category) = ${category.toLowerCase()}`}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`}`;
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<ElementRecord[]>`
      select ${columns(db)} ${found} order by ${sortOrder(db, request.sort)} limit ${limit} offset ${offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

/** Serializes inserts, so that the limit holds. */
export async function lockElements(db: TenantDb): Promise<void> {
  await takeLock(db, "editorElements", db.tenantId);
}

export async function countElements(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from editor_element where tenant_id = ${db.tenantId}`;
  return singleRow(rows).n;
}

export type ElementWrite = Pick<ElementRecord, "name" | "category" | "kind" | "mjml" | "content">;

const toRow = ({ content, ...plain }: ElementWrite) => ({
  ...plain,
  content: content === null ? null : JSON.stringify(content),
  search: joinSearchText(plain.name, plain.category),
});

export async function insertElement(db: TenantDb, element: ElementWrite, at: Date): Promise<string> {
  const row = { tenantId: db.tenantId, ...toRow(element), createdAt: at, updatedAt: at };
  const rows = await db.sql<{ id: string }[]>`insert into editor_element ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

export async function lockElement(db: TenantDb, id: string): Promise<void> {
  await db.sql`select from editor_element where tenant_id = ${db.tenantId} and id = ${id} for update`;
}

export async function updateElement(db: TenantDb, id: string, element: ElementWrite, at: Date): Promise<void> {
  const row = { ...toRow(element), updatedAt: at };
  await db.sql`update editor_element set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteElement(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    delete from editor_element where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length > 0;
}
