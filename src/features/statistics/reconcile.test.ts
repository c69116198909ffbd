import { expect, it } from "vitest";
import { aCampaign, addCampaignMessages, appendEmailEvents } from "../../../tests/harness/factories/campaign-events.ts";
import { company, testWorkerOf, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { loadBackground, runNightly } from "../../background.ts";
import { reconcileStatistics } from "./reconcile.ts";

/** A campaign of yesterday and today with events of every kind. */
async function aCountedCampaign() {
  const own = await company();
  own.clock.set(new Date("2026-03-30T09:30:00Z"));
  const [first, second] = [await own.aContact(), await own.aContact()];
  const campaignId = await aCampaign(own);
  const at = new Date("2026-03-29T22:30:00Z");
  await addCampaignMessages(own, campaignId, [
    { contactId: first.id, sentAt: at },
    { contactId: second.id, sentAt: at },
  ]);
  const click = { type: "email_clicked", contactId: first.id, verdict: "human", first: true, link: 1 } as const;
  await appendEmailEvents(own, { campaignId }, [
    { type: "email_sent", contactId: first.id, at },
    { type: "email_sent", contactId: second.id, at, domain: "seznam.cz" },
    { type: "email_opened", contactId: first.id, verdict: "human", first: true },
    { ...click, impliesOpen: true },
    { ...click, first: false, at: new Date("2026-03-29T10:00:00Z") },
    { type: "email_bounced", contactId: second.id, kind: "soft", bouncedAt: "later" },
    { type: "unsubscribed", contactId: first.id, reason: "link" },
  ]);
  await own.api.ok("unsubscribeContact", { params: { id: first.id }, body: {} });
  await own.runListeners();
  return { own, campaignId, second };
}

async function countersOf({ ctx: { db } }: TestCompany) {
  const { sql, tenantId } = db;
  return {
    hours: await sql`
      select campaign_id, variant_id, domain, hour, metric, n from campaign_hourly_stat
      where tenant_id = ${tenantId} and n <> 0 order by 1, 2, 3, 4, 5`,
    totals: await sql`
      select campaign_id, variant_id, metric, n from campaign_metric_total
      where tenant_id = ${tenantId} and n <> 0 order by 1, 2, 3`,
    company: await sql`
      select hour, metric, n from company_hourly_stat where tenant_id = ${tenantId} and n <> 0 order by 1, 2`,
  };
}

it("changes nothing while counters and journal agree, also before the reader has counted an entry", async () => {
  const { own, campaignId, second } = await aCountedCampaign();
  const before = await countersOf(own);
  expect(before.company.map(({ metric }) => String(metric))).toEqual(expect.arrayContaining(["added", "lost", "sent"]));
  await appendEmailEvents(own, { campaignId }, [{ type: "email_opened", contactId: second.id, verdict: "human" }]);
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toEqual([]);
  expect(await countersOf(own)).toEqual(before);
});

it("repairs counters that are too low, too high, missing or made up, and reports each", async () => {
  const { own } = await aCountedCampaign();
  const { sql, tenantId } = own.ctx.db;
  const before = await countersOf(own);
  await sql`update campaign_hourly_stat set n = n + 5 where tenant_id = ${tenantId} and metric = 'opened'`;
  await sql`delete from campaign_hourly_stat where tenant_id = ${tenantId} and metric = 'clicks'`;
  await sql`update campaign_metric_total set n = n - 1 where tenant_id = ${tenantId} and metric = 'sent'`;
  await sql`update company_hourly_stat set n = n + 3 where tenant_id = ${tenantId} and metric in ('added', 'soft')`;
  await sql`delete from company_hourly_stat where tenant_id = ${tenantId} and metric = 'lost'`;
  await sql`
    insert into company_hourly_stat (tenant_id, hour, metric, n)
    values (${tenantId}, '2026-03-28T23:00:00Z', 'machine_opens', 9)`;
  const differences = await reconcileStatistics(own.ctx.db, own.clock.now());
  expect(await countersOf(own)).toEqual(before);
  const metricsOf = (counter: string) =>
    differences.filter((one) => one.counter === counter).map(({ key }) => key.split(" ").at(-1) ?? "");
  expect(metricsOf("campaign_hourly_stat").toSorted()).toEqual(["clicks", "clicks", "opened"]);
  expect(metricsOf("campaign_metric_total")).toEqual(["sent"]);
  expect(metricsOf("company_hourly_stat").toSorted()).toEqual(["added", "lost", "machine_opens", "soft"]);
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toEqual([]);
});

it("does not lower counters after an erasure, whose entries are deleted, but raises them", async () => {
  const { own, second } = await aCountedCampaign();
  const { sql, tenantId } = own.ctx.db;
  await own.api.ok("eraseContact", { params: { id: second.id }, body: { confirm: true } });
  const before = await countersOf(own);
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toEqual([]);
  expect(await countersOf(own)).toEqual(before);
  await sql`update campaign_hourly_stat set n = 0 where tenant_id = ${tenantId} and metric = 'clicked'`;
  expect(await reconcileStatistics(own.ctx.db, own.clock.now())).toMatchObject([{ counted: 1, kept: 0 }]);
  expect(await countersOf(own)).toEqual(before);
});

it("runs every night", async () => {
  const { own } = await aCountedCampaign();
  const { sql, tenantId } = own.ctx.db;
  const before = await countersOf(own);
  await sql`update campaign_metric_total set n = n + 1 where tenant_id = ${tenantId}`;
  const { checks } = await loadBackground();
  const mine = checks.filter(({ name }) => name === "repaired statistics");
  await runNightly(testWorkerOf(own), { nightly: [], checks: mine });
  expect(await countersOf(own)).toEqual(before);
});
