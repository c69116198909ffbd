import { takeLock, takeSharedLock } from "../../db/locks.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { orderBy } from "../../db/order-by.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { findFilterCondition } from "../contacts/contact-list.queries.ts";
import { mentions, redacted } from "../contacts/redaction.sql.ts";
import { shownState } from "../contacts/gate.sql.ts";
import { tagsOf } from "../labels/assignments.sql.ts";
import { isEmpty } from "../../kernel/provided-fields.ts";
import { searchPattern } from "../../kernel/text.ts";
import { deleteFiles } from "../../storage/files.queries.ts";
import type { ExportColumn } from "./columns.ts";
import type { ExportDelimiter, ExportEncoding, ExportFilters, ExportStatus, ExportSelection } from "./shapes.ts";

export type ExportRecord = {
  id: string;
  name: string;
  selection: ExportSelection;
  listIds: string[];
  purposeIds: string[];
  filters: ExportFilters;
  contactIds: string[] | null;
  fields: string[];
  encoding: ExportEncoding;
  delimiter: ExportDelimiter;
  bom: boolean;
  status: ExportStatus;
  rows: number;
  size: number;
  fileId: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
};

/** A ready export is expired after its time, also before its file is deleted, and when the file is gone before. */
const exportsAsOf = ({ sql, tenantId }: TenantDb, now: Date): Fragment => sql`
  select * from (
    select id, name, selection, list_ids, purpose_ids, filters, contact_ids::text[] as contact_ids, fields, encoding, delimiter, bom, row_count as rows, size::float8 as size, file_id,
      created_at, finished_at, search,
      case when ${isGone(sql, tenantId)} then least(expires_at, ${now}) else expires_at end as expires_at,
      case when expires_at <= ${now} and status = 'ready' or ${isGone(sql, tenantId)} then 'expired' else status end as status
    from contact_export x where tenant_id = ${tenantId}
  ) e where true`;

const isGone = (sql: TenantDb["sql"], tenantId: string): Fragment => sql`
  (x.status = 'ready' and not exists (select from stored_file f where f.tenant_id = ${tenantId} and f.id = x.file_id))`;

export async function findExport(db: TenantDb, id: string, now: Date): Promise<ExportRecord | undefined> {
  const [row] = await db.sql<ExportRecord[]>`${exportsAsOf(db, now)} and id = ${id}`;
  return row;
}

