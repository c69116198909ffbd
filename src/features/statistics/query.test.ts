import { describe, expect, it } from "vitest";
import { anEmailAutomation, passEmail } from "../../../tests/harness/factories/automation-emails.ts";
import { paramsOf } from "../../../tests/harness/factories/automations.ts";
import { aCampaign, addCampaignMessages, appendEmailEvents } from "../../../tests/harness/factories/campaign-events.ts";
import { company } from "../../../tests/harness/factories/company.ts";
import type { ReadRecord } from "../../kernel/route.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { automationStatsRoutes, campaignStatsRoutes, statisticsRoutes } from "./contract.ts";

/** The parameters of part 4 for all statistics. */
const everything = {
  from: "2026-03-01",
  to: "2026-04-01",
  node: "mail",
  page: 1,
  pageSize: 10,
  q: "novak",
  tab: "clicked",
  engagement: "A",
  humans: false,
  rows: 5,
  vat: false,
};

const wrong = {
  from: "yesterday",
  to: "2026-02-30",
  node: "x".repeat(65),
  page: 0,
  pageSize: 101,
  q: "x".repeat(201),
  tab: "surprise",
  engagement: "F",
  humans: "maybe",
  rows: 0,
  vat: "maybe",
};

/** The dashboard is no statistics of part 4. */
const { getDashboard: _getDashboard, ...ofPeriods } = statisticsRoutes.records;

type Name =
  | keyof typeof ofPeriods
  | keyof typeof campaignStatsRoutes.records
  | keyof typeof automationStatsRoutes.records;
const records: Readonly<Record<Name, ReadRecord>> = {
  ...ofPeriods,
  ...campaignStatsRoutes.records,
  ...automationStatsRoutes.records,
};

const names = Object.keys(records).filter((name): name is Name => name in records);

async function aCompanyWithStatistics() {
  const own = await company();
  const automation = await anEmailAutomation(own);
  const reader = await own.aContact();
  await passEmail(own, automation, [reader.id]);
  const campaignId = await aCampaign(own);
  const values = { ...paramsOf(automation), campaign_id: campaignId };
  const paramsOfRoute = (name: Name) =>
    Object.fromEntries(Object.entries(values).filter(([param]) => records[name].path.includes(`{${param}}`)));
  return { own, paramsOfRoute, automationId: automation.id };
}

describe("the query of statistics", () => {
  it("takes each parameter of the set in every operation", async () => {
    const { own, paramsOfRoute } = await aCompanyWithStatistics();
    for (const name of names) {
      for (const [parameter, value] of Object.entries(everything)) {
        const isHeatmap = name === "getAutomationHeatmap";
        const query = { ...(isHeatmap ? { node: "mail" } : {}), [parameter]: value };
        const { status, body } = await own.api.call(name, { params: paramsOfRoute(name), query });
        expect({ name, parameter, status, body }).toMatchObject({ name, parameter, status: 200 });
      }
    }
  });

  it("refuses a wrong value in every operation, also where the parameter has no effect", async () => {
    const { own, paramsOfRoute } = await aCompanyWithStatistics();
    for (const name of names) {
      for (const [parameter, value] of Object.entries(wrong)) {
        const query = { node: "mail", [parameter]: value };
        const refusal = await own.api.refused(name, { params: paramsOfRoute(name), query });
        const expected = { status: 400, code: "validation", message: parameter };
        expect({ name, ...refusal }).toMatchObject({ name, ...expected });
      }
      const query = { node: "mail", from: "2026-03-02", to: "2026-03-02" };
      const refusal = await own.api.refused(name, { params: paramsOfRoute(name), query });
      expect({ name, ...refusal }).toMatchObject({ name, status: 400, code: "validation", message: "to" });
    }
  });

  it("filters the events and the conversions by the engagement of the contact", async () => {
    const own = await company();
    const [reader, other] = [await own.aContact(), await own.aContact()];
    const campaignId = await aCampaign(own);
    const at = new Date("2026-03-10T10:00:00Z");
    await addCampaignMessages(own, campaignId, [
      { contactId: reader.id, sentAt: at },
      { contactId: other.id, sentAt: at },
    ]);
    const click = { type: "email_clicked", verdict: "human", link: 1, at } as const;
    await appendEmailEvents(own, { campaignId }, [
      { ...click, contactId: reader.id },
      { ...click, contactId: other.id },
    ]);
    for (const { email } of [reader, other]) {
      const order = anOrder(own, { externalId: email, email, state: "Nová", createdAt: "2026-03-11T10:00:00Z" });
      await own.api.ok("recordOrders", { body: order });
    }
    await own.runListeners();
    await own.ctx.db.sql`
      update contact set engagement = case when id = ${reader.id} then 'A' else 'B' end
      where tenant_id = ${own.ctx.db.tenantId}`;
    const params = { campaign_id: campaignId };
    const activity = await own.api.ok("getCampaignActivity", { params, query: { engagement: "A" } });
    expect(activity).toMatchObject({ total: 1, items: [{ contactId: reader.id }] });
    const conversions = await own.api.ok("listCampaignConversions", { params, query: { engagement: "A" } });
    expect(conversions).toMatchObject({ total: 1, items: [{ contactId: reader.id }] });
  });

  it("chooses one e-mail of the automation in the conversions of the company", async () => {
    const { own, automationId } = await aCompanyWithStatistics();
    const query = { automationId, node: "mail" };
    expect(await own.api.ok("getConversions", { query })).toMatchObject({ totals: [], items: [] });
    const unknown = await own.api.refused("getConversions", { query: { automationId, node: "end" } });
    expect(unknown).toMatchObject({ status: 400, code: "validation", message: "node" });
  });

  it("names in the reference the parameters without effect", () => {
    const withoutEffect = (name: Name) =>
      Object.entries(records[name].query?.properties ?? {})
        .filter(([, schema]) => "description" in schema && String(schema.description).includes("without effect"))
        .map(([parameter]) => parameter);
    expect(withoutEffect("getEmailStats")).toEqual([
      "node",
      "page",
      "pageSize",
      "q",
      "tab",
      "engagement",
      "humans",
      "rows",
      "vat",
    ]);
    expect(withoutEffect("listAutomationRecipients")).toEqual(["humans", "rows", "vat"]);
    expect(withoutEffect("getAutomationActivity")).toEqual(["rows", "vat"]);
    expect(withoutEffect("listCampaignConversions")).toEqual(["node", "tab", "humans", "rows"]);
  });
});
