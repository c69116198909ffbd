import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { addDays, addMs, dayAt, days, startOfDay, startOfNextDay } from "../../../kernel/local-time.ts";
import { readDomain } from "../domain-name.ts";
import { reportAddress } from "../inspection.ts";
import * as queries from "./queries.ts";
import type { ReportQuery } from "./shapes.ts";

const usualDays = 30;
const mostSources = 1000;

export async function getOverview(ctx: Context) {
  const rows = await queries.listOverview(ctx.db, addMs(ctx.clock.now(), -days(usualDays)));
  return {
    days: usualDays,
    reportAddress: reportAddress(ctx),
    items: rows.map((row) => ({
      ...row,
      failed: row.messages - row.passed,
      lastReportAt: row.lastReportAt?.toISOString() ?? null,
    })),
  };
}

const word = (isPassed: boolean): "pass" | "fail" => (isPassed ? "pass" : "fail");

export async function getReport({ db, clock, company }: Context, query: Static<typeof ReportQuery>) {
  const to = query.to ?? dayAt(clock.now(), company.timeZone);
  const from = query.from ?? addDays(to, -usualDays);
  if (from > to) throw validation("to");
  const request = {
    from: startOfDay(from, company.timeZone),
    until: startOfNextDay(to, company.timeZone),
    domain: query.domain === undefined ? undefined : readDomain(query.domain),
    reporter: query.reporter,
  };
  const [sources, total, reporters] = await Promise.all([
    queries.listSources(db, request, mostSources + 1),
    queries.countMessages(db, request),
    queries.listReporters(db, request),
  ]);
  return {
    from,
    to,
    ...total,
    failed: total.messages - total.passed,
    reporters,
    items: sources.slice(0, mostSources).map((row) => ({
      ...row,
      dkim: word(row.dkim),
      spf: word(row.spf),
      result: word(row.dkim || row.spf),
    })),
    truncated: sources.length > mostSources,
  };
}
