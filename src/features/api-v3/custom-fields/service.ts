import type { Context } from "../../../context.ts";
import { listAnswer } from "../envelope.ts";
import { isPossibleId } from "../ids.ts";
import { hasExpand, parseListQuery, type ListParameters } from "../list-request.ts";
import { listRows } from "../rows.queries.ts";
import { CustomField, CustomFieldOption } from "./contract.ts";
import { customFieldOptionSource, customFieldSource } from "./source.sql.ts";

export async function listCustomFields(ctx: Context, query: ListParameters & { expand?: string }) {
  const request = parseListQuery(query, CustomField);
  const source = customFieldSource(ctx, hasExpand(query.expand, "customfield_options"));
  return listAnswer(await listRows(ctx.db, source, request), request);
}

export async function listCustomFieldOptions({ db }: Context, query: ListParameters & { customfield_id?: string }) {
  const request = parseListQuery(query, CustomFieldOption);
  const fieldId = query.customfield_id;
  if (fieldId !== undefined && !isPossibleId(fieldId)) return listAnswer({ total: 0, rows: [] }, request);
  return listAnswer(await listRows(db, customFieldOptionSource(db.tenantId, fieldId), request), request);
}
