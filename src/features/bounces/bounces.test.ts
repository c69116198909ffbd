import { describe, expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  addMessages,
  addToCount,
  aSentCampaign,
  stateCounts,
} from "../../../tests/harness/factories/sent-campaigns.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { isMailable } from "../../../tests/harness/oracles/mailable.ts";
import { findListSizeDifferences } from "../lists/queries.ts";
import type { MessageKey, MessageState } from "../delivery/reports.queries.ts";
import {
  recordBounce,
  recordComplaint,
  recordDelivery,
  recordRelayBounce,
  autoPauseIfOverLimits,
  resetSoftBounceStreaks,
  type Bounce,
} from "./service.ts";

const hard: Bounce = { kind: "hard", code: "5.1.1", response: "550 5.1.1 user unknown", at: "later" };
const soft: Bounce = { kind: "soft", code: "4.2.2", response: "452 4.2.2 mailbox full", at: "later" };
const blocked: Bounce = { kind: "soft", code: "policy", response: "554 blocked", at: "later" };

async function recipient(state: MessageState = "sent") {
  const own = await company();
  const list = await own.aList();
  const contact = await own.aContact({ listIds: [list.id] });
  const campaignId = await aSentCampaign(own, { contactIds: [contact.id], state });
  return { own, contact, key: { campaignId, contactId: contact.id } };
}

const read = async ({ api }: TestCompany, id: string) => {
  const { status, state, suppressionReason, suppressionNote, softBounces, blacklisted } = await api.ok("getContact", {
    params: { id },
  });
  return { status, state, suppressionReason, suppressionNote, softBounces, blacklisted };
};

const messageOf = async ({ ctx }: TestCompany, key: MessageKey) => {
  const [row] = await ctx.db.sql`
    select state, reason, delivered_at, bounced_at, complained_at from message
    where tenant_id = ${ctx.db.tenantId} and source_id = ${key.campaignId} and contact_id = ${key.contactId}`;
  return row;
};

const journalOf = ({ ctx }: TestCompany, contactId: string) => ctx.db.sql`
  select type, payload from journal where tenant_id = ${ctx.db.tenantId} and contact_id = ${contactId}
    and (type like 'email%' or type = 'status_change') order by id`;

async function mayBeMailed({ ctx }: TestCompany, contactId: string): Promise<boolean> {
  const rows = await ctx.db.sql`
    select from contact c where c.tenant_id = ${ctx.db.tenantId} and c.id = ${contactId}
      and ${isMailable(ctx.db)}`;
  return rows.length > 0;
}

async function isConsistent({ ctx }: TestCompany) {
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
  expect(await findListSizeDifferences(ctx.db)).toEqual([]);
  const differences = await ctx.db.sql`
    select from (
      select source_id, variant_id, state, count(*) as n from message
      where tenant_id = ${ctx.db.tenantId} group by 1, 2, 3
    ) m full join (
      select source_id, variant_id, state, n from message_state_count where tenant_id = ${ctx.db.tenantId} and n <> 0
    ) c using (source_id, variant_id, state) where m.n is distinct from c.n`;
  expect(differences).toHaveLength(0);
}

