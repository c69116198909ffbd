import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from "fast-check";
import { expect, it } from "vitest";
import { aCampaign, appendEmailEvents } from "../../../../tests/harness/factories/campaign-events.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../../tests/harness/factories/orders.ts";
import { runs } from "../../../../tests/harness/scope.ts";

/** Few people, campaigns, orders and hours, so that they collide. */
const click = record({
  kind: constantFrom("click" as const),
  person: nat(1),
  campaign: nat(1),
  hour: nat(96),
  verdict: constantFrom("human", "human", "machine"),
});
const order = record({
  kind: constantFrom("order" as const),
  number: nat(3),
  person: nat(1),
  hour: nat(96),
  state: constantFrom("Nová", "Vyřízeno", "Storno"),
  currency: constantFrom("CZK", "EUR"),
  total: nat(50),
});
const read = record({ kind: constantFrom("read" as const) });

type Click = { person: number; campaign: number; hour: number; verdict: string };
type Order = { number: number; person: number; hour: number; state: string; currency: string; total: number };

const start = Date.parse("2026-03-27T12:00:00Z");
const atHour = (hour: number) => new Date(start + hour * 3_600_000);
const highLimits = { API_LIMITS: "1000000,1000,100000000" };

/** The rule in plain code: the last human click within two days before an order that is not cancelled. */
function expected(clicks: readonly Click[], orders: readonly Order[], campaignIds: readonly string[]) {
  const sums = new Map<string, { orders: number; revenue: number }>();
  for (const bought of orders) {
    const before = clicks
      .filter(({ verdict, person, hour }) => verdict === "human" && person === bought.person && hour <= bought.hour)
      .toSorted((left, right) => left.hour - right.hour);
    const last = before.at(-1);
    if (last === undefined || bought.hour - last.hour > 48 || bought.state === "Storno") continue;
    const key = `${campaignIds[last.campaign]} ${bought.currency}`;
    const sum = sums.get(key) ?? { orders: 0, revenue: 0 };
    sums.set(key, { orders: sum.orders + 1, revenue: sum.revenue + bought.total });
  }
  return [...sums].map(([key, { orders: count, revenue }]) => `${key} ${count} ${revenue.toFixed(2)}`).toSorted();
}

async function attributed({ api }: TestCompany) {
  const { items } = await api.ok("getConversions", { query: { from: "2026-03-01", to: "2026-05-01" } });
  return items.map(({ id, currency, orders, revenue }) => `${id} ${currency} ${orders} ${revenue}`).toSorted();
}

it(
  "attributes orders as plain code does, in whatever order clicks and orders arrive",
  { timeout: 120_000 },
  async () => {
    await assert(
      asyncProperty(
        array(oneof({ weight: 4, arbitrary: click }, { weight: 4, arbitrary: order }, read), { maxLength: 30 }),
        async (steps) => {
          const own = await company(highLimits);
          await own.api.ok("updateShop", { params: { shop_id: own.shopId }, body: { currencies: ["CZK", "EUR"] } });
          await own.api.ok("updateCompany", { body: { conversionWindowDays: 2 } });
          const people = [await own.aContact(), await own.aContact()];
          const campaignIds = [await aCampaign(own), await aCampaign(own)];
          const [clicks, orders] = [new Map<string, Click>(), new Map<number, Order>()];
          for (const step of steps) {
            if (step.kind === "read") await own.runListeners();
            else if (step.kind === "order") {
              const { number, person, hour, state, currency, total } = step;
              const createdAt = atHour(hour).toISOString();
              const fields = { externalId: `${number}`, email: people[person]?.email, createdAt, state, currency };
              await own.api.ok("recordOrders", { body: anOrder(own, { ...fields, total: `${total}` }) });
              orders.set(number, step);
            } else if (!clicks.has(`${step.person} ${step.hour}`)) {
              const { person, campaign, hour, verdict } = step;
              await appendEmailEvents(own, { campaignId: campaignIds[campaign] ?? "" }, [
                { type: "email_clicked", contactId: people[person]?.id ?? "", at: atHour(hour), verdict, link: 1 },
              ]);
              clicks.set(`${person} ${hour}`, step);
            }
          }
          await own.runListeners();
          expect(await attributed(own)).toEqual(expected([...clicks.values()], [...orders.values()], campaignIds));
        },
      ),
      { numRuns: runs(25) },
    );
  },
);
