import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  aCampaign,
  addCampaignMessages,
  appendEmailEvents,
  type EmailEvent,
} from "../../../tests/harness/factories/campaign-events.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { dayAt } from "../../kernel/local-time.ts";
import { readRange } from "../../journal/journal.ts";
import { findStatDifferences } from "./differences.queries.ts";
import { campaignStatReader } from "./listeners.ts";
import { rollUp } from "./rollup.queries.ts";
import { runs } from "../../../tests/harness/scope.ts";

const start = new Date("2026-03-28T22:10:00Z").getTime();
const domains = ["gmail.com", "seznam.cz", "firm.example"];
const peopleCount = 6;

/** Random events; `first` is inconsistent on purpose, because the rollup must not depend on it. */
const event = fc.record({
  person: fc.nat({ max: peopleCount - 1 }),
  minutes: fc.nat({ max: 6000 }),
  isVariant: fc.boolean(),
  what: fc.oneof(
    fc.record({ type: fc.constantFrom("email_sent", "email_delivered", "email_complained") }),
    fc.record({
      type: fc.constant("email_bounced"),
      kind: fc.constantFrom("hard", "soft"),
      place: fc.constantFrom("handover", "later"),
      afterDelivery: fc.boolean(),
    }),
    fc.record({
      type: fc.constant("email_opened"),
      verdict: fc.constantFrom("human", "machine"),
      first: fc.boolean(),
    }),
    fc.record({
      type: fc.constant("email_clicked"),
      verdict: fc.constantFrom("human", "machine"),
      first: fc.boolean(),
      impliesOpen: fc.boolean(),
      firstOfLink: fc.boolean(),
      link: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({ type: fc.constantFrom("unsubscribed", "list_unsubscribed") }),
  ),
});

type RecordedEvent = {
  campaignId: string;
  variantId: string;
  domain: string;
  contactId: string;
  at: Date;
  what: Record<string, unknown>;
};

/** The reference implementation: counts event by event. */
function recount(events: readonly RecordedEvent[], wasSent: (contactId: string) => boolean) {
  const counts = new Map<string, number>();
  const links = new Map<string, number>();
  const seen = new Set<string>();
  const isNew = (key: string) => !seen.has(key) && seen.add(key).size > 0;
  for (const { campaignId, variantId, domain, contactId, at, what } of events) {
    const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000).toISOString();
    const add = (metric: string, own = variantId, at_ = domain) => {
      const key = [campaignId, own, at_, hour, metric].join(" ");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    };
    const isHuman = what["verdict"] === "human";
    switch (what["type"]) {
      case "email_sent":
        add("sent");
        break;
      case "email_delivered":
        add("delivered");
        break;
      case "email_complained":
        add("complained");
        break;
      case "email_bounced":
        add(String(what["kind"]));
        if (isNew(`bounce ${campaignId} ${contactId}`)) {
          add("bounced");
          if (!wasSent(contactId)) add("refused");
          if (what["afterDelivery"] === true) add("returned");
        }
        break;
      case "email_opened":
        add(isHuman ? "opens" : "machine_opens");
        if (isHuman && what["first"] === true) add("opened");
        break;
      case "email_clicked": {
        const countLink = (metric: string) => {
          const key = [campaignId, variantId, what["link"], metric].join(" ");
          links.set(key, (links.get(key) ?? 0) + 1);
        };
        countLink(isHuman ? "clicks" : "machine_clicks");
        if (isHuman && what["firstOfLink"] === true) countLink("clicked");
        if (isHuman && what["impliesOpen"] === true) ["opens", "opened"].forEach((metric) => add(metric));
        // A click on the honeypot link is not counted as a click.
        if (what["link"] === 0) break;
        add(isHuman ? "clicks" : "machine_clicks");
        if (isHuman && what["first"] === true) add("clicked");
        break;
      }
      default:
        // Variant and domain come from the message: all were sent the main e-mail, at the first domain.
        if (isNew(`left ${campaignId} ${contactId}`)) add("unsubscribed", campaignId, domains[0]);
    }
  }
  return { counts: Object.fromEntries(counts), links: Object.fromEntries(links) };
}

async function rolledUp({ sql, tenantId }: TenantDb, campaignId: string) {
  const rows = await sql<{ variantId: string; domain: string; hour: Date; metric: string; n: number }[]>`
    select variant_id, domain, hour, metric, n from campaign_hourly_stat
    where tenant_id = ${tenantId} and campaign_id = ${campaignId}`;
  const links = await sql<{ variantId: string; link: number; metric: string; n: number }[]>`
    select variant_id, link, metric, n from campaign_link_stat
    where tenant_id = ${tenantId} and campaign_id = ${campaignId}`;
  return {
    counts: Object.fromEntries(
      rows.map((row) => [[campaignId, row.variantId, row.domain, row.hour.toISOString(), row.metric].join(" "), row.n]),
    ),
    links: Object.fromEntries(links.map((row) => [[campaignId, row.variantId, row.link, row.metric].join(" "), row.n])),
  };
}

/** Reads in small steps; some of them fail after their work and are repeated. */
async function readBrokenly(own: TestCompany, breaks: readonly boolean[], limit: number): Promise<void> {
  const { db } = own.ctx;
  const isBehind = async () => {
    const [row] = await db.sql<{ isBehind: boolean }[]>`
      select exists (
        select from journal j join journal_cursor c on c.tenant_id = ${db.tenantId} and c.reader = ${campaignStatReader}
        where j.tenant_id = ${db.tenantId} and (j.tx, j.id) > (c.tx, c.id)) as is_behind`;
    return row?.isBehind === true;
  };
  for (let step = 0; await isBehind(); step += 1) {
    const reading = readRange(
      db,
      campaignStatReader,
      async (inner, range) => {
        await rollUp(inner, range);
        if (breaks[step] === true) throw new Error("killed");
      },
      { limit },
    );
    await reading.catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== "killed") throw error;
    });
  }
}

