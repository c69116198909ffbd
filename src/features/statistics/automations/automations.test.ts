import { describe, expect, it } from "vitest";
import {
  anEmailAutomation,
  anEmailEngine,
  emailsOf,
  passEmail,
} from "../../../../tests/harness/factories/automation-emails.ts";
import { anAutomation, paramsOf } from "../../../../tests/harness/factories/automations.ts";
import { appendEmailEvents } from "../../../../tests/harness/factories/campaign-events.ts";
import { anOrder } from "../../../../tests/harness/factories/orders.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";

/** Two contacts got the e-mail once, one of them twice; one clicked; a further one was skipped at the claim. */
async function aSentAutomation(test: TestCompany) {
  const automation = await anEmailAutomation(test);
  const [reader, quiet, left] = [await test.aContact(), await test.aContact(), await test.aContact()];
  await passEmail(test, automation, [reader.id, quiet.id, left.id]);
  await passEmail(test, automation, [reader.id]);
  await test.api.ok("unsubscribeContact", { params: { id: left.id }, body: {} });
  await anEmailEngine(test).run();
  const sources = (await emailsOf(test, automation)).filter(({ contactId }) => contactId === reader.id);
  for (const { sourceId } of sources) {
    await appendEmailEvents(test, { campaignId: sourceId }, [
      { type: "email_opened", contactId: reader.id, at: test.clock.now(), verdict: "human", first: true },
      {
        type: "email_clicked",
        contactId: reader.id,
        at: test.clock.now(),
        verdict: "human",
        first: true,
        link: 1,
        firstOfLink: true,
      },
    ]);
  }
  await test.runListeners();
  return { automation, reader, quiet, left, params: paramsOf(automation) };
}

describe("statistics of an automation", () => {
  it("compare the versions with which contacts entered, and name the revenue of each e-mail", async () => {
    const test = await company();
    const { automation, params, reader } = await aSentAutomation(test);
    const order = { externalId: "V-1", email: reader.email, state: "Nová", total: "121" };
    await test.api.ok("recordOrders", { body: anOrder(test, { ...order, createdAt: test.clock.now().toISOString() }) });
    await test.runListeners();
    const sums = { currency: "CZK", orders: 1, revenue: "121.00" };
    const { items } = await test.api.ok("listAutomationVersionStats", { params });
    expect(items).toMatchObject([
      { version: 1, entered: 4, sent: 3, completed: expect.any(Number), conversions: [sums] },
    ]);
    const report = await test.api.ok("getAutomationStatsReport", { params });
    expect(report.nodeConversions).toEqual([{ node: "mail", ...sums }]);
    const stranger = await company();
    expect(await stranger.api.refused("listAutomationVersionStats", { params: paramsOf(automation) })).toMatchObject({
      status: 404,
      message: "automation",
    });
  });

  it("sum the e-mails of all runs by node", async () => {
    const test = await company();
    const { automation, params } = await aSentAutomation(test);
    const stats = await test.api.ok("getAutomationStats", { params });
    const totals = { recipients: 4, waiting: 0, sent: 3, uniqueOpens: 2, uniqueClicks: 2, failed: 0, unknown: 0 };
    expect(stats.automation).toMatchObject({ id: automation.id, status: "active" });
    expect(stats.totals).toMatchObject({ ...totals, skipped: { total: 1, reasons: { unsubscribed: 1 } } });
    expect(stats.nodes).toMatchObject([{ node: "mail", subject: "Hello {{df_name}}", totals }]);
    expect(stats.byLink).toEqual([
      {
        node: "mail",
        number: 1,
        url: "https://example.org/sale",
        clicks: 2,
        unique: 2,
        machineClicks: 0,
        share: 1,
      },
    ]);
    expect(stats.byDomain).toMatchObject([{ domain: "example.com", sent: 3 }]);
    const report = await test.api.ok("getAutomationStatsReport", { params, query: { node: "mail" } });
    expect(report.totals).toEqual(stats.totals);
    expect(report.timeline).toMatchObject([{ sent: 3 }]);
    const days = await test.api.ok("getEmailStats", {});
    expect(days.totals).toMatchObject({ sent: 3, uniqueClicks: 2 });
  });

  it("list events and recipients", async () => {
    const test = await company();
    const { reader, quiet, left, params } = await aSentAutomation(test);
    const activity = await test.api.ok("getAutomationActivity", { params, query: { tab: "clicked" } });
    expect(activity).toMatchObject({ total: 2 });
    expect(activity.items).toMatchObject([
      { contactId: reader.id, url: "https://example.org/sale" },
      { contactId: reader.id },
    ]);
    const page = await test.api.ok("listAutomationRecipients", { params, query: { node: "mail" } });
    expect(page).toMatchObject({
      total: 4,
      items: [
        { contactId: reader.id, email: reader.email, state: "sent" },
        { contactId: reader.id, email: reader.email, state: "sent" },
        { contactId: quiet.id, state: "sent" },
        { contactId: left.id, state: "skipped", reason: "unsubscribed" },
      ],
    });
    const csv = await test.api.call("listAutomationRecipients", { params, query: { format: "csv" } });
    expect(String(csv.body).split("\r\n")).toHaveLength(6);
  });

  it("show the clicks in the HTML of one e-mail", async () => {
    const test = await company();
    const { params } = await aSentAutomation(test);
    const map = await test.api.ok("getAutomationHeatmap", { params, query: { node: "mail" } });
    expect(map).toMatchObject({ node: "mail", clicks: 2, links: [{ number: 1, clicks: 2 }] });
    expect(map.html).toContain(`data-link="1"`);
    const wrong = { status: 400, code: "validation", message: "node" };
    expect(await test.api.refused("getAutomationHeatmap", { params })).toMatchObject(wrong);
  });

  it("refuse an unknown node and another company's automation", async () => {
    const test = await company();
    const { params } = await aSentAutomation(test);
    const other = await company();
    const operations = [
      "getAutomationStats",
      "getAutomationActivity",
      "getAutomationHeatmap",
      "listAutomationRecipients",
      "getAutomationStatsReport",
    ] as const;
    for (const operation of operations) {
      const unknown = await test.api.refused(operation, { params, query: { node: "end" } });
      expect(unknown).toMatchObject({ status: 400, code: "validation", message: "node" });
      const foreign = await other.api.refused(operation, { params, query: { node: "mail" } });
      expect(foreign).toMatchObject({ status: 404, code: "not_found", message: "automation" });
    }
  });

  it("are empty before the first e-mail", async () => {
    const test = await company();
    const automation = await anAutomation(test);
    const stats = await test.api.ok("getAutomationStats", { params: paramsOf(automation) });
    expect(stats).toMatchObject({ totals: { recipients: 0, sent: 0 }, nodes: [], byLink: [], byDomain: [] });
  });
});
