import type { Context } from "../../../context.ts";
import { byteOrderMark, csvLine } from "../../../kernel/csv.ts";
import type { FileBody } from "../../../kernel/file.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { toPeriod, type PeriodQuery } from "../../../kernel/period.ts";
import type { StatScope } from "../queries.ts";
import { getReportedCampaign, toScope } from "../scope.ts";
import * as queries from "./queries.ts";

export type RecipientQuery = PeriodQuery & Paging & { q?: string; tab?: queries.RecipientTab; engagement?: string };

const presentRecipient = ({ sentAt, openedAt, clickedAt, sourceId: _sourceId, ...row }: queries.RecipientRecord) => ({
  ...row,
  sentAt: sentAt?.toISOString() ?? null,
  openedAt: openedAt?.toISOString() ?? null,
  clickedAt: clickedAt?.toISOString() ?? null,
});

const toFilters = (ctx: Context, query: RecipientQuery): queries.RecipientFilters => ({
  tab: query.tab ?? "all",
  q: query.q?.trim() ?? "",
  engagement: query.engagement,
  period: toPeriod(query, ctx.company.timeZone),
});

export async function listCampaignRecipients(ctx: Context, id: string, query: RecipientQuery) {
  return listRecipients(ctx, toScope(await getReportedCampaign(ctx, id)), query);
}

export async function listRecipients(ctx: Context, scope: StatScope, query: RecipientQuery) {
  const { page, pageSize, offset } = toPage(query);
  const request = { ...toFilters(ctx, query), limit: pageSize, offset };
  const { total, rows } = await queries.listRecipients(ctx.db, scope, request);
  return { items: rows.map(presentRecipient), total, page, pageSize };
}

export async function downloadCampaignRecipients(ctx: Context, id: string, query: RecipientQuery): Promise<FileBody> {
  const campaign = await getReportedCampaign(ctx, id);
  return recipientsFile(ctx, { id: campaign.id, scope: toScope(campaign) }, query);
}

export const recipientsFile = (
  ctx: Context,
  { id, scope }: { readonly id: string; readonly scope: StatScope },
  query: RecipientQuery,
): FileBody => ({
  name: `recipients-${id}.csv`,
  mediaType: "text/csv; charset=utf-8; header=present",
  content: writeCsv(ctx, scope, toFilters(ctx, query)),
});

const columns = ["contactId", "email", "state", "reason", "sentAt", "openedAt", "clickedAt"] as const;
const batchSize = 2000;

/** Keyset pagination: the millionth row costs as much as the first. */
async function* writeCsv(
  ctx: Context,
  scope: StatScope,
  filters: queries.RecipientFilters,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark + csvLine(columns, ";"));
  let after: queries.RecipientKey = { contactId: "0", sourceId: "0" };
  for (;;) {
    const rows = await queries.listRecipientsAfter(ctx.db, scope, { ...filters, after, limit: batchSize });
    const last = rows.at(-1);
    if (last === undefined) return;
    const lines = rows.map(presentRecipient).map((row) =>
      csvLine(
        columns.map((column) => row[column] ?? ""),
        ";",
      ),
    );
    yield Buffer.from(lines.join(""));
    after = last;
  }
}
