import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { fold, searchPattern } from "../../kernel/text.ts";
import type { CellError } from "./rows/parse-row.ts";
import type { ImportOptions, ImportKind, ColumnMapping, ImportMode, ImportResult } from "./shapes.ts";

export type ImportRecord = {
  id: string;
  name: string;
  source: string;
  kind: ImportKind;
  mode: ImportMode;
  status: "queued" | "running" | "completed" | "failed";
  progress: number;
  shopId: string;
  purposeId: string | null;
  listIds: string[];
  mapping: ColumnMapping;
  options: ImportOptions;
  runAutomations: boolean;
  fileId: string | null;
  fileName: string;
  columns: string[];
  rowCount: number;
  result: ImportResult | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  rejectedUntil: Date | null;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, name, source, kind, mode, status, progress, shop_id, purpose_id, list_ids, mapping, options, run_automations,
  file_id, file_name, columns, row_count, result, created_at, started_at, finished_at, rejected_until`;

export type NewImport = Omit<
  ImportRecord,
  "id" | "progress" | "mapping" | "options" | "columns" | "result" | "finishedAt" | "rejectedUntil"
> & { mapping: string; options: string; columns: string; search: string; nameKey: string };

export async function insertImport(db: TenantDb, row: NewImport): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into contact_import ${db.sql({ tenantId: db.tenantId, ...row })} returning id`;
  return singleRow(rows).id;
}

