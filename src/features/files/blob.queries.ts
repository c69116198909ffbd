import type { SystemDb, TenantDb } from "../../db/tenant.ts";

export type BlobWrite = { hash: Buffer; size: number; widths: number[]; copyType: string | null };

/** Inserts the row before the content is written, marked unused, so that an unfinished upload is swept too. */
export async function reserveBlob(db: TenantDb, blob: BlobWrite, at: Date): Promise<void> {
  const row = { tenantId: db.tenantId, ...blob, unusedSince: at };
  await db.sql`
    insert into asset_blob ${db.sql(row)}
    on conflict (tenant_id, hash) do update set unused_since = case
      when asset_blob.unused_since is null then null else excluded.unused_since end`;
}

/** Marks the content as used. False if it was swept, which takes at least a day. */
export async function markBlobUsed(db: TenantDb, hash: Buffer): Promise<boolean> {
  const rows = await db.sql`
    update asset_blob set unused_since = null where tenant_id = ${db.tenantId} and hash = ${hash} returning hash`;
  return rows.length > 0;
}

/** After a file was deleted: marks its content for the sweep unless another file has the same content. */
export async function releaseBlob(db: TenantDb, hash: Buffer, at: Date): Promise<void> {
  // Locks the row first, as `markBlobUsed` does, then checks for files.
  await db.sql`select from asset_blob where tenant_id = ${db.tenantId} and hash = ${hash} for update`;
  await db.sql`
    update asset_blob set unused_since = ${at} where tenant_id = ${db.tenantId} and hash = ${hash}
      and not exists (select from asset where tenant_id = ${db.tenantId} and asset.hash = asset_blob.hash)`;
}

export async function listUnusedBlobs(
  db: SystemDb,
  before: Date,
  limit: number,
): Promise<{ tenantId: string; hash: Buffer }[]> {
  return db.sql<{ tenantId: string; hash: Buffer }[]>`
    select tenant_id, hash from asset_blob where unused_since < ${before} order by unused_since limit ${limit}`;
}

/** Locks the row if it is still unused; uploads of the same content wait until the sweep has finished. */
export async function lockUnusedBlob(
  db: TenantDb,
  hash: Buffer,
  before: Date,
): Promise<{ widths: number[] } | undefined> {
  const [row] = await db.sql<{ widths: number[] }[]>`
    select widths from asset_blob
    where tenant_id = ${db.tenantId} and hash = ${hash} and unused_since < ${before} for update`;
  return row;
}

export type BlobContent = { hash: Buffer; widths: number[] };

/** Blobs are in the order of their hashes. */
export async function listBlobs(db: TenantDb, after: Buffer, limit: number): Promise<BlobContent[]> {
  return db.sql<BlobContent[]>`
    select hash, widths from asset_blob where tenant_id = ${db.tenantId} and hash > ${after} order by hash limit ${limit}`;
}

export async function deleteBlob(db: TenantDb, hash: Buffer): Promise<void> {
  await db.sql`delete from asset_blob where tenant_id = ${db.tenantId} and hash = ${hash}`;
}
