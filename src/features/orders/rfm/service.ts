import { inTransaction, type Context } from "../../../context.ts";
import { existing } from "../../../kernel/accepts.ts";
import { requireFound, validation } from "../../../kernel/errors.ts";
import { iso } from "../../../kernel/local-time.ts";
import { decimalText } from "../../../kernel/money.ts";
import { findShopCurrencies } from "../queries.ts";
import { rfmGroups } from "./groups.ts";
import { rfmJob } from "./jobs.ts";
import * as queries from "./queries.ts";

const toState = (setting: queries.RfmSetting | undefined) => {
  if (setting === undefined) return "off" as const;
  return setting.computedAt === null ? ("requested" as const) : ("on" as const);
};

export async function getRfm(ctx: Context, query: { shop?: string; currency?: string }) {
  const shopId = query.shop ?? (await queries.getDefaultShopId(ctx.db));
  const currencies = (await findShopCurrencies(ctx.db, [shopId])).get(shopId);
  if (currencies === undefined) throw validation("shop", existing("shop"));
  const currency = query.currency ?? currencies[0];
  if (currency === undefined || !currencies.includes(currency)) {
    throw validation("currency", { allowed: currencies });
  }
  const [setting, totals] = await Promise.all([
    queries.findRfmSetting(ctx.db),
    queries.listGroupTotals(ctx.db, { shopId, currency }),
  ]);
  const groups = rfmGroups.map((key) => {
    const { contacts = 0, orders = 0, revenue = "0" } = totals.find((total) => total.key === key) ?? {};
    return { key, contacts, orders, revenue: decimalText(revenue) };
  });
  return {
    state: toState(setting),
    requestedAt: iso(setting?.requestedAt ?? null),
    computedAt: iso(setting?.computedAt ?? null),
    shopId,
    currency,
    contacts: groups.reduce((sum, { contacts }) => sum + contacts, 0),
    groups,
  };
}

/** Repeatable: as long as nothing was computed, a request starts the computation again. */
export async function requestRfm(ctx: Context) {
  return inTransaction(ctx, async ({ db, jobs, clock }) => {
    await queries.insertRfmSetting(db, clock.now());
    const setting = requireFound(await queries.findRfmSetting(db), "rfm");
    if (setting.computedAt === null) await jobs.send(db, rfmJob, { tenantId: db.tenantId });
    return { state: toState(setting), requestedAt: setting.requestedAt.toISOString() };
  });
}
