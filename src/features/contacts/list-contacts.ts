import type { Context } from "../../context.ts";
import { existing } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { listContactRows } from "./contact-list.queries.ts";
import type { ContactFilters } from "./filters.sql.ts";
import { hasList } from "./memberships/queries.ts";
import { presentContactJson } from "./present.ts";
import { requireShop } from "./shops.ts";

export async function listContacts(ctx: Context, query: ContactFilters & Paging & { sort?: string }) {
  if (query.list !== undefined && !(await hasList(ctx.db, query.list))) throw validation("list", existing("list"));
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const moment = { timeZone: ctx.company.timeZone, now: ctx.clock.now() };
  const { total, rows } = await listContactRows(ctx.db, { ...query, limit: pageSize, offset }, moment);
  return { items: rows.map(presentContactJson), total, page, pageSize };
}
