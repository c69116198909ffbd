import { expect, it, vi } from "vitest";
import { aReadyCampaign, prepareMessages } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine } from "../../../tests/harness/factories/sending-campaigns.ts";
import { waitingFor } from "../../../tests/harness/servers/lock-waits.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { hours } from "../../kernel/local-time.ts";
import { notifyWhenCompleted } from "../campaigns/lifecycle/completion.ts";
import { finishCampaign } from "../campaigns/schedule.queries.ts";

/** Approved in Czech for two contacts, with a Slovak variant for one. */
async function bilingual(test: TestCompany) {
  const { id, listId, senderId } = await aReadyCampaign(test, { people: 0 });
  for (const language of ["cs", "cs", "sk"]) await test.aContact({ listIds: [listId], language });
  const params = { campaign_id: id };
  await test.api.ok("addVariant", { params, body: { language: "sk" } });
  await test.api.ok("approveVariants", { params, body: { expectedRecipients: { main: 2, sk: 1 } } });
  return { id, params, listId, senderId };
}

const completionNotifications = async ({ api }: TestCompany) =>
  (await api.ok("listNotifications")).items.filter(({ type }) => type === "campaign_sent").map(({ params }) => params);

const statusOf = async ({ api }: TestCompany, params: { campaign_id: string }) => {
  const { status, mainStatus, finishedAt, progress } = await api.ok("getCampaign", { params });
  return { status, mainStatus, isFinished: finishedAt !== null, waiting: progress.waiting };
};

it("is completed when its last variant is, with one notification", async () => {
  const test = await company();
  const { id, params } = await bilingual(test);
  await test.api.ok("pauseVariants", { params, body: { languages: ["sk"] } });
  const { run } = anEngine(test);
  await run();
  const waiting = { status: "paused", mainStatus: "completed", isFinished: false, waiting: 1 };
  expect(await statusOf(test, params)).toEqual(waiting);
  const listed = async (status: string) => (await test.api.ok("listCampaigns", { query: { status } })).total;
  expect([await listed("paused"), await listed("completed"), (await completionNotifications(test)).length]).toEqual([
    1, 0, 0,
  ]);
  expect(await test.api.ok("getCampaignStats", { params: { campaign_id: id } })).toMatchObject({
    campaign: { status: "paused", finishedAt: null },
  });

  test.clock.advance(hours(1));
  const last = test.clock.now();
  await test.api.ok("resumeVariants", { params, body: { languages: ["sk"] } });
  expect(await statusOf(test, params)).toEqual({ ...waiting, status: "sending" });
  await run();
  expect(await statusOf(test, params)).toEqual({
    status: "completed",
    mainStatus: "completed",
    isFinished: true,
    waiting: 0,
  });
  const { finishedAt } = await test.api.ok("getCampaign", { params });
  expect(new Date(finishedAt ?? 0).getTime()).toBeGreaterThanOrEqual(last.getTime());
  expect(await completionNotifications(test)).toEqual([
    { campaignId: id, name: expect.any(String), counts: { sent: 3 } },
  ]);
  expect([await listed("paused"), await listed("completed")]).toEqual([0, 1]);
});

it("is completed too when the rest is cancelled", async () => {
  const test = await company();
  const { id, params } = await bilingual(test);
  await test.api.ok("pauseVariants", { params, body: { languages: ["sk"] } });
  await anEngine(test).run();
  await test.api.ok("cancelCampaign", { params });
  const over = { status: "completed", mainStatus: "completed", isFinished: true, waiting: 0 };
  expect(await statusOf(test, params)).toEqual(over);
  expect(await completionNotifications(test)).toEqual([
    { campaignId: id, name: expect.any(String), counts: { sent: 2, skipped: 1 } },
  ]);
});

/** With nothing left to send, and nothing finished yet. */
async function withoutPending(test: TestCompany) {
  const { sql, tenantId } = test.ctx.db;
  const { id, params } = await bilingual(test);
  await prepareMessages(test, id);
  await sql`delete from send_batch where tenant_id = ${tenantId} and source_id = ${id}`;
  const { items } = await test.api.ok("listVariants", { params });
  return { id, params, variantId: items[0]?.id ?? "" };
}

it("is notified once when several processes finish its variants", async () => {
  const test = await company();
  const { params } = await withoutPending(test);
  const engines = Array.from({ length: 4 }, () => anEngine(test).engine);
  await Promise.all(engines.map((engine) => engine.advance()));
  expect(await statusOf(test, params)).toMatchObject({ status: "completed", isFinished: true });
  expect(await completionNotifications(test)).toHaveLength(1);
});

it("is notified when its variants finish concurrently: the second waits for the first", async () => {
  const test = await company();
  const { id, params, variantId } = await withoutPending(test);
  const { db, clock } = test.ctx;
  const end = (own: TenantDb, partId: string) =>
    finishCampaign(own, partId, clock.now()).then(() => notifyWhenCompleted(own, id, clock.now()));
  const second = await db.transaction(async (own) => {
    await end(own, id);
    const running = db.transaction((other) => end(other, variantId));
    const listWaiting = await waitingFor(own, test.app.db);
    await vi.waitFor(async () => expect(await listWaiting()).toHaveLength(1), { timeout: 15_000, interval: 20 });
    return { running };
  });
  await second.running;
  expect(await statusOf(test, params)).toMatchObject({ status: "completed", isFinished: true });
  expect(await completionNotifications(test)).toHaveLength(1);
});

it("keeps its lists, segments and sender until the last variant is sent", async () => {
  const test = await company();
  const { listId, params, senderId } = await bilingual(test);
  await test.api.ok("pauseVariants", { params, body: { languages: ["sk"] } });
  await anEngine(test).run();
  const list = { params: { list_id: listId } };
  const sender = { params: { sender_id: senderId ?? "" } };
  expect(await test.api.refused("deleteList", list)).toMatchObject({ status: 409 });
  expect(await test.api.refused("deleteSender", sender)).toMatchObject({ status: 409, message: "used" });
  await test.api.ok("cancelCampaign", { params });
  await test.api.ok("deleteList", list);
  await test.api.ok("deleteSender", sender);
});

it("is not cancelled as a whole while a variant of it is sending", async () => {
  const test = await company();
  const { params } = await bilingual(test);
  await test.api.ok("pauseCampaign", { params });
  await test.api.ok("resumeVariants", { params, body: { languages: ["sk"] } });
  const refused = { status: 409, message: "status", params: { current: "sending" } };
  expect(await test.api.refused("cancelCampaign", { params })).toMatchObject(refused);
  expect(await statusOf(test, params)).toMatchObject({ status: "sending", mainStatus: "paused", waiting: 3 });
  await test.api.ok("pauseCampaign", { params });
  expect(await test.api.ok("cancelCampaign", { params })).toMatchObject({
    status: "cancelled",
    mainStatus: "cancelled",
  });
});

it("is approved by the numbers of its variants, and of no others", async () => {
  const test = await company();
  const { id } = await aReadyCampaign(test, { people: 1 });
  const approval = { params: { campaign_id: id }, body: { expectedRecipients: { main: 1, sk: 1 } } };
  const refused = { status: 400, message: "expectedRecipients", params: { unknown: "sk" } };
  expect(await test.api.refused("approveVariants", approval)).toMatchObject(refused);
});
