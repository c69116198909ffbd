import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { requestAction } from "../../jobs/actions.ts";
import { existing } from "../../kernel/accepts.ts";
import { ApiError, conflict, notFound, validation, type RejectionRule } from "../../kernel/errors.ts";
import type { FileBody } from "../../kernel/file.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { isEmpty } from "../../kernel/provided-fields.ts";
import { joinSearchText } from "../../kernel/text.ts";
import { findFile } from "../../storage/files.queries.ts";
import { readFile } from "../../storage/files.ts";
import { listPurposes } from "../contacts/consents/queries.ts";
import { hasList } from "../contacts/memberships/queries.ts";
import { requireShop } from "../contacts/shops.ts";
import { listFields as listCustomFields } from "../contacts/fields/queries.ts";
import { cellFormatters } from "./cell-formatters.ts";
import { exportColumns } from "./columns.ts";
import { runExport } from "./jobs.ts";
import * as queries from "./queries.ts";
import type { ExportInput, ExportStatus } from "./shapes.ts";

const present = ({ fileId: _fileId, contactIds: _contactIds, filters, ...row }: queries.ExportRecord) => ({
  ...row,
  ...(isEmpty(filters) ? {} : { filters }),
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

export async function listExportFields(ctx: Context) {
  const fields = exportColumns(await listCustomFields(ctx.db));
  return { items: fields.map(({ source: _source, ...field }) => field) };
}

const maxFields = 40;

/** For lists of contacts whose columns are chosen. */
export async function listContactValues({ db, clock }: Context, query: { ids: string; fields: string }) {
  const customFields = await listCustomFields(db);
  const columns = new Map(exportColumns(customFields).map((column) => [column.field, column]));
  const keys = [...new Set(query.fields.split(","))];
  const fields = keys.flatMap((key) => columns.get(key) ?? []);
  if (fields.length < keys.length || keys.length > maxFields)
    throw validation("fields", { allowed: [...columns.keys()], max: maxFields });
  const formatters = cellFormatters(fields);
  const contacts = await queries.listValuesOfContacts(db, query.ids.split(","), { fields, now: clock.now() });
  return {
    items: contacts.map((contact) => ({
      id: contact.id,
      values: Object.fromEntries(
        fields
          .map(({ field }, index) => [field, formatters[index]?.(contact) ?? ""])
          .filter(([, value]) => value !== ""),
      ),
    })),
  };
}

export async function listExports(ctx: Context, query: Paging & { sort?: string; q?: string; status?: ExportStatus }) {
  const { page, pageSize, offset } = toPage(query);
  const found = await queries.listExports(ctx.db, { ...query, limit: pageSize, offset }, ctx.clock.now());
  return { items: found.rows.map(present), total: found.total, page, pageSize };
}

async function getExportRecord(ctx: Context, id: string): Promise<queries.ExportRecord> {
  const row = await queries.findExport(ctx.db, id, ctx.clock.now());
  if (row === undefined) throw notFound("export");
  return row;
}

export const getExport = async (ctx: Context, id: string) => present(await getExportRecord(ctx, id));

export async function createExport(ctx: Context, body: Static<typeof ExportInput>) {
  const { name, selection, fields, encoding, delimiter = ",", bom = false, listIds = [], purposeIds = [] } = body;
  const { filters = {}, contactIds = null } = body;
  if (bom && encoding !== "utf-8") throw validation("bom", { type: "boolean", allowed: [false] });
  await rejectUnknownFields(ctx, fields);
  if (selection === "lists" && listIds.length === 0) throw validation("listIds", { type: "array", min: 1 });
  const knownLists = listIds.length === 0 ? new Set<string>() : await queries.listExistingListIds(ctx.db, listIds);
  rejectFirstInvalid("listIds", listIds, { rule: existing("list"), isWrong: (id) => !knownLists.has(id) });
  const knownPurposes = purposeIds.length === 0 ? [] : await listPurposes(ctx.db);
  rejectFirstInvalid("purposeIds", purposeIds, {
    rule: existing("purpose"),
    isWrong: (id) => !knownPurposes.some((purpose) => purpose.id === id),
  });
  if (filters.list !== undefined && !(await hasList(ctx.db, filters.list)))
    throw validation("filters.list", existing("list"));
  await requireShop(ctx.db, filters.shop, "filters.shop");
  return inTransaction(ctx, async (inner) => {
    const id = await queries.insertExport(inner.db, {
      name: name.trim(),
      selection,
      listIds: [...new Set(listIds)],
      purposeIds: [...new Set(purposeIds)],
      filters: JSON.stringify(filters),
      contactIds,
      fields,
      encoding,
      delimiter,
      bom,
      createdAt: inner.clock.now(),
      search: joinSearchText(name),
    });
    inner.db.created(id);
    await requestAction(inner, runExport, { exportId: id });
    return getExport(inner, id);
  });
}

/** A repeated field would give a file that imports reject. */
async function rejectUnknownFields(ctx: Context, fields: readonly string[]): Promise<void> {
  const known = new Set(exportColumns(await listCustomFields(ctx.db)).map(({ field }) => field));
  rejectFirstInvalid("fields", fields, {
    rule: { allowed: [...known], unique: true },
    isWrong: (field, index) => !known.has(field) || fields.indexOf(field) !== index,
  });
}

function rejectFirstInvalid(
  name: string,
  values: readonly string[],
  { rule, isWrong }: { readonly rule: RejectionRule; readonly isWrong: (value: string, index: number) => boolean },
): void {
  const index = values.findIndex(isWrong);
  if (index >= 0) throw validation(`${name}.${index}`, rule);
}

export async function downloadExport(ctx: Context, id: string): Promise<FileBody> {
  const row = await getExportRecord(ctx, id);
  if (row.status === "expired") throw new ApiError("expired", "export");
  if (row.status !== "ready" || row.fileId === null) throw conflict("status");
  const file = await findFile(ctx.db, row.fileId);
  if (file === undefined) throw new ApiError("expired", "export");
  return {
    name: file.name,
    mediaType: `text/csv; charset=${row.encoding}; header=present`,
    size: file.size,
    content: readFile(ctx.db, file.id),
  };
}
