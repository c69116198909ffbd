import type { Context } from "../../context.ts";
import { addMs, iso } from "../../kernel/local-time.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import * as queries from "./history.queries.ts";
import { getFormRecord } from "./service.ts";
import { readFormSettings } from "./settings.ts";

type HistoryQuery = Paging & Pick<queries.SignUpRequest, "q" | "filledFrom" | "filledTo" | "sort">;

export async function listSignUps(ctx: Context, formId: string, query: HistoryQuery) {
  await getFormRecord(ctx, formId);
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listSignUps(ctx.db, formId, {
    ...query,
    timeZone: ctx.company.timeZone,
    validSince: addMs(ctx.clock.now(), -readFormSettings(ctx).confirmLinkS * 1000),
    limit: pageSize,
    offset,
  });
  const items = rows.map((row) => ({
    ...row,
    filledAt: row.filledAt.toISOString(),
    confirmedAt: iso(row.confirmedAt),
  }));
  return { items, total, page, pageSize };
}
