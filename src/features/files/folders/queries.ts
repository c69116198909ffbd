import { takeLock } from "../../../db/locks.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type FolderRecord = {
  id: string;
  parentId: string | null;
  name: string;
  files: number;
  createdAt: Date;
  updatedAt: Date;
};

/** At most 1000 folders, so the tree is always read as a whole. */
export async function listFolders(db: TenantDb): Promise<FolderRecord[]> {
  return db.sql<FolderRecord[]>`
    select f.id, f.parent_id, f.name, f.created_at, f.updated_at,
      (select count(*)::int from asset a where a.tenant_id = ${db.tenantId} and a.folder_id = f.id) as files
    from file_folder f where f.tenant_id = ${db.tenantId} order by lower(f.name), f.id`;
}

/** Serializes folder changes: two concurrent moves could create a cycle. */
export async function lockFolderTree(db: TenantDb): Promise<void> {
  await takeLock(db, "folderTree", db.tenantId);
}

export type FolderWrite = { name: string; parentId: string | null };

export async function insertFolder(db: TenantDb, folder: FolderWrite, at: Date): Promise<string> {
  const row = { tenantId: db.tenantId, ...folder, createdAt: at, updatedAt: at };
  const rows = await db.sql<{ id: string }[]>`insert into file_folder ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

export async function updateFolder(
  db: TenantDb,
  id: string,
  change: Partial<FolderWrite> & { updatedAt: Date },
): Promise<void> {
  await db.sql`update file_folder set ${db.sql(change)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteFolder(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from file_folder where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Prevents deletion of the folder until the transaction ends. */
export async function lockFolderForKeyShare(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    select from file_folder where tenant_id = ${db.tenantId} and id = ${id} for key share`;
  return rows.length > 0;
}

/** Prevents files from being added to the folder until the transaction ends. */
export async function lockFolderForUpdate(db: TenantDb, id: string): Promise<void> {
  await db.sql`select from file_folder where tenant_id = ${db.tenantId} and id = ${id} for update`;
}
