import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type DraftRecord = {
  id: string;
  name: string;
  source: string;
  step: number;
  state: Record<string, unknown>;
  fileId: string | null;
  shopId: string | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = ({ sql }: TenantDb) => sql`id, name, source, step, state, file_id, shop_id, created_at, updated_at`;

export type DraftWrite = Omit<DraftRecord, "id" | "state" | "createdAt"> & { state: string };

export async function insertDraft(db: TenantDb, draft: DraftWrite): Promise<DraftRecord> {
  const row = { tenantId: db.tenantId, ...draft, createdAt: draft.updatedAt };
  return singleRow(await db.sql<DraftRecord[]>`insert into import_draft ${db.sql(row)} returning ${columns(db)}`);
}

export async function updateDraft(db: TenantDb, id: string, draft: DraftWrite): Promise<DraftRecord | undefined> {
  const [row] = await db.sql<DraftRecord[]>`
    update import_draft set ${db.sql(draft)} where tenant_id = ${db.tenantId} and id = ${id} returning ${columns(db)}`;
  return row;
}

/** Without a file that was imported, erased or expired meanwhile. */
export async function findDraft(db: TenantDb, id: string): Promise<DraftRecord | undefined> {
  const [row] = await db.sql<(DraftRecord & { hasFile: boolean })[]>`
    select ${columns(db)}, exists (
      select from import_file f where f.tenant_id = ${db.tenantId} and f.file_id = import_draft.file_id) as has_file
    from import_draft where tenant_id = ${db.tenantId} and id = ${id}`;
  if (row === undefined) return undefined;
  const { hasFile, ...draft } = row;
  return hasFile ? draft : { ...draft, fileId: null };
}

export async function deleteDraft(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`delete from import_draft where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length === 1;
}