describe("a hard bounce", () => {
  it("updates contact, suppression, message, counters and journal consistently", async () => {
    const { own, contact, key } = await recipient();
    const bounce = { ...hard, response: `550 5.1.1 <${contact.email}>: user unknown\r\n` };
    expect(await recordBounce(own.ctx, key, bounce)).toBe("recorded");
    // One act has one time, although the clock moves.
    const at = new Date((await own.api.ok("getContact", { params: { id: contact.id } })).suppressedAt ?? 0);
    const times = await own.ctx.db.sql`
      select distinct at from journal where tenant_id = ${own.tenantId} and contact_id = ${contact.id}
        and (type = 'email_bounced' or type = 'status_change' and payload->>'to' = 'bounced')`;
    expect(times).toEqual([{ at }]);
    expect(await read(own, contact.id)).toEqual({
      status: "bounced",
      state: "bounced",
      suppressionReason: "bounced",
      suppressionNote: "5.1.1",
      softBounces: 0,
      blacklisted: false,
    });
    expect((await own.api.ok("listSuppressions")).items).toEqual([
      {
        email: contact.email,
        reason: "bounced",
        source: "bounce",
        detail: "5.1.1",
        blacklisted: false,
        createdAt: at.toISOString(),
      },
    ]);
    expect(await messageOf(own, key)).toEqual({
      state: "hardbounced",
      reason: "5.1.1",
      deliveredAt: null,
      bouncedAt: at,
      complainedAt: null,
    });
    expect(await stateCounts(own, key.campaignId)).toEqual({ hardbounced: 1 });
    expect(await journalOf(own, contact.id)).toEqual([
      {
        type: "email_bounced",
        payload: {
          campaignId: key.campaignId,
          variantId: key.campaignId,
          domain: "example.com",
          kind: "hard",
          code: "5.1.1",
          at: "later",
          response: "550 5.1.1 <…>: user unknown",
        },
      },
      { type: "status_change", payload: { from: "subscribed", to: "bounced" } },
    ]);
    expect(await mayBeMailed(own, contact.id)).toBe(false);
    await isConsistent(own);
  });

  it("changes nothing when repeated, nor does a soft bounce after it", async () => {
    const { own, contact, key } = await recipient();
    await recordBounce(own.ctx, key, hard);
    const before = [await read(own, contact.id), await messageOf(own, key), await journalOf(own, contact.id)];
    own.clock.advance(1000);
    expect(await recordBounce(own.ctx, key, hard)).toBe("already_recorded");
    expect(await recordBounce(own.ctx, key, soft)).toBe("already_recorded");
    expect(await recordDelivery(own.ctx, key)).toBe("already_recorded");
    expect([await read(own, contact.id), await messageOf(own, key), await journalOf(own, contact.id)]).toEqual(before);
    await isConsistent(own);
  });

  it("is recorded once when ten reports arrive concurrently", async () => {
    const { own, key } = await recipient();
    const booked = await Promise.all(Array.from({ length: 10 }, () => recordBounce(own.ctx, key, hard)));
    expect(booked.filter((each) => each === "recorded")).toHaveLength(1);
    expect(await stateCounts(own, key.campaignId)).toEqual({ hardbounced: 1 });
    await isConsistent(own);
  });

  it("keeps unsubscribed and complained contacts in that status", async () => {
    const { own, contact, key } = await recipient();
    await own.api.ok("unsubscribeContact", { params: { id: contact.id } });
    expect(await recordBounce(own.ctx, key, hard)).toBe("recorded");
    expect(await read(own, contact.id)).toMatchObject({ status: "unsubscribed", suppressionReason: "unsubscribed" });
    const other = await recipient();
    await recordComplaint(other.own.ctx, other.key);
    await recordBounce(other.own.ctx, other.key, hard);
    expect(await read(other.own, other.contact.id)).toMatchObject({
      status: "complained",
      suppressionReason: "complained",
    });
    await isConsistent(own);
    await isConsistent(other.own);
  });

  it("replaces the reason of a blacklisted address, which stays blacklisted", async () => {
    const { own, contact, key } = await recipient();
    await own.api.ok("blacklistContact", { params: { id: contact.id } });
    await recordBounce(own.ctx, key, hard);
    expect(await read(own, contact.id)).toMatchObject({
      status: "bounced",
      state: "blacklisted",
      suppressionReason: "bounced",
      blacklisted: true,
    });
    await isConsistent(own);
  });

  it("of a queued message is not_sent_yet", async () => {
    const state = "queued";
    const { own, contact, key } = await recipient(state);
    expect(await recordBounce(own.ctx, key, hard)).toBe("not_sent_yet");
    expect(await recordComplaint(own.ctx, key)).toBe("not_sent_yet");
    expect(await recordDelivery(own.ctx, key)).toBe("not_sent_yet");
    expect(await read(own, contact.id)).toMatchObject({ status: "subscribed" });
    expect(await stateCounts(own, key.campaignId)).toEqual({ [state]: 1 });
  });

  it("is recorded for a message in the state unknown", async () => {
    const { own, key } = await recipient("unknown");
    expect(await recordBounce(own.ctx, key, hard)).toBe("recorded");
    expect(await stateCounts(own, key.campaignId)).toEqual({ hardbounced: 1 });
  });

  it("of a missing contact or message, or of another company, is not_found", async () => {
    const { own, contact, key } = await recipient();
    const other = await company();
    expect(await recordBounce(other.ctx, key, hard)).toBe("not_found");
    expect(await recordComplaint(other.ctx, key)).toBe("not_found");
    expect(await recordDelivery(other.ctx, key)).toBe("not_found");
    expect(await recordBounce(own.ctx, { ...key, campaignId: "999999" }, hard)).toBe("not_found");
    await own.api.ok("eraseContact", { params: { id: contact.id }, body: { confirm: true } });
    expect(await recordBounce(own.ctx, key, hard)).toBe("not_found");
    expect(await recordComplaint(own.ctx, key)).toBe("not_found");
  });
});

