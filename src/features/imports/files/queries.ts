import type { TenantDb } from "../../../db/tenant.ts";
import { extendFile } from "../../../storage/files.queries.ts";
import type { Delimiter } from "../csv/delimiter.ts";
import type { Encoding } from "../csv/encoding.ts";

export type ImportFile = {
  fileId: string;
  name: string;
  size: number;
  encoding: Encoding;
  delimiter: Delimiter;
  hasHeader: boolean;
  rowCount: number;
  /** The import that claimed the file. */
  importId: string | null;
};

export type NewImportFile = Pick<ImportFile, "fileId" | "encoding" | "delimiter" | "hasHeader" | "rowCount">;

export async function insertImportFile(db: TenantDb, file: NewImportFile): Promise<void> {
  await db.sql`insert into import_file ${db.sql({ tenantId: db.tenantId, ...file })}`;
}

export async function findImportFile(db: TenantDb, fileId: string): Promise<ImportFile | undefined> {
  const [row] = await db.sql<ImportFile[]>`
    select i.file_id, f.name, f.size::float8 as size, i.encoding, i.delimiter, i.has_header, i.row_count, i.import_id
    from import_file i join stored_file f on f.tenant_id = i.tenant_id and f.id = i.file_id
    where i.tenant_id = ${db.tenantId} and i.file_id = ${fileId}`;
  return row;
}

/** Claims the file for one import and extends its retention. */
export async function claimImportFile(db: TenantDb, file: { fileId: string; importId: string; until: Date }) {
  const claimed = await db.sql`
    update import_file set import_id = ${file.importId}
    where tenant_id = ${db.tenantId} and file_id = ${file.fileId} and import_id is null returning file_id`;
  return claimed.length === 1 && (await extendFile(db, file.fileId, file.until));
}
