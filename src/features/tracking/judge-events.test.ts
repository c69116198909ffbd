import { beforeEach, describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anActiveAutomation, enteredOf, startedBy } from "../../../tests/harness/factories/automations.ts";
import { judgeAll, storeEvents } from "../../../tests/harness/factories/judged-events.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import {
  aCampaignWithLinks,
  aSentMessage,
  browserUserAgent,
  trackedState,
  type SentMessage,
} from "../../../tests/harness/factories/tracked-messages.ts";
import { addMs } from "../../kernel/local-time.ts";
import { findStatDifferences } from "../statistics/differences.queries.ts";
import { reconcileStatistics } from "../statistics/reconcile.ts";
import type { TrackedEvent } from "./event.ts";
import { contextMs, judgeEvents } from "./judge-events.ts";

let own: TestCompany;
let campaignId: string;
const urls = ["https://shop.example/1", "https://shop.example/2", "https://shop.example/3"];
beforeEach(async () => {
  own = await company();
  campaignId = await aCampaignWithLinks(own, urls);
});

/** Milliseconds after the beginning of the test. */
let begun: Date;
const at = (ms: number) => addMs(begun, ms);
beforeEach(() => {
  begun = own.clock.now();
});

const scanner = { network: "203.0.113.0/24", agent: browserUserAgent };
const person = { network: "198.51.100.0/24", agent: `${browserUserAgent} Person` };

const event = (
  { contactId }: SentMessage,
  ms: number,
  link: number | null,
  fields: Partial<TrackedEvent> = scanner,
): TrackedEvent => ({
  tenantId: own.tenantId,
  campaignId,
  contactId,
  at: at(ms),
  link,
  method: "GET",
  prefetch: false,
  ...scanner,
  ...fields,
});

/** As HTTP processes store them, each event by another process, a moment after it was received. */
async function receive(events: readonly TrackedEvent[]): Promise<void> {
  for (const one of events) await storeEvents(own.ctx.db, addMs(one.at, 200), [one]);
}

/** Judges what has waited 10 s at this time; returns whether more is due. */
const judgeAt = (ms: number) => judgeEvents(own.ctx.db, { now: at(ms), waitMs: 10_000, batches: new Map() });

const verdicts = async (message: SentMessage) => {
  const { sql, tenantId } = own.ctx.db;
  const rows = await sql<{ type: string; verdict: string; reason: string }[]>`
    select type, payload->>'verdict' as verdict, payload->>'reason' as reason from journal
    where tenant_id = ${tenantId} and contact_id = ${message.contactId} and type in ('email_opened', 'email_clicked')
    order by at, id`;
  return rows.map(({ type, verdict, reason }) => `${type.slice(6)} ${verdict} ${reason}`);
};

const countBatches = async () => {
  const [row] = await own.ctx.db.sql<{ n: number }[]>`
    select count(*)::int as n from tracking_batch where tenant_id = ${own.tenantId}`;
  return row?.n;
};

describe("events", () => {
  it("wait for their verdict, together with what other processes received meanwhile", async () => {
    const message = await aSentMessage(own, campaignId);
    await receive([event(message, 0, 1), event(message, 300, 2), event(message, 600, 3)]);
    await judgeAt(10_100);
    expect(await verdicts(message)).toEqual([]);
    for (const ms of [10_200, 10_500, 10_800]) await judgeAt(ms);
    expect(await verdicts(message)).toEqual(Array(3).fill("clicked machine many_links"));
    expect((await trackedState(own, message)).message).toMatchObject({ openedAt: null, clickedAt: null });
  });

  it("are context for later ones and then gone", async () => {
    const message = await aSentMessage(own, campaignId);
    await receive([event(message, 0, 1), event(message, 1000, 2)]);
    await judgeAt(10_300);
    await judgeAt(11_300);
    // Delayed by an outage: by now the others are judged, as a person's.
    await storeEvents(own.ctx.db, at(12_000), [event(message, 2000, 3)]);
    expect(await countBatches()).toBe(3);
    await judgeAt(22_000);
    expect(await verdicts(message)).toEqual(Array(3).fill("clicked machine many_links"));
    await judgeAt(22_001 + contextMs);
    expect(await countBatches()).toBe(0);
  });

  it("are judged in several transactions if there are many", async () => {
    const messages: SentMessage[] = [];
    for (let index = 0; index < 5; index += 1) messages.push(await aSentMessage(own, campaignId));
    await receive(messages.flatMap((message) => [event(message, 0, null, person), event(message, 100, 1, person)]));
    const batches = new Map();
    let rounds = 1;
    while (await judgeEvents(own.ctx.db, { now: at(20_000), waitMs: 0, batches, maxEvents: 4 })) rounds += 1;
    expect(rounds).toBe(3);
    for (const message of messages) {
      expect(await verdicts(message)).toEqual(["opened human browser", "clicked human browser"]);
    }
  });

  it("of an erased contact are removed before their verdict", async () => {
    const [gone, other] = [await aSentMessage(own, campaignId), await aSentMessage(own, campaignId)];
    await storeEvents(own.ctx.db, own.clock.now(), [event(gone, 0, null), event(other, 0, null)]);
    await own.api.ok("eraseContact", { params: { id: gone.contactId }, body: { confirm: true } });
    const [row] = await own.ctx.db.sql<{ events: { events: unknown[] }; count: number }[]>`
      select events, count from tracking_batch where tenant_id = ${own.tenantId}`;
    expect(row).toMatchObject({
      count: 1,
      events: { events: [[campaignId, other.contactId, begun.getTime(), null, 0]] },
    });
    await judgeAll(own);
    expect([await verdicts(gone), await verdicts(other)]).toEqual([[], ["opened human browser"]]);
  });
});

