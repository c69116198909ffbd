import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  aCampaign,
  addCampaignMessages,
  appendEmailEvents,
  type EmailEvent,
} from "../../../tests/harness/factories/campaign-events.ts";
import { addMs, days } from "../../kernel/local-time.ts";

const at = (own: TestCompany, ms: number) => addMs(own.clock.now(), ms);

type TestEvent = { type: EmailEvent["type"]; ms: number; payload?: Record<string, unknown> };

async function recordEvents(own: TestCompany, contactId: string, events: readonly TestEvent[]): Promise<void> {
  const campaignId = await aCampaign(own, { subject: "Spring is here", status: "completed" });
  const sent = events.filter(({ type }) => type === "email_sent");
  for (const { ms } of sent) await addCampaignMessages(own, campaignId, [{ contactId, sentAt: at(own, ms) }]);
  const entries = events.map(({ type, ms, payload }) => ({ type, contactId, at: at(own, ms), ...payload }));
  await appendEmailEvents(own, { campaignId }, entries);
  await own.runListeners();
}

const human = { verdict: "human", reason: "browser" };
const machine = { verdict: "machine", reason: "bot", first: false };

describe("e-mail events of a contact", () => {
  it("count events of people and ignore those of machines", async () => {
    holdClock();
    const own = await company();
    const { id } = await own.aContact();
    await recordEvents(own, id, [
      { type: "email_sent", ms: -5000 },
      { type: "email_opened", ms: -4000, payload: machine },
      { type: "email_clicked", ms: -3000, payload: { ...machine, link: 1 } },
    ]);
    expect(await own.api.ok("getContact", { params: { id } })).toMatchObject({
      engagement: "N",
      lastSentAt: at(own, -5000).toISOString(),
      lastOpenAt: null,
      lastClickAt: null,
      stats90d: { received: 1, opened: 0, clicked: 0, bestHour: null },
    });
    await recordEvents(own, id, [
      { type: "email_opened", ms: -2000, payload: { ...human, first: true } },
      { type: "email_opened", ms: -1500, payload: { ...human, first: false } },
      { type: "email_clicked", ms: -1000, payload: { ...human, first: true, impliesOpen: false, link: 1 } },
      { type: "email_clicked", ms: -500, payload: { ...human, first: false, impliesOpen: false, link: 2 } },
    ]);
    const contact = await own.api.ok("getContact", { params: { id } });
    expect(contact).toMatchObject({
      engagement: "A",
      lastOpenAt: at(own, -1500).toISOString(),
      lastClickAt: at(own, -500).toISOString(),
      stats90d: { received: 1, opened: 1, clicked: 1 },
    });
    const hour = Number(
      new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone: "Europe/Prague" }).format(
        at(own, -1000),
      ),
    );
    expect(Math.abs((contact.stats90d.bestHour ?? -2) - hour)).toBeLessThanOrEqual(1);
  });

  it("count a click as an open if no open was recorded", async () => {
    holdClock();
    const own = await company();
    const { id } = await own.aContact();
    await recordEvents(own, id, [
      { type: "email_sent", ms: -5000 },
      { type: "email_clicked", ms: -1000, payload: { ...human, first: true, impliesOpen: true, link: 1 } },
    ]);
    expect(await own.api.ok("getContact", { params: { id } })).toMatchObject({
      lastOpenAt: at(own, -1000).toISOString(),
      lastClickAt: at(own, -1000).toISOString(),
      stats90d: { received: 1, opened: 1, clicked: 1 },
    });
  });

  it("appear in the timeline with the subject, except those of machines", async () => {
    const own = await company();
    const { id } = await own.aContact();
    await recordEvents(own, id, [
      { type: "email_sent", ms: 1000 },
      { type: "email_opened", ms: 2000, payload: machine },
      { type: "email_opened", ms: 3000, payload: { ...human, first: true } },
    ]);
    const contact = await own.api.ok("getContact", { params: { id } });
    const shown = contact.recentActivities.map(({ type, title }) => [type, title]);
    expect(shown).toEqual([
      ["email_opened", "Spring is here"],
      ["email_sent", "Spring is here"],
      ["contact_created", "subscribed"],
    ]);
    const { items, total } = await own.api.ok("listActivities", { params: { id } });
    expect([items, total]).toEqual([contact.recentActivities, 3]);
    const oldest = await own.api.ok("listActivities", { params: { id }, query: { sort: "at" } });
    expect(oldest.items).toEqual(contact.recentActivities.toReversed());
  });

  it("are found by their kind, with the campaign and the clicked link on request", async () => {
    const own = await company();
    const { id } = await own.aContact();
    const url = "https://shop.example/sale";
    await recordEvents(own, id, [
      { type: "email_sent", ms: 1000 },
      { type: "email_clicked", ms: 2000, payload: { ...human, first: true, url } },
    ]);
    const list = (query: Record<string, string>) => own.api.ok("listActivities", { params: { id }, query });
    const { items, total } = await list({ kind: "emails", details: "true" });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { type: "email_clicked", url, about: { kind: "campaign", id: expect.any(String) } },
      { type: "email_sent", about: { kind: "campaign" } },
    ]);
    expect((await list({ kind: "profile" })).items).toMatchObject([{ type: "contact_created" }]);
    expect((await list({ kind: "orders" })).total).toBe(0);
  });

  it("older than ninety days are not in the statistics", async () => {
    const own = await company();
    const { id } = await own.aContact();
    await recordEvents(own, id, [
      { type: "email_sent", ms: -days(20) },
      { type: "email_opened", ms: -days(20) + 1000, payload: { ...human, first: true } },
    ]);
    own.clock.advance(days(71));
    expect(await own.api.ok("getContact", { params: { id } })).toMatchObject({
      stats90d: { received: 0, opened: 0, clicked: 0, bestHour: null },
    });
  });
});