export async function findImport(db: TenantDb, id: string): Promise<ImportRecord | undefined> {
  const [row] = await db.sql<ImportRecord[]>`
    select ${columns(db)} from contact_import where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

export type ImportChange = Partial<
  Pick<ImportRecord, "status" | "progress" | "startedAt" | "finishedAt" | "fileId" | "rejectedUntil">
> & { result?: string };

export async function updateImport(db: TenantDb, id: string, change: ImportChange): Promise<void> {
  await db.sql`update contact_import set ${db.sql(change)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteFinishedImport(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    delete from contact_import
    where tenant_id = ${db.tenantId} and id = ${id} and status in ('completed', 'failed') returning id`;
  return rows.length === 1;
}

export type ImportFilters = { idFrom?: string; idTo?: string; name?: string; q?: string; status?: string };

function conditions({ sql, tenantId }: TenantDb, filters: ImportFilters): Fragment {
  const q = filters.q?.trim() ?? "";
  return sql`tenant_id = ${tenantId}
    ${filters.idFrom === undefined ? sql`` : sql`and id >= ${filters.idFrom}`}
    ${filters.idTo === undefined ? sql`` : sql`and id <= ${filters.idTo}`}
    ${filters.name === undefined ? sql`` : sql`and position(${fold(filters.name.trim())} in name_key) > 0`}
    ${filters.status === undefined ? sql`` : sql`and status = ${filters.status}`}
    ${q === "" ? sql`` : sql`and search like ${searchPattern(q)}`}`;
}

const sortColumns: Readonly<Record<string, string>> = {
  id: "id",
  name: "name_key",
  status: "status",
  createdAt: "created_at",
  finishedAt: "finished_at",
};

function sortOrder({ sql }: TenantDb, sort: string): Fragment {
  return sort.split(",").reduce<Fragment>(
    (order, word) => {
      const column = sortColumns[word.replace(/^-/, "")] ?? "id";
      return word.startsWith("-") ? sql`${order} ${sql(column)} desc nulls last,` : sql`${order} ${sql(column)},`;
    },
    sql``,
  );
}

export type ImportPage = { sort: string; limit: number; offset: number };

export async function listImports(db: TenantDb, filters: ImportFilters, page: ImportPage): Promise<ImportRecord[]> {
  return db.sql<ImportRecord[]>`
    select ${columns(db)} from contact_import where ${conditions(db, filters)}
    order by ${sortOrder(db, page.sort)} id desc limit ${page.limit} offset ${page.offset}`;
}

export async function countImports(db: TenantDb, filters: ImportFilters): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from contact_import where ${conditions(db, filters)}`;
  return singleRow(rows).total;
}

export type ProblemRow = { row: number; errors: CellError[]; cells: string[] | null; isImported: boolean };

export async function listProblemRows(db: TenantDb, importId: string, after: { row: number; limit: number }) {
  return db.sql<ProblemRow[]>`
    select row, cells, is_imported,
      jsonb_build_array(jsonb_build_object('column', column_name, 'code', code)) || coalesce(others, '[]') as errors
    from import_problem
    where tenant_id = ${db.tenantId} and import_id = ${importId} and row > ${after.row} order by row limit ${after.limit}`;
}

/** The cells of rows with problems, as long as they are kept. */
export async function findProblemCells(
  db: TenantDb,
  importId: string,
  rows: readonly number[],
): Promise<Map<number, string[]>> {
  const found = await db.sql<{ row: number; cells: string[] }[]>`
    select row, cells from import_problem
    where tenant_id = ${db.tenantId} and import_id = ${importId} and row = any(${[...rows]}) and cells is not null`;
  return new Map(found.map(({ row, cells }) => [row, cells]));
}

/** Rows that were imported without invalid values. */
export async function countIncompleteRows(db: TenantDb, importId: string): Promise<number> {
  const rows = await db.sql<{ count: number }[]>`
    select count(*)::int as count from import_problem
    where tenant_id = ${db.tenantId} and import_id = ${importId} and is_imported`;
  return singleRow(rows).count;
}

/** A row that was to be imported without a value may be rejected later; a rejected row keeps its first reason. */
export const replaceIfImported = ({ sql }: Pick<TenantDb, "sql">): Fragment => sql`
  on conflict (tenant_id, import_id, "row") do update set column_name = excluded.column_name, code = excluded.code,
    others = excluded.others, is_imported = excluded.is_imported
  where import_problem.is_imported`;

/** The fingerprint in hexadecimal digits. */
export type NewProblemRow = {
  row: number;
  errors: readonly CellError[];
  cells: readonly string[] | null;
  fingerprint: string | undefined;
  /** Imported without the values that the errors are about. */
  isImported: boolean;
};

export async function insertProblemRows(
  db: TenantDb,
  importId: string,
  problems: readonly NewProblemRow[],
): Promise<void> {
  if (problems.length === 0) return;
  const rows = problems.map(({ errors: [first, ...others], ...problem }) => ({
    ...problem,
    ...first,
    ...(others.length === 0 ? {} : { others }),
  }));
  await db.sql`
    insert into import_problem (tenant_id, import_id, row, column_name, code, others, fingerprint, cells, is_imported)
    select ${db.tenantId}, ${importId}, p.row, p."column", p.code, p.others, decode(p.fingerprint, 'hex'), p.cells,
      p."isImported"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(row int, "column" text, code text, others jsonb, fingerprint text, cells jsonb, "isImported" boolean)
    ${replaceIfImported(db)}`;
}

/** Rows rejected while they were applied; their cells are not stored yet. */
export async function listRowsWithoutCells(db: TenantDb, importId: string): Promise<number[]> {
  const rows = await db.sql<{ row: number }[]>`
    select row from import_problem
    where tenant_id = ${db.tenantId} and import_id = ${importId} and cells is null and code <> 'erased' order by row`;
  return rows.map(({ row }) => row);
}

export async function updateProblemCells(
  db: TenantDb,
  importId: string,
  found: readonly { row: number; cells: string[] }[],
) {
  await db.sql`
    update import_problem p set cells = f.cells
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(row int, cells jsonb)
    where p.tenant_id = ${db.tenantId} and p.import_id = ${importId} and p.row = f.row`;
}

/** Nightly, for all companies: deletes expired rejected rows and abandoned drafts. */
export async function sweepImports({ sql }: SystemDb, before: { now: Date; draftsSince: Date }): Promise<void> {
  await sql`
    with expired as (
      update contact_import set rejected_until = null where rejected_until < ${before.now} returning tenant_id, id
    )
    delete from import_problem p using expired e where p.tenant_id = e.tenant_id and p.import_id = e.id`;
  await sql`delete from import_draft where updated_at < ${before.draftsSince}`;
}

export async function deleteBatches(db: TenantDb, importId: string): Promise<void> {
  await db.sql`delete from import_batch where tenant_id = ${db.tenantId} and import_id = ${importId}`;
}