describe("a soft bounce", () => {
  it("is counted on the contact, which stays active", async () => {
    const { own, contact, key } = await recipient();
    expect(await recordBounce(own.ctx, key, soft)).toBe("recorded");
    expect(await recordBounce(own.ctx, key, soft)).toBe("already_recorded");
    expect(await read(own, contact.id)).toMatchObject({
      status: "subscribed",
      softBounces: 1,
      suppressionReason: null,
    });
    expect(await stateCounts(own, key.campaignId)).toEqual({ softbounced: 1 });
    expect(await messageOf(own, key)).toMatchObject({ state: "softbounced", reason: "4.2.2", deliveredAt: null });
    await isConsistent(own);
  });

  it("can be followed by a hard bounce of the same message", async () => {
    const { own, contact, key } = await recipient();
    await recordBounce(own.ctx, key, soft);
    expect(await recordBounce(own.ctx, key, hard)).toBe("recorded");
    expect(await read(own, contact.id)).toMatchObject({ status: "bounced" });
    expect(await stateCounts(own, key.campaignId)).toEqual({ hardbounced: 1 });
    await isConsistent(own);
  });

  /** Sends one message a day; returns the contact after the reports. */
  async function afterDays(reports: readonly (Bounce | undefined)[]) {
    const own = await company();
    const contact = await own.aContact();
    for (const report of reports) {
      own.clock.advance(days(1));
      const campaignId = await aSentCampaign(own, { contactIds: [contact.id] });
      if (report !== undefined) await recordBounce(own.ctx, { campaignId, contactId: contact.id }, report);
    }
    await isConsistent(own);
    return { own, contact, now: await read(own, contact.id) };
  }

  it("suppresses the address after three in a row", async () => {
    const { own, contact, now } = await afterDays([soft, soft, soft]);
    expect(now).toMatchObject({ status: "bounced", suppressionReason: "bounced", softBounces: 3 });
    expect(await mayBeMailed(own, contact.id)).toBe(false);
    expect((await journalOf(own, contact.id)).map(({ type }) => type)).toEqual([
      "email_bounced",
      "email_bounced",
      "email_bounced",
      "status_change",
    ]);
  });

  it("restarts the streak after a delivered message", async () => {
    expect((await afterDays([soft, soft, undefined, soft])).now).toMatchObject({
      status: "subscribed",
      softBounces: 1,
    });
    expect((await afterDays([soft, undefined, soft, soft, soft])).now).toMatchObject({ status: "bounced" });
  });

  it("with code policy does not count", async () => {
    const { own, now } = await afterDays([blocked, blocked, blocked, blocked]);
    expect(now).toMatchObject({ status: "subscribed", softBounces: 0 });
    expect((await afterDays([soft, blocked, soft])).now).toMatchObject({ status: "subscribed", softBounces: 2 });
    const counts = await own.ctx.db.sql`
      select state, sum(n)::int as n from message_state_count where tenant_id = ${own.tenantId} and n > 0 group by state`;
    expect(counts).toEqual([{ state: "softbounced", n: 4 }]);
  });

  it("streak is reset some days after a delivered message", async () => {
    const { own, contact } = await afterDays([soft, soft, undefined]);
    expect(await resetSoftBounceStreaks(own.ctx.db, own.clock.now())).toBe(0);
    expect(await resetSoftBounceStreaks(own.ctx.db, addMs(own.clock.now(), days(6)))).toBe(1);
    expect(await read(own, contact.id)).toMatchObject({ softBounces: 0 });
    const waiting = await afterDays([undefined, soft]);
    expect(await resetSoftBounceStreaks(waiting.own.ctx.db, addMs(waiting.own.clock.now(), days(6)))).toBe(0);
  });
});

