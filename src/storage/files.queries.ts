import { singleRow } from "../db/rows.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";

export type StoredFile = { id: string; name: string; size: number; createdAt: Date; expiresAt: Date };

export async function createFile(db: TenantDb, file: { name: string; at: Date; expiresAt: Date }): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into stored_file (tenant_id, name, created_at, expires_at)
    values (${db.tenantId}, ${file.name}, ${file.at}, ${file.expiresAt}) returning id`;
  return singleRow(rows).id;
}

/** Idempotent: a part that is written again after a crash replaces the first one. */
export async function insertPart(db: TenantDb, fileId: string, part: number, bytes: Uint8Array): Promise<void> {
  await db.sql`
    insert into stored_file_part (tenant_id, file_id, part, bytes)
    values (${db.tenantId}, ${fileId}, ${part}, ${Buffer.from(bytes)})
    on conflict (tenant_id, file_id, part) do update set bytes = excluded.bytes`;
}

export async function updateFileSize(db: TenantDb, id: string, size: number): Promise<void> {
  await db.sql`update stored_file set size = ${size} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Subtracts what a part lost; the size of a file that is not complete is not known yet. */
export async function shrinkFile(db: TenantDb, id: string, bytes: number): Promise<void> {
  await db.sql`
    update stored_file set size = greatest(size - ${bytes}, 0) where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Marks a file whose parts were written one by one as complete. */
export async function completeFile(db: TenantDb, id: string, file: { size: number; expiresAt: Date }): Promise<void> {
  await db.sql`
    update stored_file set size = ${file.size}, expires_at = ${file.expiresAt}
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** False when the file is gone. */
export async function extendFile(db: TenantDb, id: string, expiresAt: Date): Promise<boolean> {
  const rows = await db.sql`
    update stored_file set expires_at = ${expiresAt} where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length === 1;
}

export async function findFile(db: TenantDb, id: string): Promise<StoredFile | undefined> {
  const [row] = await db.sql<StoredFile[]>`
    select id, name, size::float8 as size, created_at, expires_at from stored_file
    where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

export async function findPart(db: TenantDb, fileId: string, part: number): Promise<Buffer | undefined> {
  const [row] = await db.sql<{ bytes: Buffer }[]>`
    select bytes from stored_file_part where tenant_id = ${db.tenantId} and file_id = ${fileId} and part = ${part}`;
  return row?.bytes;
}

/** Files of the company in order of their ids. */
export async function listFileIds(db: TenantDb, page: { after: string; limit: number }): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from stored_file where tenant_id = ${db.tenantId} and id > ${page.after} order by id limit ${page.limit}`;
  return rows.map(({ id }) => id);
}

export async function deleteFile(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from stored_file where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteFiles(db: TenantDb, ids: readonly string[]): Promise<void> {
  await db.sql`delete from stored_file where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])`;
}

/** Replaces every match of the pattern, without regard to case, in the names of files. */
export async function redactFileNames(db: TenantDb, pattern: string, replacement: string): Promise<void> {
  await db.sql`
    update stored_file set name = regexp_replace(name, ${pattern}, ${replacement}, 'gi')
    where tenant_id = ${db.tenantId} and name ~* ${pattern}`;
}

export async function deleteExpiredFiles(db: SystemDb): Promise<void> {
  await db.sql`delete from stored_file where expires_at < now()`;
}
