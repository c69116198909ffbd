import type { Context } from "../../../context.ts";
import { requireFound } from "../../../kernel/errors.ts";
import { itemAnswer, listAnswer } from "../envelope.ts";
import { parseListQuery, parseSelect, type ListParameters } from "../list-request.ts";
import { findRow, listRows } from "../rows.queries.ts";
import { ContactList } from "./contract.ts";
import { contactListSource } from "./source.sql.ts";

export async function listContactLists(ctx: Context, query: ListParameters) {
  const request = parseListQuery(query, ContactList);
  return listAnswer(await listRows(ctx.db, contactListSource(ctx), request), request);
}

export async function getContactList(ctx: Context, id: string, query: { select?: string }) {
  const select = parseSelect(query.select, ContactList);
  return itemAnswer(requireFound(await findRow(ctx.db, contactListSource(ctx), { id, select }), "list"));
}
