import { expect, it } from "vitest";
import { aCampaign, addCampaignMessages, appendEmailEvents } from "../../../tests/harness/factories/campaign-events.ts";
import { company, testWorkerOf, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { loadBackground, runNightly } from "../../composition/background.ts";
import { contactDeleted } from "../../journal/events.ts";
import { appendEntries } from "../../journal/journal.ts";
import { reconcileStatistics } from "./reconcile.ts";

/** A campaign of yesterday and today with events of every kind. */
async function aCountedCampaign() {
  const own = await company();
  own.clock.set(new Date("2026-03-30T09:30:00Z"));
  const [first, second, refused] = [await own.aContact(), await own.aContact(), await own.aContact()];
  const campaignId = await aCampaign(own);
  const at = new Date("2026-03-29T22:30:00Z");
  await addCampaignMessages(own, campaignId, [
    { contactId: first.id, sentAt: at },
    { contactId: second.id, sentAt: at },
    { contactId: refused.id, state: "hardbounced" },
  ]);
  const click = { type: "email_clicked", contactId: first.id, verdict: "human", first: true, link: 1 } as const;
  await appendEmailEvents(own, { campaignId }, [
    { type: "email_sent", contactId: first.id, at },
    { type: "email_sent", contactId: second.id, at, domain: "seznam.cz" },
    { type: "email_opened", contactId: first.id, verdict: "human", first: true },
    { ...click, impliesOpen: true, firstOfLink: true },
    { ...click, first: false, at: new Date("2026-03-29T10:00:00Z") },
    { ...click, first: false, firstOfLink: true, link: 2 },
    { type: "email_bounced", contactId: second.id, kind: "soft", bouncedAt: "later", afterDelivery: true },
    { type: "email_bounced", contactId: second.id, kind: "hard", bouncedAt: "later" },
    { type: "email_bounced", contactId: refused.id, kind: "hard", bouncedAt: "handover" },
    { type: "list_unsubscribed", contactId: first.id, listId: "1" },
    { type: "unsubscribed", contactId: first.id, reason: "link" },
  ]);
  await own.api.ok("unsubscribeContact", { params: { id: first.id }, body: {} });
  await own.runListeners();
  return { own, campaignId, first, second, refused };
}

async function readCounters({ ctx: { db } }: TestCompany) {
  const { sql, tenantId } = db;
  return {
    hours: await sql`
      select campaign_id, variant_id, domain, hour, metric, n from campaign_hourly_stat
      where tenant_id = ${tenantId} and n <> 0 order by 1, 2, 3, 4, 5`,
    totals: await sql`
      select campaign_id, variant_id, metric, n from campaign_metric_total
      where tenant_id = ${tenantId} and n <> 0 order by 1, 2, 3`,
    links: await sql`
      select campaign_id, variant_id, link, metric, n from campaign_link_stat
      where tenant_id = ${tenantId} and n <> 0 order by 1, 2, 3, 4`,
    company: await sql`
      select hour, metric, n from company_hourly_stat where tenant_id = ${tenantId} and n <> 0 order by 1, 2`,
    shops: await sql`
      select shop_id, hour, metric, n from shop_hourly_stat where tenant_id = ${tenantId} and n <> 0 order by 1, 2, 3`,
  };
}

const metricsOf = (differences: readonly { counter: string; key: string }[], counter: string) =>
  differences
    .filter((one) => one.counter === counter)
    .map(({ key }) => key.split(" ").at(-1) ?? "")
    .toSorted();

it("changes nothing while counters and journal agree, also before the reader has counted an entry", async () => {
  const { own, campaignId, second } = await aCountedCampaign();
  const before = await readCounters(own);
  expect(before.company.map(({ metric }) => String(metric))).toEqual(expect.arrayContaining(["added", "lost", "sent"]));
  await appendEmailEvents(own, { campaignId }, [{ type: "email_opened", contactId: second.id, verdict: "human" }]);
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toEqual([]);
  expect(await readCounters(own)).toEqual(before);
});

it("repairs counters that are too low, too high, missing or made up, and reports each", async () => {
  const { own } = await aCountedCampaign();
  const { sql, tenantId } = own.ctx.db;
  const before = await readCounters(own);
  await sql`update campaign_hourly_stat set n = n + 5 where tenant_id = ${tenantId} and metric = 'opened'`;
  await sql`delete from campaign_hourly_stat where tenant_id = ${tenantId} and metric = 'clicks'`;
  await sql`update campaign_metric_total set n = n - 1 where tenant_id = ${tenantId} and metric = 'sent'`;
  await sql`update company_hourly_stat set n = n + 3 where tenant_id = ${tenantId} and metric in ('added', 'soft')`;
  await sql`delete from company_hourly_stat where tenant_id = ${tenantId} and metric = 'lost'`;
  await sql`
    insert into company_hourly_stat (tenant_id, hour, metric, n)
    values (${tenantId}, '2026-03-28T23:00:00Z', 'machine_opens', 9)`;
  await sql`update shop_hourly_stat set n = n - 1 where tenant_id = ${tenantId} and metric in ('lost', 'hard')`;
  const differences = await reconcileStatistics(own.ctx.db, own.clock.now());
  expect(await readCounters(own)).toEqual(before);
  expect(metricsOf(differences, "shop_hourly_stat")).toEqual(["hard", "lost"]);
  expect(metricsOf(differences, "campaign_hourly_stat")).toEqual(["clicks", "clicks", "opened"]);
  expect(metricsOf(differences, "campaign_metric_total")).toEqual(["sent"]);
  expect(metricsOf(differences, "company_hourly_stat")).toEqual(["added", "lost", "machine_opens", "soft"]);
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toEqual([]);
});

const messageMetrics = ["bounced", "refused", "returned", "unsubscribed"];

it.each([
  ["too low", -1],
  ["too high", 1],
])("repairs counters of bounced, refused and unsubscribed messages that are %s", async (_what, change) => {
  const { own } = await aCountedCampaign();
  const { sql, tenantId } = own.ctx.db;
  const before = await readCounters(own);
  expect(before.totals.filter(({ metric }) => messageMetrics.includes(String(metric)))).toMatchObject([
    { metric: "bounced", n: 2 },
    { metric: "refused", n: 1 },
    { metric: "returned", n: 1 },
    { metric: "unsubscribed", n: 1 },
  ]);
  await sql`
    update campaign_hourly_stat set n = n + ${change} where tenant_id = ${tenantId} and metric = any(${messageMetrics})`;
  const differences = await reconcileStatistics(own.ctx.db, own.clock.now());
  expect(metricsOf(differences, "campaign_hourly_stat")).toEqual(messageMetrics);
  expect(await readCounters(own)).toEqual(before);
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toEqual([]);
});

it("does not lower counters of messages that were deleted with their contacts", async () => {
  const { own, first, refused } = await aCountedCampaign();
  const { db } = own.ctx;
  const before = await readCounters(own);
  await db.sql`
    delete from message where tenant_id = ${db.tenantId} and contact_id = any(${[first.id, refused.id]}::bigint[])`;
  await appendEntries(db, [contactDeleted.entry({ contactId: first.id, at: own.clock.now(), payload: {} })]);
  expect(await reconcileStatistics(db, own.clock.now())).toEqual([]);
  expect(await readCounters(own)).toEqual(before);
});

it("repairs clicks by link", async () => {
  const { own, campaignId } = await aCountedCampaign();
  const { sql, tenantId } = own.ctx.db;
  const before = await readCounters(own);
  expect(before.links).toMatchObject([
    { link: 1, metric: "clicked", n: 1 },
    { link: 1, metric: "clicks", n: 2 },
    { link: 2, metric: "clicked", n: 1 },
    { link: 2, metric: "clicks", n: 1 },
  ]);
  await sql`update campaign_link_stat set n = n + 4 where tenant_id = ${tenantId} and link = 1 and metric = 'clicks'`;
  await sql`delete from campaign_link_stat where tenant_id = ${tenantId} and link = 2 and metric = 'clicked'`;
  await sql`
    insert into campaign_link_stat (tenant_id, campaign_id, variant_id, link, metric, n)
    values (${tenantId}, ${campaignId}, ${campaignId}, 3, 'clicks', 7)`;
  const key = (rest: string) => `${campaignId} ${campaignId} ${rest}`;
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toEqual([
    { counter: "campaign_link_stat", key: key("1 clicks"), counted: 2, kept: 6 },
    { counter: "campaign_link_stat", key: key("2 clicked"), counted: 1, kept: 0 },
    { counter: "campaign_link_stat", key: key("3 clicks"), counted: 0, kept: 7 },
  ]);
  expect(await readCounters(own)).toEqual(before);
});

it("does not lower clicks by link when older entries are gone", async () => {
  const { own } = await aCountedCampaign();
  const { sql, tenantId } = own.ctx.db;
  const before = await readCounters(own);
  await sql`
    delete from journal where tenant_id = ${tenantId} and type = 'email_clicked' and at < ${new Date("2026-03-30T00:00:00Z")}`;
  // So late that the day of the deleted entry is not recounted any more.
  own.clock.set(new Date("2026-04-01T09:30:00Z"));
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toEqual([]);
  expect(await readCounters(own)).toEqual(before);
});

it("does not lower counters after an erasure, whose entries are deleted, but raises them", async () => {
  const { own, second } = await aCountedCampaign();
  const { sql, tenantId } = own.ctx.db;
  await own.api.ok("eraseContact", { params: { id: second.id }, body: { confirm: true } });
  const before = await readCounters(own);
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toEqual([]);
  expect(await readCounters(own)).toEqual(before);
  await sql`update campaign_hourly_stat set n = 0 where tenant_id = ${tenantId} and metric = 'clicked'`;
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toMatchObject([{ counted: 1, kept: 0 }]);
  expect(await readCounters(own)).toEqual(before);
});

it("runs every night", async () => {
  const { own } = await aCountedCampaign();
  const { sql, tenantId } = own.ctx.db;
  const before = await readCounters(own);
  await sql`update campaign_metric_total set n = n + 1 where tenant_id = ${tenantId}`;
  const { checks } = await loadBackground();
  const mine = checks.filter(({ name }) => name === "repaired statistics");
  await runNightly(testWorkerOf(own), { nightly: [], checks: mine });
  expect(await readCounters(own)).toEqual(before);
});
