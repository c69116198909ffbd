import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, companyOfSmallVolumes, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  anEmailAutomation,
  anEmailEngine,
  emailsOf,
  passEmail,
} from "../../../tests/harness/factories/automation-emails.ts";
import { aSentCampaign } from "../../../tests/harness/factories/sent-campaigns.ts";
import { actionRunner, runAction, type ActionRunner } from "../../jobs/actions.ts";
import { dayAt, hours, minutes } from "../../kernel/local-time.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { findListSizeDifferences } from "../lists/queries.ts";
import { runBounceUndoing } from "./jobs.ts";
import { recordBounce, type Bounce } from "./service.ts";

const rate = "550 5.2.1 The user is receiving mail at a rate";
const limited: Bounce = { kind: "hard", code: "5.2.1", response: rate, at: "later" };
const unknownUser: Bounce = { kind: "hard", code: "5.1.1", response: "550 5.1.1 user unknown", at: "later" };

async function addContacts(own: TestCompany, count: number): Promise<string[]> {
  const { id: listId } = await own.aList();
  const ids = [];
  for (let n = 0; n < count; n += 1) ids.push((await own.aContact({ email: anEmail(), listIds: [listId] })).id);
  return ids;
}

/** A campaign to these contacts whose messages all bounced. */
async function aBouncedCampaign(own: TestCompany, contactIds: readonly string[], bounce: Bounce): Promise<string> {
  const campaignId = await aSentCampaign(own, { contactIds, status: "completed" });
  for (const contactId of contactIds)
    expect(await recordBounce(own.ctx, { campaignId, contactId }, bounce)).toBe("recorded");
  return campaignId;
}

/** An automation whose only e-mail, to this contact, bounced. */
async function aBouncedAutomation(own: TestCompany, contactId: string) {
  const automation = await anEmailAutomation(own);
  await passEmail(own, automation, [contactId]);
  await anEmailEngine(own).run();
  const [{ sourceId } = { sourceId: "" }] = await emailsOf(own, automation);
  expect(await recordBounce(own.ctx, { campaignId: sourceId, contactId }, limited)).toBe("recorded");
  return automation;
}

const today = ({ ctx, clock }: TestCompany) => dayAt(clock.now(), ctx.company.timeZone);
const undo = ({ api }: TestCompany, body: object) => api.ok("undoCompanyBounces", { body });
const refused = (api: TestCompany["api"], body: object) => api.refused("undoCompanyBounces", { body });
const statusOf = async ({ api }: TestCompany, id: string) => (await api.ok("getContact", { params: { id } })).status;
const statuses = (own: TestCompany, ids: readonly string[]) => Promise.all(ids.map((id) => statusOf(own, id)));

async function isConsistent({ ctx }: TestCompany) {
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
  expect(await findListSizeDifferences(ctx.db)).toEqual([]);
}

describe("undoing the bounces of a day", () => {
  it("covers campaigns and e-mails of automations of the company alone, counts before, and once", async () => {
    const own = await company();
    const other = await company();
    const [first = "", second = "", third = "", fourth = ""] = await addContacts(own, 4);
    const [foreign = ""] = await addContacts(other, 1);
    await aBouncedCampaign(other, [foreign], limited);
    await aBouncedCampaign(own, [first], limited);
    await aBouncedCampaign(own, [second], unknownUser);
    await aBouncedAutomation(own, third);
    const day = today(own);
    expect(await undo(own, { day, dryRun: true })).toEqual({
      undone: 0,
      found: 3,
      replies: [
        { reply: rate, code: "5.2.1", bounces: 2 },
        { reply: unknownUser.response, code: "5.1.1", bounces: 1 },
      ],
    });
    expect(await statuses(own, [first, second, third, fourth])).toEqual([
      "bounced",
      "bounced",
      "bounced",
      "subscribed",
    ]);
    expect(await undo(own, { day, reply: "AT A rate" })).toEqual({ undone: 2 });
    expect(await statuses(own, [first, second, third])).toEqual(["subscribed", "bounced", "subscribed"]);
    expect(await undo(own, { day, reply: "AT A rate" })).toEqual({ undone: 0 });
    expect(await undo(own, { day, dryRun: true })).toMatchObject({ found: 1 });
    expect(await statusOf(other, foreign)).toBe("bounced");
    await isConsistent(own);
  });

  it("is the day of the company's time zone", async () => {
    holdClock();
    const own = await company();
    own.clock.set(new Date("2026-11-17T22:30:00Z"));
    expect(own.ctx.company.timeZone).toBe("Europe/Prague");
    const [first = "", second = ""] = await addContacts(own, 2);
    await aBouncedCampaign(own, [first], limited);
    own.clock.advance(hours(1));
    await aBouncedCampaign(own, [second], limited);
    expect(await undo(own, { day: "2026-11-16", dryRun: true })).toMatchObject({ found: 0, replies: [] });
    expect(await undo(own, { day: "2026-11-18" })).toEqual({ undone: 1 });
    expect(await statuses(own, [first, second])).toEqual(["bounced", "subscribed"]);
    expect(await undo(own, { from: "2026-11-17T22:00:00Z", to: "2026-11-17T23:00:00Z", code: "5.2.1" })).toEqual({
      undone: 1,
    });
  });

  it("keeps suppressed who bounced again on another day", async () => {
    const own = await company();
    const [again = "", once = ""] = await addContacts(own, 2);
    const campaignId = await aSentCampaign(own, { contactIds: [again, once], status: "completed" });
    const later = await aSentCampaign(own, { contactIds: [again], status: "completed" });
    for (const contactId of [again, once]) await recordBounce(own.ctx, { campaignId, contactId }, limited);
    const day = today(own);
    own.clock.advance(hours(24));
    await recordBounce(own.ctx, { campaignId: later, contactId: again }, unknownUser);
    expect(await undo(own, { day })).toEqual({ undone: 1 });
    expect(await statuses(own, [again, once])).toEqual(["bounced", "subscribed"]);
    await isConsistent(own);
  });

  it("restores who bounced twice on it once", async () => {
    const own = await company();
    const ids = await addContacts(own, 1);
    await aBouncedCampaign(own, ids, limited);
    own.clock.advance(minutes(1));
    await aBouncedCampaign(own, ids, limited);
    expect(await undo(own, { from: "2026-01-01T00:00:00Z" })).toEqual({ undone: 1 });
    expect(await statuses(own, ids)).toEqual(["subscribed"]);
  });

  it("judges a message by its last reply", async () => {
    const own = await company();
    const [contactId = ""] = await addContacts(own, 1);
    const campaignId = await aBouncedCampaign(own, [contactId], { ...limited, kind: "soft" });
    own.clock.advance(minutes(1));
    await recordBounce(own.ctx, { campaignId, contactId }, unknownUser);
    expect(await undo(own, { campaignId, reply: "at a rate", dryRun: true })).toMatchObject({ found: 0 });
    expect(await undo(own, { campaignId, reply: "unknown", dryRun: true })).toMatchObject({ found: 1 });
  });
});

