import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { refuseTakenName } from "../../../db/names.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { lockCompany } from "../../people/queries.ts";
import { readDomain } from "../domain-name.ts";
import { ifAnswered, inspectWatched, provesReports, reportAddress } from "../inspection.ts";
import * as queries from "./queries.ts";
import { maxMonitoredDomains, type MonitoredDomainInput } from "./shapes.ts";

const present = (ctx: Context, row: queries.MonitoredDomainRecord) => ({
  ...row,
  ok: row.checkedAt === null ? null : row.records.every((record) => record.ok),
  reports: row.reportsAt !== null,
  reportAddress: reportAddress(ctx),
  checkedAt: row.checkedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export async function list(ctx: Context) {
  return { items: (await queries.listDomains(ctx.db)).map((row) => present(ctx, row)) };
}

async function getRecord({ db }: Context, id: string): Promise<queries.MonitoredDomainRecord> {
  const row = await queries.findDomain(db, id);
  if (row === undefined) throw notFound("domain");
  return row;
}

/** DNS knows no case. */
const selectorsOf = (selectors: readonly string[]) => [...new Set(selectors.map((one) => one.toLowerCase()))];

export async function create(ctx: Context, body: Static<typeof MonitoredDomainInput>) {
  const domain = readDomain(body.domain);
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if ((await queries.countDomains(inner.db)) >= maxMonitoredDomains) throw conflict("limit");
    const dkimSelectors = selectorsOf(body.dkimSelectors);
    const row = await queries.insertDomain(inner.db, { domain, dkimSelectors, createdAt: inner.clock.now() });
    return present(inner, row);
  });
  return refuseTakenName(write);
}

export async function update(ctx: Context, id: string, selectors: readonly string[]) {
  const row = await queries.updateSelectors(ctx.db, id, selectorsOf(selectors));
  if (row === undefined) throw notFound("domain");
  return present(ctx, row);
}

export async function remove({ db }: Context, id: string): Promise<void> {
  if (!(await queries.deleteDomain(db, id))) throw notFound("domain");
}

export async function check(ctx: Context, id: string) {
  await inspect(ctx, await getRecord(ctx, id));
  return present(ctx, await getRecord(ctx, id));
}

async function inspect(ctx: Context, row: queries.MonitoredDomainRecord): Promise<void> {
  const records = await inspectWatched(ctx, row.domain, row.dkimSelectors);
  const found = { records, provesReports: provesReports(ctx, records), at: ctx.clock.now() };
  await queries.updateCheck(ctx.db, row.id, found);
}

export async function inspectAll(ctx: Context): Promise<number> {
  let unanswered = 0;
  for (const domain of await queries.listDomains(ctx.db)) {
    if (!(await ifAnswered(inspect(ctx, domain)))) unanswered += 1;
  }
  return unanswered;
}
