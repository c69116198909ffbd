import { beforeEach, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  aCampaignWithLinks,
  aSentMessage,
  browserUserAgent,
  trackedState,
  type SentMessage,
} from "../../../tests/harness/factories/tracked-messages.ts";
import { judgeAll, storeEvents } from "../../../tests/harness/factories/judged-events.ts";
import type { Parameter } from "../../db/driver/statement.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { addMs } from "../../kernel/local-time.ts";
import type { Log } from "../../log/log.ts";
import { EventBuffer } from "./event-buffer.ts";
import type { TrackedEvent } from "./event.ts";

let own: TestCompany;
let warnings: object[];
beforeEach(async () => {
  own = await company();
  warnings = [];
});

const event = (message: SentMessage, fields: Partial<TrackedEvent> = {}): TrackedEvent => ({
  tenantId: own.tenantId,
  campaignId: message.campaignId,
  contactId: message.contactId,
  at: own.clock.now(),
  link: null,
  method: "GET",
  agent: browserUserAgent,
  prefetch: false,
  network: "203.0.113.0/24",
  ...fields,
});

/** The numeric fields of the log lines. */
const listening = (): Log => {
  const hear = (line: object) => void warnings.push({ ...line, err: undefined });
  return Object.assign(Object.create(own.app.log), { warn: hear, error: hear });
};

function aBuffer(db: SystemDb = own.app.db, limit = 100_000): EventBuffer {
  return new EventBuffer({ db, clock: own.clock, log: listening(), limit });
}

const kinds = async (message: SentMessage) => (await trackedState(own, message)).journal.map(({ type }) => type);

/** A database in which the rows of one company cannot be written. */
const refusing = (tenantId: string): SystemDb => ({
  ...own.app.db,
  forTenant: (id) => {
    if (id === tenantId) throw new Error("refused");
    return own.app.db.forTenant(id);
  },
});

describe("buffered events", () => {
  it("are deduplicated when one client repeats a request within a second", async () => {
    holdClock();
    const message = await aSentMessage(own, await aCampaignWithLinks(own, []));
    const buffer = aBuffer();
    const later = (ms: number, fields = {}) =>
      buffer.add(event(message, { at: addMs(own.clock.now(), ms), ...fields }));
    for (const ms of [0, 400, 900, 1200]) later(ms);
    later(500, { network: "198.51.100.0/24" });
    later(600, { link: 1 });
    await buffer.flush();
    const { journal } = await trackedState(own, message);
    expect(journal.map(({ type, at }) => [type, at.getTime() - own.clock.now().getTime()])).toEqual([
      ["email_opened", 0],
      ["email_opened", 500],
      ["email_clicked", 600],
      ["email_opened", 1200],
    ]);
  });

  it("are stored together, also when they exceed one batch", async () => {
    holdClock();
    const message = await aSentMessage(own, await aCampaignWithLinks(own, []));
    const buffer = aBuffer();
    for (let index = 0; index < 1201; index += 1) {
      buffer.add(event(message, { at: addMs(own.clock.now(), index * 1001) }));
    }
    await buffer.flush();
    const { journal, message: row } = await trackedState(own, message);
    expect(journal.map(({ payload }) => payload.first)).toEqual([true, ...Array.from({ length: 1200 }, () => false)]);
    expect(row).toMatchObject({ openedAt: own.clock.now() });
  });

  it("are dropped above the limit, with a log line", async () => {
    const campaignId = await aCampaignWithLinks(own, []);
    const messages = [await aSentMessage(own, campaignId), await aSentMessage(own, campaignId)];
    const buffer = aBuffer(own.app.db, 1);
    for (const message of messages) buffer.add(event(message));
    await buffer.flush();
    // One after the other: each judges events, and does not see those that another one is judging.
    const [first, second] = messages;
    expect(first && (await kinds(first))).toEqual(["email_opened"]);
    expect(second && (await kinds(second))).toEqual([]);
    expect(warnings).toEqual([{ dropped: 1 }]);
  });

  it("are not delayed by another company whose events cannot be stored", async () => {
    const other = await company();
    const message = await aSentMessage(own, await aCampaignWithLinks(own, []));
    const theirs = event(message, { tenantId: other.tenantId });
    const buffer = aBuffer(refusing(other.tenantId));
    buffer.add(theirs);
    buffer.add(event(message));
    await buffer.flush();
    expect(await kinds(message)).toEqual(["email_opened"]);
    // Dropped after five attempts.
    for (let tries = 0; tries < 6; tries += 1) await buffer.flush();
    expect(warnings.at(-1)).toEqual({ tenantId: other.tenantId, dropped: 1 });
    expect(warnings).toHaveLength(6);
  });

  it("are stored once if it is not known whether they were", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, []));
    let isLost = true;
    const buffer = aBuffer({
      ...own.app.db,
      forTenant: (id) => {
        const db = own.app.db.forTenant(id);
        const insert = async (template: TemplateStringsArray, ...values: readonly Parameter[]) => {
          await db.sql(template, ...values);
          if (isLost) throw Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" });
        };
        return { ...db, sql: Object.assign(insert, db.sql) };
      },
    });
    buffer.add(event(message));
    await buffer.flush();
    own.clock.advance(1000);
    buffer.add(event(message, { link: 1 }));
    isLost = false;
    await buffer.flush();
    await buffer.flush();
    expect(await kinds(message)).toEqual(["email_opened", "email_clicked"]);
  });

  it("are stored when the buffer is closed", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, []));
    const buffer = aBuffer();
    buffer.add(event(message));
    await buffer.close();
    expect(await kinds(message)).toEqual(["email_opened"]);
  });
});

