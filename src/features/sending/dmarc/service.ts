import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { addDays, addMs, dayAt, days, startOfDay, startOfNextDay, iso } from "../../../kernel/local-time.ts";
import { parseDomainName } from "../domain-name.ts";
import { reportAddress } from "../dns-checks.ts";
import * as queries from "./queries.ts";
import type { ReportQuery } from "./shapes.ts";

const defaultDays = 30;
const maxSources = 1000;

export async function getDmarcOverview(ctx: Context) {
  const rows = await queries.listDmarcDomainOverviews(ctx.db, addMs(ctx.clock.now(), -days(defaultDays)));
  return {
    days: defaultDays,
    reportAddress: reportAddress(ctx),
    items: rows.map((row) => ({
      ...row,
      failed: row.messages - row.passed,
      lastReportAt: iso(row.lastReportAt),
    })),
  };
}

const passOrFail = (isPassed: boolean): "pass" | "fail" => (isPassed ? "pass" : "fail");

export async function getDmarcReport({ db, clock, company }: Context, query: Static<typeof ReportQuery>) {
  const to = query.to ?? dayAt(clock.now(), company.timeZone);
  const from = query.from ?? addDays(to, -defaultDays);
  if (from > to) throw validation("to", { min: from });
  const filter = {
    from: startOfDay(from, company.timeZone),
    until: startOfNextDay(to, company.timeZone),
    domain: query.domain === undefined ? undefined : parseDomainName(query.domain),
    reporter: query.reporter,
  };
  const [sources, total, reporters] = await Promise.all([
    queries.listDmarcSources(db, filter, maxSources + 1),
    queries.countDmarcMessages(db, filter),
    queries.listDmarcReporters(db, filter),
  ]);
  return {
    from,
    to,
    ...total,
    failed: total.messages - total.passed,
    reporters,
    items: sources.slice(0, maxSources).map((row) => ({
      ...row,
      dkim: passOrFail(row.dkim),
      spf: passOrFail(row.spf),
      result: passOrFail(row.dkim || row.spf),
    })),
    truncated: sources.length > maxSources,
  };
}