it("equals a recount of the events, also when the reader is interrupted", { timeout: 60_000 }, async () => {
  const own = await company();
  const { db } = own.ctx;
  const people: string[] = [];
  for (let index = 0; index < peopleCount; index += 1) people.push((await own.aContact()).id);
  // The other messages were refused by the relay.
  const wasSent = (contactId: string) => people.indexOf(contactId) % 2 === 0;
  await own.runListeners();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(event, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { maxLength: 8 }),
      fc.integer({ min: 1, max: 15 }),
      async (transactions, breaks, limit) => {
        const campaignId = await aCampaign(own);
        const variantId = await aCampaign(own, { parentId: campaignId, language: "sk" });
        await addCampaignMessages(
          own,
          campaignId,
          people.map((contactId) => ({
            contactId,
            domain: domains[0] ?? "",
            ...(wasSent(contactId) && { sentAt: new Date(start) }),
          })),
        );
        const told = transactions.map((events) =>
          events.map(({ person, minutes, isVariant, what }): RecordedEvent => ({
            campaignId,
            variantId: isVariant ? variantId : campaignId,
            domain: domains[person % domains.length] ?? "",
            contactId: people[person] ?? "",
            at: new Date(start + minutes * 60_000),
            what,
          })),
        );
        for (const events of told) {
          await db.transaction(async (inner) => {
            for (const { variantId: own_, domain, contactId, at, what } of events) {
              const isLeaving = String(what["type"]).endsWith("unsubscribed");
              const facts = { contactId, at, ...what, ...(isLeaving ? {} : { domain }) };
              const inside = { ...own, ctx: { ...own.ctx, db: inner } };
              await appendEmailEvents(inside, { campaignId, variantId: own_ }, [toEvent(facts)]);
            }
          });
        }
        await readBrokenly(own, breaks, limit);
        expect(await rolledUp(db, campaignId)).toEqual(recount(told.flat(), wasSent));
      },
    ),
    { numRuns: runs(25) },
  );
  const sums = await db.sql<{ kept: string; all: string }[]>`
    select (select json_object_agg(metric, n order by metric)::text from (
        select metric, sum(n) as n from campaign_hourly_stat where tenant_id = ${db.tenantId} group by 1) a) as all,
      (select json_object_agg(metric, n order by metric)::text from (
        select metric, sum(n) as n from company_hourly_stat
        where tenant_id = ${db.tenantId} and metric <> 'added' group by 1) b) as kept`;
  expect(sums[0]?.kept).toBe(sums[0]?.all);
  expect(sums[0]?.all).toMatch(/sent/);
});