describe("a client that clicks on messages of many contacts at once", () => {
  const clickEach = async (count: number, clickOf: (message: SentMessage, index: number) => TrackedEvent[]) => {
    const messages = await Promise.all(Array.from({ length: count }, () => aSentMessage(own, campaignId)));
    await storeEvents(own.ctx.db, at(10_000), messages.flatMap(clickOf));
    await judgeAt(20_000);
    return async () => (await Promise.all(messages.map(verdicts))).flat();
  };

  it("is a machine when they were just sent", async () => {
    const found = await clickEach(8, (message, index) => [event(message, index * 500, 1)]);
    expect(await found()).toEqual(Array(8).fill("clicked machine many_messages"));
  });

  it("is an office if there are fewer; a machine also backwards when more come", async () => {
    const found = await clickEach(7, (message, index) => [event(message, index * 500, 1)]);
    expect(await found()).toEqual(Array(7).fill("clicked human browser"));
    await clickEach(1, (message) => [event(message, 4000, 1)]);
    expect(await found()).toEqual(Array(7).fill("clicked machine many_messages"));
  });

  it("is an office if they take their time", async () => {
    const found = await clickEach(8, (message, index) => [event(message, index * 1000, 1)]);
    expect(await found()).toEqual(Array(8).fill("clicked human browser"));
  });

  it("is an office if they have seen the message before", async () => {
    const found = await clickEach(8, (message, index) => [
      event(message, index - 20_000, null),
      event(message, index, 1),
    ]);
    expect(await found()).not.toContain("clicked machine many_messages");
  });
});

describe("automations and webhooks", () => {
  it("hear of people only, and when it is certain", async () => {
    const automation = await anActiveAutomation(own, startedBy("email_clicked"));
    await own.api.ok("createAccountWebhook", { body: { url: "https://hooks.example/click", event: "email_click" } });
    const waiting = async () => {
      await own.runListeners();
      const { items } = await own.api.ok("listAccountWebhooks");
      return { entered: await enteredOf(own, automation), calls: items[0]?.waiting };
    };
    const [scanned, read] = [await aSentMessage(own, campaignId), await aSentMessage(own, campaignId)];
    own.clock.advance(1000);
    const each = [1, 2, 3, 0].map((link, index) => event(scanned, 1000 + index * 300, link));
    await receive([...each, event(read, 1000, 1, person)]);
    await judgeAt(11_100);
    expect(await waiting()).toEqual({ entered: [], calls: 0 });
    await judgeAt(20_000);
    expect(await waiting()).toEqual({ entered: [read.contactId], calls: 1 });
    // Known as a machine before anybody has read that it was a person.
    await receive([event(scanned, 30_000, 1, { ...scanner, agent: `${scanner.agent} Other` })]);
    await judgeAt(41_000);
    await receive([event(scanned, 60_000, 0, { ...scanner, agent: `${scanner.agent} Other` })]);
    await judgeAt(71_000);
    expect(await waiting()).toEqual({ entered: [read.contactId], calls: 1 });
  });
});

