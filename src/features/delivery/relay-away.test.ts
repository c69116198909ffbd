import { expect, it } from "vitest";
import { aReadyCampaign } from "../../../tests/harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import { hours } from "../../kernel/local-time.ts";
import type { SendOutcome, SmtpStage } from "../../mail/outcome.ts";

const sent: SendOutcome = { outcome: "sent", response: "" };

const refused = (stage: SmtpStage, code: number, kind: "temporary" | "permanent" = "temporary"): SendOutcome => ({
  outcome: "refused",
  kind,
  stage,
  code,
  enhanced: undefined,
  response: "",
});

async function aList(test: TestCompany, count: number) {
  const { id: listId } = await test.aList();
  const emails = [];
  for (let index = 0; index < count; index += 1)
    emails.push((await test.aContact({ email: anEmail(), listIds: [listId] })).email);
  return { listId, emails };
}

const notificationsOf = async ({ api }: TestCompany) =>
  (await api.ok("listNotifications")).items.map(({ type, params }) => ({ type, params }));

const progressOf = async ({ api }: TestCompany, id: string) => {
  const { status, progress } = await api.ok("getCampaign", { params: { campaign_id: id } });
  return {
    status,
    holdReason: progress.holdReason,
    estimatedEndAt: progress.estimatedEndAt,
    waiting: progress.waiting,
  };
};

it.each([
  ["connect", 0],
  ["greeting", 421],
] as const)("is held while the relay is away (%s %i), told of once, and goes on by itself", async (stage, code) => {
  const test = await company();
  const { emails, listId } = await aList(test, 2);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  let isAway = true;
  const { engine, run, takenFor } = anEngine(test, ({ envelope }) =>
    isAway && emails.includes(envelope.to) ? refused(stage, code) : sent,
  );
  while (await engine.advance());
  const held = { status: "sending", holdReason: "relay", estimatedEndAt: null, waiting: 2 };
  // What other tests left may be sent before.
  const tried = async () => {
    await engine.sendNext();
    return progressOf(test, id);
  };
  await expect.poll(tried).toEqual(held);
  await engine.sendNext();
  expect(await progressOf(test, id)).toEqual(held);
  const reason = code === 0 ? stage : String(code);
  const told = { type: "campaign_held", params: { campaignId: id, name: "Spring", reason: "relay", code: reason } };
  expect(await notificationsOf(test)).toEqual([told]);
  isAway = false;
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect(await progressOf(test, id)).toMatchObject({ status: "completed", holdReason: null });
  expect(await notificationsOf(test)).toHaveLength(2);
  const [row] = await test.ctx.db.sql`
    select relay_down_since from campaign where tenant_id = ${test.tenantId} and id = ${id}`;
  expect(row?.["relayDownSince"]).toBeNull();
});

it("is told of again when the relay goes away hours later, not when it comes and goes", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 8);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  let accepts = 0;
  const { engine } = anEngine(test, ({ envelope }) => {
    if (!emails.includes(envelope.to)) return sent;
    accepts -= 1;
    return accepts >= 0 ? sent : refused("connect", 0);
  });
  /** Sends a group of which the relay accepts `accepted` messages. Due batches are listed four times a second. */
  const sendNext = async (accepted: number) => {
    accepts = accepted;
    const isTried = async () => {
      await engine.sendNext();
      return accepts < accepted;
    };
    await expect.poll(isTried, { interval: 260, timeout: 10_000 }).toBe(true);
    const held = (await notificationsOf(test)).filter(({ type }) => type === "campaign_held").length;
    return [held, (await progressOf(test, id)).holdReason];
  };
  while (await engine.advance());
  expect(await sendNext(0)).toEqual([1, "relay"]);
  // The relay takes one message and no more connections: it is there.
  expect(await sendNext(1)).toEqual([1, null]);
  test.clock.advance(hours(0.5));
  expect(await sendNext(0)).toEqual([1, "relay"]);
  expect(await sendNext(1)).toEqual([1, null]);
  test.clock.advance(hours(2));
  expect(await sendNext(0)).toEqual([2, "relay"]);
});

/** Approved in Czech and Slovak, with people for both. */
async function bilingual(test: TestCompany, people: number) {
  const { id, listId } = await aReadyCampaign(test, { people: 0 });
  for (const language of ["cs", "sk"])
    for (let n = 0; n < people; n += 1) await test.aContact({ email: anEmail(), listIds: [listId], language });
  const params = { campaign_id: id };
  await test.api.ok("addVariant", { params, body: { language: "sk" } });
  await test.api.ok("approveVariants", { params, body: { expectedRecipients: { main: people, sk: people } } });
  return { id, params };
}

it("is told of once for a campaign with variants, stopped or held", async () => {
  const test = await company();
  const stopped = await bilingual(test, 2);
  const rejecting = anEngine(test, () => refused("mail", 550, "permanent"));
  await rejecting.run();
  expect((await notificationsOf(test)).map(({ type }) => type)).toEqual(["campaign_stopped"]);
  expect(await progressOf(test, stopped.id)).toMatchObject({ status: "paused", holdReason: "relay", waiting: 4 });
  const other = await company();
  await bilingual(other, 2);
  const away = anEngine(other, () => refused("connect", 0));
  while (await away.engine.advance());
  await away.engine.sendNext();
  await away.engine.sendNext();
  expect((await notificationsOf(other)).map(({ type }) => type)).toEqual(["campaign_held"]);
});

it("pauses, resumes and cancels one variant alone", async () => {
  const test = await company();
  const { params } = await bilingual(test, 1);
  const statuses = async () => {
    const { mainStatus } = await test.api.ok("getCampaign", { params });
    const { items } = await test.api.ok("listVariants", { params });
    return [mainStatus, ...items.map(({ status }) => status)];
  };
  await test.api.ok("pauseVariants", { params, body: { language: "sk" } });
  expect(await statuses()).toEqual(["sending", "paused"]);
  await test.api.ok("resumeVariants", { params, body: { language: "sk" } });
  expect(await statuses()).toEqual(["sending", "sending"]);
  for (const name of ["pauseVariants", "resumeVariants", "cancelVariants"] as const) {
    for (const language of ["de", "xx", "Slovak"])
      expect(await test.api.refused(name, { params, body: { language } })).toMatchObject({
        status: 400,
        message: "language",
      });
  }
  await test.api.ok("pauseVariants", { params, body: { language: "main" } });
  expect(await statuses()).toEqual(["paused", "sending"]);
  await test.api.ok("pauseVariants", { params, body: { language: "sk" } });
  await test.api.ok("cancelVariants", { params, body: { language: "sk" } });
  expect(await statuses()).toEqual(["paused", "cancelled"]);
  expect((await test.api.ok("getCampaign", { params })).counts).toEqual({});
});
