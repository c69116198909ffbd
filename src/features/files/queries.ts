import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { orderByThenNewest } from "../../db/order-by.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { joinSearchText, searchPattern } from "../../kernel/text.ts";
import type { FileKind, FileOrigin } from "./shapes.ts";

export type FileRecord = {
  id: string;
  key: string;
  folderId: string | null;
  name: string;
  mediaType: string;
  kind: FileKind;
  hash: Buffer;
  size: number;
  width: number | null;
  height: number | null;
  widths: number[];
  copyType: string | null;
  origin: FileOrigin;
  originUrl: string | null;
  originAuthor: string | null;
  createdAt: Date;
  updatedAt: Date;
  pickedAt: Date | null;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  a.id, a.key, a.folder_id, a.name, a.media_type, a.kind, a.hash, b.size::float8 as size, a.width, a.height, b.widths,
  b.copy_type, a.origin, a.origin_url, a.origin_author, a.created_at, a.updated_at, a.picked_at`;

const source = (db: TenantDb): Fragment => db.sql`
  from asset a join asset_blob b on b.tenant_id = ${db.tenantId} and b.hash = a.hash where a.tenant_id = ${db.tenantId}`;

export async function findFile(db: TenantDb, id: string): Promise<FileRecord | undefined> {
  const [row] = await db.sql<FileRecord[]>`select ${columns(db)} ${source(db)} and a.id = ${id}`;
  return row;
}

export async function findFileByKey(db: TenantDb, key: string): Promise<FileRecord | undefined> {
  const [row] = await db.sql<FileRecord[]>`select ${columns(db)} ${source(db)} and a.key = ${key}`;
  return row;
}

export type FileFilters = { q?: string; folder?: string; type?: FileKind };

function filterConditions({ sql }: TenantDb, { q, folder, type }: FileFilters): Fragment {
  const search = q?.trim() ?? "";
  return sql`
    ${search === "" ? sql`` : sql`and a.search like ${searchPattern(search)}`}
    ${folder === undefined ? sql`` : folder === "root" ? sql`and a.folder_id is null` : sql`and a.folder_id = ${folder}`}
    ${type === undefined ? sql`` : sql`and a.kind = ${type}`}`;
}

const sortOrder = (db: TenantDb, sort = "-createdAt"): Fragment =>
  orderByThenNewest(db, sort, {
    id: db.sql`a.id`,
    name: db.sql`a.search`,
    size: db.sql`b.size`,
    createdAt: db.sql`a.created_at`,
    // Files that were never picked sort last.
    pickedAt: db.sql`coalesce(a.picked_at, '-infinity')`,
  });

export async function listFiles(
  db: TenantDb,
  request: FileFilters & { sort?: string; limit: number; offset: number },
): Promise<{ total: number; rows: FileRecord[] }> {
  const found = db.sql`${source(db)} ${filterConditions(db, request)}`;
  const [count, rows] = await Promise.all([
    db.sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    db.sql<FileRecord[]>`
      select ${columns(db)} ${found} order by ${sortOrder(db, request.sort)} limit ${request.limit} offset ${request.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export type FileWrite = {
  key: string;
  folderId: string | null;
  name: string;
  mediaType: string;
  kind: FileKind;
  hash: Buffer;
  width: number | null;
  height: number | null;
  origin: FileOrigin;
  originUrl: string | null;
  originAuthor: string | null;
};

export async function insertFile(db: TenantDb, file: FileWrite, at: Date): Promise<string> {
  const row = { tenantId: db.tenantId, ...file, createdAt: at, updatedAt: at, search: joinSearchText(file.name) };
  const rows = await db.sql<{ id: string }[]>`insert into asset ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

export async function updateFile(
  db: TenantDb,
  id: string,
  change: { name: string; folderId: string | null; updatedAt: Date },
): Promise<boolean> {
  const row = { ...change, search: joinSearchText(change.name) };
  const rows = await db.sql`
    update asset set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length > 0;
}

export async function markPicked(db: TenantDb, id: string, at: Date): Promise<boolean> {
  const rows = await db.sql`
    update asset set picked_at = ${at} where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length > 0;
}

/** Locks the file until the transaction ends. */
export async function lockFile(db: TenantDb, id: string): Promise<void> {
  await db.sql`select from asset where tenant_id = ${db.tenantId} and id = ${id} for update`;
}

export async function deleteFile(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from asset where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Bytes used by the company's files, each content counted once. */
export async function sumSizes(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ size: number }[]>`
    select coalesce(sum(size), 0)::float8 as size from asset_blob
    where tenant_id = ${db.tenantId} and unused_since is null`;
  return singleRow(rows).size;
}