describe("a delivery reported by a provider", () => {
  it("updates message, counters and journal, and resets the soft bounce streak", async () => {
    const { own, contact, key } = await recipient();
    await recordBounce(own.ctx, key, soft);
    const campaignId = await aSentCampaign(own, { contactIds: [contact.id] });
    const next = { campaignId, contactId: contact.id };
    own.clock.advance(5000);
    expect(await recordDelivery(own.ctx, next)).toBe("recorded");
    expect(await recordDelivery(own.ctx, next)).toBe("already_recorded");
    expect(await messageOf(own, next)).toMatchObject({ state: "delivered", deliveredAt: expect.any(Date) });
    expect(await stateCounts(own, campaignId)).toEqual({ delivered: 1 });
    expect(await read(own, contact.id)).toMatchObject({ softBounces: 0 });
    expect((await journalOf(own, contact.id)).at(-1)).toEqual({
      type: "email_delivered",
      payload: { campaignId, variantId: campaignId, domain: "example.com" },
    });
    expect(await recordBounce(own.ctx, next, hard)).toBe("recorded");
    expect(await stateCounts(own, campaignId)).toEqual({ hardbounced: 1 });
    await isConsistent(own);
  });
});

describe("a refusal by the relay", () => {
  it("of the recipient is a hard bounce of an unsent message", async () => {
    const { own, contact, key } = await recipient("queued");
    const reply = { code: 550, status: "5.1.1", text: `550 5.1.1 <${contact.email}> unknown` };
    const at = addMs(own.clock.now(), -5000);
    expect(await recordRelayBounce(own.ctx, key, { reply, at })).toBe("recorded");
    expect(await messageOf(own, key)).toMatchObject({ bouncedAt: at });
    expect(await read(own, contact.id)).toMatchObject({ status: "bounced" });
    expect(await stateCounts(own, key.campaignId)).toEqual({ hardbounced: 1 });
    expect((await journalOf(own, contact.id))[0]).toMatchObject({
      payload: { kind: "hard", code: "5.1.1", at: "handover", response: "550 5.1.1 <…> unknown" },
    });
  });

  it("of the sender is soft and does not change the contact", async () => {
    const { own, contact, key } = await recipient("queued");
    const reply = { code: 554, status: "5.7.1", text: "554 5.7.1 blocked using zen.spamhaus.org" };
    await recordRelayBounce(own.ctx, key, { reply, at: own.clock.now() });
    expect(await read(own, contact.id)).toMatchObject({ status: "subscribed", softBounces: 0 });
    expect(await stateCounts(own, key.campaignId)).toEqual({ softbounced: 1 });
  });

  it.each(["554 5.7.1 Relay access denied", "550 5.4.5 Daily user sending limit exceeded", "530 5.7.0 Log in first"])(
    "of us in every campaign never ends an address: %s",
    async (text) => {
      const { own, contact, key } = await recipient("queued");
      const reply = { code: Number(text.slice(0, 3)), status: text.slice(4, 9), text };
      const others = [1, 2, 3].map(() => aSentCampaign(own, { contactIds: [contact.id], state: "queued" }));
      for (const campaignId of [key.campaignId, ...(await Promise.all(others))]) {
        await recordRelayBounce(own.ctx, { campaignId, contactId: contact.id }, { reply, at: own.clock.now() });
      }
      expect(await read(own, contact.id)).toMatchObject({ status: "subscribed", softBounces: 0 });
      expect(await mayBeMailed(own, contact.id)).toBe(true);
    },
  );
});

describe("a complaint", () => {
  it("suppresses the address with the highest precedence", async () => {
    const { own, contact, key } = await recipient();
    await own.api.ok("unsubscribeContact", { params: { id: contact.id } });
    expect(await recordComplaint(own.ctx, key)).toBe("recorded");
    expect(await recordComplaint(own.ctx, key)).toBe("already_recorded");
    expect(await read(own, contact.id)).toMatchObject({ status: "complained", suppressionReason: "complained" });
    expect((await own.api.ok("listSuppressions")).items).toMatchObject([{ reason: "complained", source: "complaint" }]);
    const { suppressedAt } = await own.api.ok("getContact", { params: { id: contact.id } });
    expect(await messageOf(own, key)).toMatchObject({ state: "sent", complainedAt: new Date(suppressedAt ?? 0) });
    expect(await stateCounts(own, key.campaignId)).toEqual({ sent: 1 });
    expect((await journalOf(own, contact.id)).map(({ type }) => type)).toEqual([
      "status_change",
      "email_complained",
      "status_change",
    ]);
    expect(await mayBeMailed(own, contact.id)).toBe(false);
    await isConsistent(own);
  });
});