describe("one of", () => {
  it("the company's campaigns or automations can be named", async () => {
    const own = await company();
    const [first = "", second = "", third = ""] = await addContacts(own, 3);
    const campaignId = await aBouncedCampaign(own, [first], limited);
    await aBouncedCampaign(own, [second], limited);
    const automation = await aBouncedAutomation(own, third);
    expect(await undo(own, { automationId: automation.id, day: today(own) })).toEqual({ undone: 1 });
    expect(await statuses(own, [first, second, third])).toEqual(["bounced", "bounced", "subscribed"]);
    expect(await undo(own, { campaignId })).toEqual({ undone: 1 });
    expect(await statuses(own, [first, second])).toEqual(["subscribed", "bounced"]);
    expect(await undo(own, { automationId: automation.id, dryRun: true })).toMatchObject({ found: 0 });
  });

  it("another company's is not found, and a request without a limit or with two is refused", async () => {
    const own = await company();
    const other = await company();
    const campaignId = await aSentCampaign(other, { contactIds: [] });
    const { id: automationId } = await anEmailAutomation(other);
    expect(await refused(own.api, { campaignId })).toMatchObject({ status: 404, message: "campaign" });
    expect(await refused(own.api, { automationId })).toMatchObject({ status: 404, message: "automation" });
    const from = "2026-11-17T00:00:00Z";
    for (const [field, body] of [
      ["day", { reply: "at a rate" }],
      ["day", { day: "2026-02-30" }],
      ["from", { day: "2026-11-17", from }],
      ["to", { day: "2026-11-17", to: from }],
      ["to", { to: "x" }],
      ["automationId", { campaignId: "1", automationId: "1" }],
      ["campaignId", { campaignId: "x" }],
      ["code", { day: "2026-11-17", code: "" }],
      ["reply", { day: "2026-11-17", reply: "ab" }],
      ["dryRun", { day: "2026-11-17", dryRun: "x" }],
    ] as const)
      expect(await refused(own.api, body)).toMatchObject({ status: 400, code: "validation", message: field });
  });

  it("a read-only key may not", async () => {
    const own = await company();
    const reader = await own.apiWith({ scope: "read" });
    expect(await refused(reader, { day: today(own), dryRun: true })).toMatchObject({ status: 403, message: "scope" });
  });
});

it("many bounces are undone in the background, step by step, also when the worker is killed", async () => {
  const own = await companyOfSmallVolumes();
  const ids = await addContacts(own, 13);
  await aBouncedCampaign(own, ids.slice(0, 11), limited);
  await aBouncedCampaign(own, ids.slice(11), limited);
  const { status, body } = await own.api.call("undoCompanyBounces", { body: { day: today(own) } });
  const { items: running } = await own.api.ok("listRunningActions");
  const actionId = running[0]?.id ?? "";
  expect({ status, body }).toEqual({ status: 202, body: { jobId: actionId, found: 13 } });
  expect(running).toMatchObject([{ type: "bounces_undone", progress: 0 }]);
  const runner = actionRunner(runBounceUndoing);
  let begun = 0;
  const killed: ActionRunner = {
    type: runner.type,
    advance: async (ctx, action) => {
      begun += 1;
      const step = await runner.advance(ctx, action);
      if (begun > 1) throw new Error("killed");
      return step;
    },
  };
  await expect(runAction(own.ctx, [killed], actionId)).rejects.toThrow("killed");
  expect((await statuses(own, ids)).filter((status) => status === "subscribed")).toHaveLength(5);
  expect((await own.api.ok("listRunningActions")).items).toMatchObject([{ progress: 38 }]);
  await runAction(own.ctx, [runner], actionId);
  expect(new Set(await statuses(own, ids))).toEqual(new Set(["subscribed"]));
  expect((await own.api.ok("listNotifications")).items).toMatchObject([
    { type: "bounces_undone", params: { undone: 13 } },
  ]);
  expect(await undo(own, { day: today(own) })).toEqual({ undone: 0 });
  await isConsistent(own);
});