/** Locks the export until the transaction ends: no other process writes it or deletes its file. */
export async function lockExport(db: TenantDb, id: string, now: Date): Promise<ExportRecord | undefined> {
  await db.sql`select from contact_export where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return findExport(db, id, now);
}

export type ExportPage = { status?: ExportStatus; q?: string; sort?: string; limit: number; offset: number };

export async function listExports(db: TenantDb, page: ExportPage, now: Date) {
  const { sql } = db;
  const status = page.status === undefined ? sql`` : sql`and status = ${page.status}`;
  const search = (page.q ?? "").trim() === "" ? sql`` : sql`and search like ${searchPattern(page.q ?? "")}`;
  const found = sql`${exportsAsOf(db, now)} ${status} ${search}`;
  const rows = await sql<ExportRecord[]>`
    ${found} order by ${sortOrder(db, page.sort ?? "-createdAt")} limit ${page.limit} offset ${page.offset}`;
  const { total } = singleRow(await sql<{ total: number }[]>`select count(*)::int as total from (${found}) found`);
  return { rows, total };
}

const sortOrder = (db: TenantDb, sort: string): Fragment =>
  orderBy(db, sort, {
    id: db.sql`id`,
    name: db.sql`search`,
    createdAt: db.sql`created_at`,
    rows: db.sql`"rows"`,
  });

export type NewExport = Pick<
  ExportRecord,
  | "name"
  | "selection"
  | "listIds"
  | "purposeIds"
  | "contactIds"
  | "fields"
  | "encoding"
  | "delimiter"
  | "bom"
  | "createdAt"
> & { filters: string; search: string };

export async function insertExport(db: TenantDb, row: NewExport): Promise<string> {
  const insert = db.sql`insert into contact_export ${db.sql({ tenantId: db.tenantId, ...row })}`;
  return singleRow(await db.sql<{ id: string }[]>`${insert} returning id`).id;
}

export type ExportChange = {
  status?: ExportStatus;
  rowCount?: number;
  size?: number;
  fileId?: string | null;
  finishedAt?: Date;
  expiresAt?: Date;
};

export async function updateExport(db: TenantDb, id: string, change: ExportChange): Promise<void> {
  await db.sql`
    update contact_export set ${db.sql(change)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Deletes expired files; the records of their exports stay. */
export async function expireExports(db: SystemDb, now: Date): Promise<void> {
  const expired = await db.sql<{ tenantId: string; fileId: string | null }[]>`
    select tenant_id, file_id from contact_export where status = 'ready' and expires_at <= ${now}`;
  for (const { tenantId, fileId } of expired) if (fileId !== null) await deleteFiles(db.forTenant(tenantId), [fileId]);
  await db.sql`
    update contact_export set status = 'expired', file_id = null where status = 'ready' and expires_at <= ${now}`;
}

/** The ids that exist in the company. */
export async function listExistingListIds(db: TenantDb, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.sql<{ id: string }[]>`
    select id from list
    where tenant_id = ${db.tenantId} and deleted_at is null and id = any(${[...ids]}::bigint[])`;
  return new Set(rows.map(({ id }) => id));
}

/** The first and the last contact at the start; later contacts are not exported. */
export async function findContactIdRange(db: TenantDb): Promise<{ firstId: string; lastId: string }> {
  return singleRow(
    await db.sql<{ firstId: string; lastId: string }[]>`
      select coalesce(min(id), 0)::text as first_id, coalesce(max(id), 0)::text as last_id
      from contact where tenant_id = ${db.tenantId}`,
  );
}

/** Values by the keys of their fields; custom fields are in one object. */
export type ContactValues = Record<string, unknown> & {
  id: string;
  fingerprint: Buffer;
  customFields: Record<string, unknown>;
};

/** `timeZone`: of the days in the filters. */
export type ContactRange = { afterId: string; lastId: string; limit: number; now: Date; timeZone: string };

export type ContactSelection = Pick<ExportRecord, "selection" | "listIds" | "purposeIds" | "filters" | "contactIds">;

/** The next contacts of an export in order of id, with only the values of its fields. */
export async function listContactValues(
  db: TenantDb,
  selected: ContactSelection,
  fields: readonly ExportColumn[],
  { afterId, lastId, limit, now, timeZone }: ContactRange,
): Promise<ContactValues[]> {
  const { sql, tenantId } = db;
  const { filters, contactIds } = selected;
  const { condition } = await findFilterCondition(db, filters, { timeZone, now });
  const filtered = isEmpty(filters)
    ? sql``
    : sql`and exists (select from contact where ${condition} and contact.id = c.id)`;
  const chosen = contactIds === null ? sql`` : sql`and c.id = any(${contactIds}::bigint[])`;
  return sql<ContactValues[]>`
    select ${selectColumns(db, fields, now)} from contact c
    where c.tenant_id = ${tenantId} and c.id > ${afterId} and c.id <= ${lastId} ${filterConditions(db, selected, now)}
      ${chosen} ${filtered}
    order by c.id limit ${limit}`;
}

/** The same values of these contacts, in the order of their ids. */
export async function listValuesOfContacts(
  db: TenantDb,
  ids: readonly string[],
  { fields, now }: { fields: readonly ExportColumn[]; now: Date },
): Promise<ContactValues[]> {
  return db.sql<ContactValues[]>`
    select ${selectColumns(db, fields, now)} from contact c
    where c.tenant_id = ${db.tenantId} and c.id = any(${[...ids]}::bigint[]) order by c.id`;
}

/** An erased address is searched no more. */
export async function redactFilters({ sql, tenantId }: TenantDb, email: string): Promise<void> {
  const search = node`filters ->> 'q'`;
  await sql`
    update contact_export set filters = filters || jsonb_object(array['q', ${toFragment(sql, redacted(search, email))}])
    where tenant_id = ${tenantId} and ${toFragment(sql, mentions(search, email))}`;
}

function selectColumns({ sql, tenantId }: TenantDb, fields: readonly ExportColumn[], now: Date): Fragment {
  const columns = fields.flatMap(({ field, source }) => {
    if (source === "column") return field === "id" ? [] : [sql`c.${sql(field)}`];
    if (source === "state")
      return [sql`${toFragment(sql, shownState({ tenant: node`${tenantId}`, now }, node`c`))} as state`];
    if (source === "mail") return [sql`${lastSentAt(sql, tenantId)} as last_sent_at`];
    if (source === "tags")
      return [sql`${toFragment(sql, tagsOf({ tenantId, kind: "contact", id: node`c.id` }))} as tags`];
    return source === "lists" ? [sql`${listsOf(sql, tenantId)} as lists`] : [];
  });
  const hasCustom = fields.some(({ source }) => typeof source === "object");
  const custom = hasCustom ? sql`c.custom_fields` : sql`'{}'::jsonb as custom_fields`;
  return columns.reduce((all, next) => sql`${all}, ${next}`, sql`c.id, c.fingerprint, ${custom}`);
}

const lastSentAt = (sql: TenantDb["sql"], tenantId: string): Fragment => sql`
  (select k.last_sent_at from contact_send_summary k where k.tenant_id = ${tenantId} and k.contact_id = c.id)`;

const listsOf = (sql: TenantDb["sql"], tenantId: string): Fragment => sql`
  array(select l.name from list_member m join list l on l.tenant_id = ${tenantId} and l.id = m.list_id
    where m.tenant_id = ${tenantId} and m.contact_id = c.id and m.state <> 'removed' and l.deleted_at is null
    order by lower(l.name), l.id)`;

function filterConditions({ sql, tenantId }: TenantDb, selected: ContactSelection, now: Date): Fragment {
  const { selection, listIds, purposeIds } = selected;
  const state =
    selection === "bounced"
      ? sql`and c.status = 'bounced'`
      : selection === "blacklisted"
        ? sql`and c.blacklisted`
        : sql``;
  const members =
    listIds.length === 0
      ? sql``
      : sql`and exists (
          select from list_member m where m.tenant_id = ${tenantId} and m.contact_id = c.id
            and m.list_id = any(${listIds}::bigint[]) and m.state <> 'removed')`;
  const consents =
    purposeIds.length === 0
      ? sql``
      : sql`and exists (
          select from consent k where k.tenant_id = ${tenantId} and k.contact_id = c.id
            and k.purpose_id = any(${purposeIds}::bigint[]) and k.state = 'valid'
            and (k.valid_until is null or k.valid_until > ${now}))`;
  return sql`${state} ${members} ${consents}`;
}

/** Waits for running writes of exported files and blocks new ones until the transaction ends. */
export async function lockExportedFiles(db: TenantDb): Promise<void> {
  await takeLock(db, "exportedFiles", db.tenantId);
}

/** Taken by every transaction that writes a part of an exported file. */
export async function lockExportedFilesForShare(db: TenantDb): Promise<void> {
  await takeSharedLock(db, "exportedFiles", db.tenantId);
}

export type ExportedPart = {
  readonly fileId: string;
  readonly part: number;
  /** Elements are in the order of the lines. */
  readonly contactIds: readonly string[];
  readonly addressHashes: readonly string[];
};

/** Idempotent, like writing the part itself. */
export async function insertExportedPart(db: TenantDb, part: ExportedPart): Promise<void> {
  const { fileId, contactIds, addressHashes } = part;
  await db.sql`
    insert into contact_export_part (tenant_id, file_id, part, contact_ids, address_hashes)
    values (${db.tenantId}, ${fileId}, ${part.part}, ${[...contactIds]}::bigint[], ${[...addressHashes]}::bigint[])
    on conflict (tenant_id, file_id, part)
    do update set contact_ids = excluded.contact_ids, address_hashes = excluded.address_hashes`;
}

/** Parts with a line of the contact, or of another one with its address. */
export const listPartsOfContact = (db: TenantDb, of: { readonly id: string; readonly mark: string }) =>
  db.sql<ExportedPart[]>`
    select file_id, part, contact_ids, address_hashes from contact_export_part
    where tenant_id = ${db.tenantId}
      and (contact_ids @> array[${of.id}::bigint] or address_hashes @> array[${of.mark}::bigint])
    order by file_id, part`;

export async function shrinkExport(
  db: TenantDb,
  fileId: string,
  removed: { readonly rows: number; readonly bytes: number },
): Promise<void> {
  await db.sql`
    update contact_export set row_count = row_count - ${removed.rows}, size = size - ${removed.bytes}
    where tenant_id = ${db.tenantId} and file_id = ${fileId}`;
}

/** Deletes files of which it is not known whom they contain: finished exports expire, a running one starts again. */
export async function deleteUnindexedFiles(db: TenantDb, now: Date): Promise<void> {
  const files = await db.sql<{ fileId: string }[]>`
    select x.file_id from contact_export x where x.tenant_id = ${db.tenantId} and x.file_id is not null and exists (
      select from stored_file_part p left join contact_export_part c
        on c.tenant_id = ${db.tenantId} and c.file_id = p.file_id and c.part = p.part
      where p.tenant_id = ${db.tenantId} and p.file_id = x.file_id and c.part is null)`;
  if (files.length === 0) return;
  const ids = files.map(({ fileId }) => fileId);
  await deleteFiles(db, ids);
  await db.sql`
    update contact_export set file_id = null,
      expires_at = case when status = 'ready' then least(expires_at, ${now}) else expires_at end,
      status = case when status = 'ready' then 'expired' else status end
    where tenant_id = ${db.tenantId} and file_id = any(${ids}::bigint[])`;
}