describe("a verdict that turns out to be wrong", () => {
  const getStats = async (message: SentMessage) => {
    await own.runListeners();
    const { sql, tenantId } = own.ctx.db;
    const totals = await sql<{ metric: string; n: number }[]>`
      select metric, n from campaign_metric_total where tenant_id = ${tenantId} and n <> 0 order by metric`;
    const hours = await sql<{ metric: string; n: number }[]>`
      select metric, sum(n)::int as n from company_hourly_stat
      where tenant_id = ${tenantId} and metric in ('opened', 'clicked', 'opens', 'clicks', 'machine_opens', 'machine_clicks')
      group by 1 having sum(n) <> 0 order by 1`;
    const links = await sql<{ link: number; metric: string; n: number }[]>`
      select link, metric, n from campaign_link_stat where tenant_id = ${tenantId} and n <> 0 order by link, metric`;
    const contact = await own.api.ok("getContact", { params: { id: message.contactId } });
    return {
      totals: Object.fromEntries(totals.map(({ metric, n }) => [metric, n])),
      hours: Object.fromEntries(hours.map(({ metric, n }) => [metric, n])),
      links: links.map(({ link, metric, n }) => `${link} ${metric} ${n}`),
      contact: {
        lastOpenAt: contact.lastOpenAt,
        lastClickAt: contact.lastClickAt,
        engagement: contact.engagement,
        opened: contact.stats90d.opened,
        clicked: contact.stats90d.clicked,
        activities: contact.recentActivities.map(({ type }) => type).filter((type) => type.startsWith("email_")),
      },
    };
  };

  const opened = async (message: SentMessage) => {
    await receive([event(message, 0, null), event(message, 60_000, 1), event(message, 120_000, 2)]);
    await judgeAt(200_000);
  };
  const trapped = async (message: SentMessage) => {
    await receive([event(message, 300_000, 0)]);
    await judgeAt(400_000);
  };

  it("is corrected in statistics, the contact, the message, the time line and files", async () => {
    const message = await aSentMessage(own, campaignId);
    await opened(message);
    expect(await getStats(message)).toMatchObject({
      totals: { opens: 1, opened: 1, clicks: 2, clicked: 1 },
      contact: { engagement: "A", opened: 1, clicked: 1 },
    });
    await trapped(message);
    expect(await getStats(message)).toEqual({
      totals: { machine_opens: 1, machine_clicks: 2 },
      hours: { machine_opens: 1, machine_clicks: 2 },
      links: ["0 machine_clicks 1", "1 machine_clicks 1", "2 machine_clicks 1"],
      contact: {
        lastOpenAt: null,
        lastClickAt: null,
        engagement: "N",
        opened: 0,
        clicked: 0,
        activities: ["email_sent"],
      },
    });
    expect((await trackedState(own, message)).message).toMatchObject({
      openedAt: null,
      clickedAt: null,
      botSeenAt: at(0),
      links: { 1: { clicks: 0, machineClicks: 1 }, 2: { clicks: 0, machineClicks: 1 } },
    });
    const { items } = await own.api.ok("getCampaignActivity", { params: { campaign_id: campaignId } });
    expect(items).toEqual([]);
    expect(await reconcileStatistics(own.ctx.db, at(500_000))).toEqual([]);
    expect(await findStatDifferences(own.ctx.db, at(500_000))).toEqual([]);
  });

  it("is corrected also if nobody has counted it yet", async () => {
    const message = await aSentMessage(own, campaignId);
    await opened(message);
    await trapped(message);
    expect(await getStats(message)).toMatchObject({
      totals: { machine_opens: 1, machine_clicks: 2 },
      contact: { engagement: "N", lastOpenAt: null, opened: 0, clicked: 0 },
    });
    expect(await reconcileStatistics(own.ctx.db, at(500_000))).toEqual([]);
  });

  it("leaves what the person did, and makes that the first", async () => {
    const message = await aSentMessage(own, campaignId);
    await opened(message);
    await receive([event(message, 150_000, 1, person)]);
    await judgeAt(250_000);
    await own.runListeners();
    await trapped(message);
    expect(await getStats(message)).toMatchObject({
      totals: { opens: 1, opened: 1, clicks: 1, clicked: 1, machine_opens: 1, machine_clicks: 2 },
      links: ["0 machine_clicks 1", "1 clicked 1", "1 clicks 1", "1 machine_clicks 1", "2 machine_clicks 1"],
      contact: {
        lastOpenAt: at(150_000).toISOString(),
        lastClickAt: at(150_000).toISOString(),
        engagement: "A",
        opened: 1,
        clicked: 1,
      },
    });
    expect((await trackedState(own, message)).message).toMatchObject({ openedAt: at(150_000), clickedAt: at(150_000) });
    expect(await reconcileStatistics(own.ctx.db, at(500_000))).toEqual([]);
    // The person goes on, the machine too.
    await receive([event(message, 600_000, 2, person), event(message, 660_000, 3)]);
    await judgeAt(700_000);
    expect((await verdicts(message)).slice(-2)).toEqual(["clicked human browser", "clicked machine honeypot"]);
  });

  it("gives an order to the e-mail in which a person clicked", async () => {
    const message = await aSentMessage(own, campaignId, { email: `buyer.${own.tenantId}@example.com` });
    await opened(message);
    const body = {
      orders: [anOrder(own, { email: `buyer.${own.tenantId}@example.com`, createdAt: at(250_000).toISOString() })],
    };
    await own.api.ok("recordOrders", { body });
    const attributed = async () => {
      await own.runListeners();
      return own.ctx.db.sql`select clicked_at from order_attribution where tenant_id = ${own.tenantId}`;
    };
    expect(await attributed()).toEqual([{ clickedAt: at(120_000) }]);
    await receive([event(message, 100_000, 3, person)]);
    await judgeAt(290_000);
    await trapped(message);
    expect(await attributed()).toEqual([{ clickedAt: at(100_000) }]);
  });
});