describe("auto-pause of a campaign", () => {
  async function campaignWith(numbers: { sent: number; hardbounced: number }, status = "sending") {
    const own = await company();
    const campaignId = await aSentCampaign(own, { contactIds: [], status });
    await addToCount(own, campaignId, { state: "sent", n: numbers.sent });
    await addToCount(own, campaignId, { state: "hardbounced", n: numbers.hardbounced });
    const held = await autoPauseIfOverLimits(own.ctx.db, campaignId, own.clock.now());
    const [row] = await own.ctx.db.sql<{ status: string; pausedBy: string | null }[]>`
      select status, paused_by from campaign where tenant_id = ${own.tenantId} and id = ${campaignId}`;
    return { own, campaignId, held, status: row?.status, pausedBy: row?.pausedBy };
  }

  it.each([
    [{ sent: 0, hardbounced: 9 }, "sending"],
    [{ sent: 0, hardbounced: 10 }, "paused"],
    [{ sent: 20, hardbounced: 9 }, "sending"],
    [{ sent: 20, hardbounced: 10 }, "paused"],
    [{ sent: 190, hardbounced: 10 }, "sending"],
    [{ sent: 189, hardbounced: 10 }, "paused"],
    [{ sent: 9500, hardbounced: 500 }, "sending"],
    [{ sent: 9499, hardbounced: 501 }, "paused"],
  ])("applies above 5 % and from ten hard bounces on: %j is %s", async (numbers, expected) => {
    const { own, campaignId, status, pausedBy } = await campaignWith(numbers);
    expect(status).toBe(expected);
    const { items } = await own.api.ok("listNotifications");
    if (expected === "sending") {
      expect([pausedBy, items]).toEqual([null, []]);
      return;
    }
    const sent = numbers.sent + numbers.hardbounced;
    expect(pausedBy).toBe("bounces");
    expect(items).toMatchObject([
      {
        type: "campaign_held",
        params: { campaignId, reason: "bounces", sent, hardBounces: numbers.hardbounced, complaints: 0 },
      },
    ]);
  });

  it("applies at the fourth complaint of a thousand, with all variants, once", async () => {
    const own = await company();
    const contacts = await Promise.all(Array.from({ length: 4 }, () => own.aContact({ email: anEmail() })));
    const contactIds = contacts.map(({ id }) => id);
    const campaignId = await aSentCampaign(own, { contactIds });
    const variantId = await aSentCampaign(own, { contactIds: [], parentId: campaignId });
    const done = await aSentCampaign(own, { contactIds: [], status: "completed" });
    const statuses = async () =>
      own.ctx.db.sql`
        select id, status, paused_by from campaign where tenant_id = ${own.tenantId} order by id`;
    for (const contactId of contactIds.slice(0, 3)) await recordComplaint(own.ctx, { campaignId, contactId });
    expect((await statuses()).map(({ status }) => status)).toEqual(["sending", "sending", "completed"]);
    await recordComplaint(own.ctx, { campaignId, contactId: contactIds[3] ?? "" });
    expect(await statuses()).toEqual([
      { id: campaignId, status: "paused", pausedBy: "complaints" },
      { id: variantId, status: "paused", pausedBy: "complaints" },
      { id: done, status: "completed", pausedBy: null },
    ]);
    expect((await own.api.ok("listNotifications")).items).toMatchObject([
      { type: "campaign_held", params: { campaignId, reason: "complaints", complaints: 4 } },
    ]);
    await own.ctx.db.sql`update campaign set status = 'sending' where tenant_id = ${own.tenantId} and id <> ${done}`;
    expect(await autoPauseIfOverLimits(own.ctx.db, campaignId, own.clock.now())).toBe(false);
    expect((await own.api.ok("listNotifications")).total).toBe(1);
  });

  it.each(["draft", "scheduled", "paused", "completed", "cancelled"])("skips status %s", async (status) => {
    const held = await campaignWith({ sent: 0, hardbounced: 900 }, status);
    expect([held.held, held.status, held.pausedBy]).toEqual([false, status, null]);
  });

  it("applies when the bounce is recorded", async () => {
    const own = await company();
    const contact = await own.aContact();
    const campaignId = await aSentCampaign(own, { contactIds: [] });
    await addToCount(own, campaignId, { state: "sent", n: 95 });
    await addToCount(own, campaignId, { state: "hardbounced", n: 9 });
    await addMessages(own, campaignId, { contactIds: [contact.id], at: own.clock.now() });
    await recordBounce(own.ctx, { campaignId, contactId: contact.id }, hard);
    expect((await own.api.ok("listNotifications")).items).toMatchObject([{ type: "campaign_held" }]);
  });
});
