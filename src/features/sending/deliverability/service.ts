import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { iso } from "../../../kernel/local-time.ts";
import { lockCompany } from "../../members/queries.ts";
import { parseDomainName } from "../domain-name.ts";
import { checkEachDomain, checkMonitoredDomainRecords, namesReportAddress, reportAddress } from "../dns-checks.ts";
import * as queries from "./queries.ts";
import { maxMonitoredDomains, type MonitoredDomainInput } from "./shapes.ts";

const presentMonitoredDomain = (ctx: Context, row: queries.MonitoredDomainRecord) => ({
  ...row,
  ok: row.checkedAt === null ? null : row.records.every((record) => record.ok),
  reports: row.reportsAt !== null,
  reportAddress: reportAddress(ctx),
  checkedAt: iso(row.checkedAt),
  createdAt: row.createdAt.toISOString(),
});

export async function listMonitoredDomains(ctx: Context) {
  return { items: (await queries.listMonitoredDomains(ctx.db)).map((row) => presentMonitoredDomain(ctx, row)) };
}

async function getMonitoredDomainRecord({ db }: Context, id: string): Promise<queries.MonitoredDomainRecord> {
  const row = await queries.findMonitoredDomain(db, id);
  if (row === undefined) throw notFound("domain");
  return row;
}

/** DNS names are case-insensitive. */
const normalizeSelectors = (selectors: readonly string[]) => [
  ...new Set(selectors.map((selector) => selector.toLowerCase())),
];

export async function createMonitoredDomain(ctx: Context, body: Static<typeof MonitoredDomainInput>) {
  const domain = parseDomainName(body.domain);
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if ((await queries.countMonitoredDomains(inner.db)) >= maxMonitoredDomains) throw conflict("limit");
    const dkimSelectors = normalizeSelectors(body.dkimSelectors);
    const row = await queries.insertMonitoredDomain(inner.db, { domain, dkimSelectors, createdAt: inner.clock.now() });
    inner.db.created(row.id);
    return presentMonitoredDomain(inner, row);
  });
  return conflictOnTakenName(write);
}

export async function updateMonitoredDomain(ctx: Context, id: string, selectors: readonly string[]) {
  const row = await ctx.db.transaction((db) => queries.updateDkimSelectors(db, id, normalizeSelectors(selectors)));
  if (row === undefined) throw notFound("domain");
  return presentMonitoredDomain(ctx, row);
}

export async function deleteMonitoredDomain({ db }: Context, id: string): Promise<void> {
  if (!(await db.transaction((inner) => queries.deleteMonitoredDomain(inner, id)))) throw notFound("domain");
}

export async function checkMonitoredDomain(ctx: Context, id: string) {
  await checkAndStoreMonitoredDomain(ctx, await getMonitoredDomainRecord(ctx, id));
  return presentMonitoredDomain(ctx, await getMonitoredDomainRecord(ctx, id));
}

async function checkAndStoreMonitoredDomain(ctx: Context, row: queries.MonitoredDomainRecord): Promise<void> {
  const records = await checkMonitoredDomainRecords(ctx, row.domain, row.dkimSelectors);
  const found = { records, namesReportAddress: namesReportAddress(ctx, records), at: ctx.clock.now() };
  await ctx.db.transaction((db) => queries.updateMonitoredDomainCheck(db, row.id, found));
}

export async function checkAllMonitoredDomains(ctx: Context): Promise<number> {
  const domains = await queries.listMonitoredDomains(ctx.db);
  return checkEachDomain(domains, (domain) => checkAndStoreMonitoredDomain(ctx, domain));
}