const isType = (type: unknown): type is EmailEvent["type"] => typeof type === "string";
function toEvent(facts: Record<string, unknown> & { contactId: string; at: Date }): EmailEvent {
  const { type } = facts;
  if (!isType(type)) throw new Error(`expected facts with the type of an event, but got ${JSON.stringify(facts)}`);
  return { ...facts, type };
}

it("ignores events without a campaign or of unknown campaigns", async () => {
  const own = await company();
  const { id: contactId } = await own.aContact();
  const id = await aCampaign(own);
  await appendEmailEvents(own, { campaignId: "999999999" }, [{ type: "email_sent", contactId }]);
  await appendEmailEvents(own, { campaignId: "nonsense" }, [
    { type: "email_sent", contactId },
    { type: "email_clicked", contactId, verdict: "human", link: "x" },
    { type: "unsubscribed", contactId },
  ]);
  await appendEmailEvents(own, { campaignId: id }, [{ type: "email_sent", contactId }]);
  await own.runListeners();
  expect(Object.values((await rolledUp(own.ctx.db, id)).counts)).toEqual([1]);
  const rows = await own.ctx.db.sql`select from campaign_hourly_stat where tenant_id = ${own.tenantId}`;
  expect(rows.length).toBe(1);
});

it("truncates hours in the company's time zone, so that days of half-hour zones are complete", async () => {
  const own = await company();
  const { db } = own.ctx;
  await db.sql`update company set time_zone = 'Asia/Kolkata' where tenant_id = ${db.tenantId}`;
  const { id: contactId } = await own.aContact();
  const id = await aCampaign(own);
  const at = new Date("2026-03-10T18:40:00Z");
  await appendEmailEvents(own, { campaignId: id }, [{ type: "email_sent", contactId, at }]);
  await own.runListeners();
  const [row] = await db.sql<{ hour: Date }[]>`select hour from campaign_hourly_stat where tenant_id = ${db.tenantId}`;
  expect(row?.hour).toEqual(new Date("2026-03-10T18:30:00Z"));
  expect(dayAt(at, "Asia/Kolkata")).toBe("2026-03-11");
  const stats = await own.api.ok("getEmailStats", { query: { from: "2026-03-11", to: "2026-03-12" } });
  expect(stats.days).toMatchObject([{ day: "2026-03-11", sent: 1 }]);
});

it("reports lost and doubled rollups in the nightly check, and nothing else", async () => {
  const own = await company();
  const { db } = own.ctx;
  const now = own.clock.now();
  const [first, second] = [(await own.aContact()).id, (await own.aContact()).id];
  const id = await aCampaign(own);
  await addCampaignMessages(own, id, [
    { contactId: first, sentAt: now },
    { contactId: second, sentAt: now },
  ]);
  await appendEmailEvents(own, { campaignId: id }, [
    { type: "email_sent", contactId: first },
    { type: "email_sent", contactId: second },
    { type: "email_opened", contactId: first, verdict: "human", first: true },
  ]);
  // Entries that the reader has not processed yet are no difference.
  await expect.poll(() => findStatDifferences(db, now)).toEqual([]);
  await own.runListeners();
  expect(await findStatDifferences(db, now)).toEqual([]);
  await own.api.ok("eraseContact", { params: { id: second }, body: { confirm: true } });
  expect(await findStatDifferences(db, now)).toEqual([]);
  await db.sql`update campaign_hourly_stat set n = n - 1 where tenant_id = ${db.tenantId} and metric = 'opened'`;
  await db.sql`update campaign_hourly_stat set n = n + 1 where tenant_id = ${db.tenantId} and metric = 'sent'`;
  expect(await findStatDifferences(db, now)).toEqual([
    { campaignId: id, metric: "opened", counted: 1, kept: 0 },
    { campaignId: id, metric: "sent", counted: 2, kept: 3 },
  ]);
});