describe("several processes", () => {
  it("agree on the first event and count every click", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, ["https://shop.example/"]));
    const networks = Array.from({ length: 12 }, (_, index) => `203.0.${index}.0/24`);
    await Promise.all(
      networks.map((network) =>
        storeEvents(own.ctx.db, own.clock.now(), [event(message, { network }), event(message, { network, link: 1 })]),
      ),
    );
    await Promise.all([judgeAll(own), judgeAll(own), judgeAll(own)]);
    const { journal, message: row } = await trackedState(own, message);
    const firsts = (name: string) => journal.filter(({ payload }) => payload[name] === true).length;
    expect([journal.length, firsts("first"), firsts("firstOfLink"), firsts("impliesOpen")]).toEqual([24, 2, 1, 0]);
    expect(row?.["links"]).toMatchObject({ 1: { clicks: 12, machineClicks: 0 } });
  });

  it("do not deadlock, whatever the order of messages", async () => {
    const campaignId = await aCampaignWithLinks(own, ["https://shop.example/"]);
    const messages: SentMessage[] = [];
    for (let index = 0; index < 20; index += 1) messages.push(await aSentMessage(own, campaignId));
    const rounds = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? messages : messages.toReversed()));
    await Promise.all(
      rounds.map((round, index) =>
        storeEvents(
          own.ctx.db,
          own.clock.now(),
          round.map((message) => event(message, { link: 1, network: `203.0.${index}.0/24` })),
        ),
      ),
    );
    await Promise.all([judgeAll(own), judgeAll(own)]);
    for (const message of messages) expect(await kinds(message)).toHaveLength(8);
  });

  it("keep nothing about a contact that is erased meanwhile", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, ["https://shop.example/"]));
    const storing = Array.from({ length: 10 }, async (_, index) => {
      const request = event(message, { link: index % 2 === 0 ? 1 : null, network: `203.0.${index}.0/24` });
      await storeEvents(own.ctx.db, own.clock.now(), [request]);
      await judgeAll(own);
    });
    await own.api.ok("eraseContact", { params: { id: message.contactId }, body: { confirm: true } });
    await Promise.all(storing);
    expect(await trackedState(own, message)).toEqual({ message: undefined, journal: [] });
  });
});
