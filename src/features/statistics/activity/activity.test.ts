import { describe, expect, it } from "vitest";
import {
  aCampaign,
  addCampaignLinks,
  addCampaignMessages,
  appendEmailEvents,
} from "../../../../tests/harness/factories/campaign-events.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { computeFigures } from "../metrics.ts";

const minute = (count: number) => new Date(Date.UTC(2026, 2, 10, 9, count));

async function anActiveCampaign() {
  const own = await company();
  const reader = await own.aContact({ email: `anna@${own.tenant}.example` });
  const other = await own.aContact();
  const id = await aCampaign(own);
  await addCampaignMessages(own, id, [
    { contactId: reader.id, sentAt: minute(0) },
    { contactId: other.id, sentAt: minute(0) },
  ]);
  await addCampaignLinks(own, { campaignId: id, urls: ["https://shop.example/a"] });
  await appendEmailEvents(own, { campaignId: id }, [
    { type: "email_sent", contactId: reader.id, at: minute(0) },
    { type: "email_sent", contactId: other.id, at: minute(0) },
    { type: "email_opened", contactId: reader.id, verdict: "machine", reason: "proxy", first: false, at: minute(1) },
    { type: "email_opened", contactId: reader.id, verdict: "human", first: true, at: minute(2) },
    { type: "email_clicked", contactId: reader.id, verdict: "human", first: true, link: 1, at: minute(70) },
    { type: "email_bounced", contactId: other.id, kind: "hard", code: "5.1.1", bouncedAt: "later", at: minute(80) },
    { type: "unsubscribed", contactId: reader.id, reason: "one_click", at: minute(90) },
  ]);
  await own.runListeners();
  const get = (query: Record<string, unknown> = {}) =>
    own.api.ok("getCampaignActivity", { params: { campaign_id: id }, query });
  return { own, id, reader, other, get };
}

describe("activity of a campaign", () => {
  it("lists the events of people, newest first", async () => {
    const { get, reader, other } = await anActiveCampaign();
    const { items, total } = await get();
    const none = { verdict: null, reason: null, link: null, url: null };
    const byReader = { ...none, id: expect.any(String), contactId: reader.id, email: reader.email };
    expect(items).toEqual([
      { ...byReader, type: "unsubscribed", at: minute(90).toISOString(), reason: "one_click" },
      {
        ...none,
        id: expect.any(String),
        type: "email_bounced",
        at: minute(80).toISOString(),
        contactId: other.id,
        email: other.email,
        reason: "hard",
      },
      {
        ...byReader,
        type: "email_clicked",
        at: minute(70).toISOString(),
        verdict: "human",
        link: 1,
        url: "https://shop.example/a",
      },
      { ...byReader, type: "email_opened", at: minute(2).toISOString(), verdict: "human" },
    ]);
    expect(total).toBe(4);
  });

  it("filters by machine events, type, page, days and contact", async () => {
    const { own, get, other } = await anActiveCampaign();
    expect(await get({ humans: false, tab: "opened" })).toMatchObject({
      total: 2,
      items: [{ verdict: "human" }, { verdict: "machine", reason: "proxy" }],
    });
    expect(await get({ tab: "bounced" })).toMatchObject({ total: 1, items: [{ type: "email_bounced" }] });
    expect(await get({ tab: "clicked" })).toMatchObject({ total: 1, items: [{ type: "email_clicked" }] });
    expect(await get({ tab: "complained" })).toMatchObject({ total: 0 });
    expect(await get({ tab: "unsubscribed" })).toMatchObject({ total: 1, items: [{ type: "unsubscribed" }] });
    expect(await get({ pageSize: 1, page: 2 })).toMatchObject({ total: 4, items: [{ type: "email_bounced" }] });
    expect(await get({ q: `anna@${own.tenant}` })).toMatchObject({ total: 3 });
    expect(await get({ from: "2026-03-11" })).toMatchObject({ total: 0, timeline: [] });
    await own.api.ok("eraseContact", { params: { id: other.id }, body: { confirm: true } });
    expect(await get()).toMatchObject({ total: 3 });
  });

  it("groups the timeline by hour, or by day in the company's time zone", async () => {
    const { own, id, reader, get } = await anActiveCampaign();
    const first = [
      { metric: "sent", n: 2 },
      { metric: "opens", n: 1 },
      { metric: "opened", n: 1 },
      { metric: "machine_opens", n: 1 },
    ] as const;
    const second = [
      { metric: "clicks", n: 1 },
      { metric: "clicked", n: 1 },
      { metric: "hard", n: 1 },
      { metric: "bounced", n: 1 },
      { metric: "unsubscribed", n: 1 },
    ] as const;
    expect(await get()).toMatchObject({
      unit: "hour",
      timeline: [
        { at: "2026-03-10T09:00:00.000Z", ...computeFigures(first) },
        { at: "2026-03-10T10:00:00.000Z", ...computeFigures(second) },
      ],
    });
    const day = { at: "2026-03-09T23:00:00.000Z", ...computeFigures([...first, ...second]) };
    expect(await get({ unit: "day" })).toMatchObject({ unit: "day", timeline: [day] });
    const late = new Date("2026-03-20T12:00:00Z");
    await appendEmailEvents(own, { campaignId: id }, [{ type: "email_complained", contactId: reader.id, at: late }]);
    await own.runListeners();
    const complaint = { at: "2026-03-19T23:00:00.000Z", ...computeFigures([{ metric: "complained", n: 1 }]) };
    expect(await get()).toMatchObject({ unit: "day", timeline: [day, complaint] });
  });
});
