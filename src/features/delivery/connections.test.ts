import { expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aConnection, aSink, companyWithConnections } from "../../../tests/harness/factories/connections.ts";
import { anEngine, aSendingCampaign, aVerifiedSender } from "../../../tests/harness/factories/sending-campaigns.ts";
import { addDays, addMs, dayAt, hours, minutes, startOfDay, startOfNextDay } from "../../kernel/local-time.ts";

async function aList(test: TestCompany, count: number) {
  const emails = Array.from({ length: count }, () => anEmail());
  const { id: listId } = await test.aList();
  for (const email of emails) await test.aContact({ email, listIds: [listId] });
  return { emails, listId };
}

const campaignOf = ({ api }: TestCompany, id: string) => api.ok("getCampaign", { params: { campaign_id: id } });
const connectionOf = ({ api }: TestCompany, id: string) => api.ok("getConnection", { params: { connection_id: id } });
const notificationsOf = async ({ api }: TestCompany) =>
  (await api.ok("listNotifications")).items.map(({ type, params }) => ({ type, params }));

it("sends over the connection of the sender, that of its domain, the default, or the relay of the service", async () => {
  const test = await companyWithConnections();
  const [own, domains, standard] = [await aSink(), await aSink(), await aSink()];
  const ofSender = await aConnection(test, own.port, { kind: "postmark", messageStream: "news" });
  const ofDomain = await aConnection(test, domains.port);
  const { id: domainId } = await test.api.ok("createSendingDomain", { body: { domain: "shop.example" } });
  const params = { domain_id: domainId };
  await test.api.ok("updateSendingDomain", { params, body: { connectionId: ofDomain.id } });
  const [one, two, three] = [
    await aVerifiedSender(test, "one@shop.example"),
    await aVerifiedSender(test, "two@shop.example"),
    await aVerifiedSender(test, "three@other.example"),
  ];
  await test.api.ok("updateSender", { params: { sender_id: one }, body: { connectionId: ofSender.id } });
  const lists = [await aList(test, 2), await aList(test, 1), await aList(test, 1), await aList(test, 1)];
  const [a, b, c, d] = lists.map(({ emails }) => emails);
  const relay = anEngine(test);
  await aSendingCampaign(test, { listIds: [lists[0]?.listId ?? ""], senderId: one });
  await aSendingCampaign(test, { listIds: [lists[1]?.listId ?? ""], senderId: two });
  await aSendingCampaign(test, { listIds: [lists[2]?.listId ?? ""], senderId: three });
  await relay.run();
  const isDefault = await aConnection(test, standard.port, { isDefault: true });
  await aSendingCampaign(test, { listIds: [lists[3]?.listId ?? ""], senderId: three });
  await relay.run();
  expect([
    own.takenFor(a ?? []),
    domains.takenFor(b ?? []),
    relay.takenFor(c ?? []),
    standard.takenFor(d ?? []),
  ]).toEqual([expect.arrayContaining(a ?? []), b, c, d]);
  expect([own, domains, standard].map(({ sink }) => sink.accepted.length)).toEqual([2, 1, 1]);
  expect(own.sink.accepted.map(({ stream }) => stream)).toEqual(["news", "news"]);
  expect(await connectionOf(test, ofSender.id)).toMatchObject({ sentToday: 2, state: "ok" });
  expect(await connectionOf(test, isDefault.id)).toMatchObject({ sentToday: 1 });
});

it("pauses a connection that refuses the sign-in, notifies once and takes the fallback", async () => {
  const test = await companyWithConnections();
  const [refusing, other] = [await aSink({ refusedSignIns: 1 }), await aSink()];
  const fallback = await aConnection(test, other.port);
  const first = await aConnection(test, refusing.port, { isDefault: true, fallback: [fallback.id] });
  const { emails, listId } = await aList(test, 20);
  const relay = anEngine(test);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  await relay.run();
  expect(other.takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect([refusing.sink.accepted, relay.takenFor(emails)]).toEqual([[], []]);
  expect(await campaignOf(test, id)).toMatchObject({ status: "completed", counts: { sent: 20 } });
  expect(await connectionOf(test, first.id)).toMatchObject({
    state: "failing",
    stateReason: "sign_in_refused",
    stateCode: "535 5.7.8",
    sentToday: 0,
  });
  expect(await connectionOf(test, fallback.id)).toMatchObject({ state: "ok", sentToday: 20 });
  const params = { connectionId: first.id, name: first.name, reason: "sign_in_refused", code: "535 5.7.8" };
  expect((await notificationsOf(test)).filter(({ type }) => type === "connection_paused")).toEqual([
    { type: "connection_paused", params },
  ]);
});

it.each([
  ["refuses connections", { busy: 1 }, { state: "paused", stateReason: "busy", stateCode: "421 4.3.2" }],
  ["refuses the sign-in", { refusedSignIns: 1 }, { state: "failing", stateReason: "sign_in_refused" }],
] as const)("holds messages while the only connection %s, and probes it", async (_, faults, state) => {
  const test = await companyWithConnections();
  const { sink, port, takenFor } = await aSink(faults);
  const { id: connectionId } = await aConnection(test, port, { isDefault: true });
  const { emails, listId } = await aList(test, 12);
  const relay = anEngine(test);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  await relay.run();
  expect(await campaignOf(test, id)).toMatchObject({
    status: "sending",
    progress: { waiting: 12, holdReason: "connection" },
  });
  expect(await connectionOf(test, connectionId)).toMatchObject(state);
  test.clock.advance(minutes(0.5));
  await relay.run();
  expect(await connectionOf(test, connectionId)).toMatchObject(state);
  expect((await notificationsOf(test)).filter(({ type }) => type === "connection_paused")).toHaveLength(1);
  sink.faults = { ...sink.faults, busy: 0, refusedSignIns: 0 };
  await relay.run();
  expect(takenFor(emails)).toEqual([]);
  test.clock.advance(minutes(1.1));
  await relay.run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect(await connectionOf(test, connectionId)).toMatchObject({ state: "ok", stateReason: null, retryAt: null });
  expect(await campaignOf(test, id)).toMatchObject({ status: "completed" });
  expect(relay.takenFor(emails)).toEqual([]);
});

it("goes on at once when a check succeeds", async () => {
  const test = await companyWithConnections();
  const { sink, port, takenFor } = await aSink({ refusedSignIns: 1 });
  const { id } = await aConnection(test, port, { isDefault: true });
  const { emails, listId } = await aList(test, 3);
  const relay = anEngine(test);
  await aSendingCampaign(test, { listIds: [listId] });
  await relay.run();
  sink.faults = { ...sink.faults, refusedSignIns: 0 };
  await test.api.ok("checkConnection", { params: { connection_id: id } });
  await relay.run();
  expect(takenFor(emails)).toHaveLength(3);
});

it("moves nothing to the fallback after the end of a message: it stays unknown", async () => {
  const test = await companyWithConnections();
  const [dropping, other] = [await aSink({ droppedAfterEnd: 1 }), await aSink()];
  const fallback = await aConnection(test, other.port);
  const first = await aConnection(test, dropping.port, { isDefault: true, fallback: [fallback.id] });
  const { emails, listId } = await aList(test, 6);
  const relay = anEngine(test);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  await relay.run();
  expect(dropping.takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect([other.takenFor(emails), relay.takenFor(emails)]).toEqual([[], []]);
  expect(await campaignOf(test, id)).toMatchObject({ counts: { unknown: 6 } });
  expect(await connectionOf(test, first.id)).toMatchObject({ state: "ok", sentToday: 6 });
});

it("lets as many messages leave as the limits of each connection allow, without effect on others", async () => {
  holdClock();
  const [slow, fast] = [await companyWithConnections(), await companyWithConnections()];
  const [slowSink, fastSink] = [await aSink(), await aSink()];
  const limited = await aConnection(slow, slowSink.port, { isDefault: true, limits: { perSecond: 4 } });
  await aConnection(fast, fastSink.port, { isDefault: true });
  const [waiting, free] = [await aList(slow, 10), await aList(fast, 30)];
  const relay = anEngine(slow);
  const id = await aSendingCampaign(slow, { listIds: [waiting.listId] });
  await aSendingCampaign(fast, { listIds: [free.listId] });
  const counts: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await relay.run();
    counts.push(slowSink.takenFor(waiting.emails).length);
    expect(fastSink.takenFor(free.emails)).toHaveLength(30);
    slow.clock.advance(500);
  }
  expect(counts).toEqual([0, 2, 4, 6]);
  const { progress } = await campaignOf(slow, id);
  expect(progress).toMatchObject({ waiting: 4, holdReason: null });
  expect(new Date(progress.estimatedEndAt ?? 0).getTime()).toBeGreaterThanOrEqual(slow.clock.now().getTime() + 1000);
  expect(await connectionOf(slow, limited.id)).toMatchObject({ sentToday: 6, state: "ok" });
});

it("waits for the next day of the company when the limit per day is used up", async () => {
  const test = await companyWithConnections();
  const { port, takenFor } = await aSink();
  const { id: connectionId } = await aConnection(test, port, { isDefault: true, limits: { perDay: 5, perHour: 100 } });
  const { emails, listId } = await aList(test, 8);
  const timeZone = "Europe/Prague";
  const today = addDays(dayAt(test.clock.now(), timeZone), 1);
  test.clock.set(addMs(startOfDay(today, timeZone), hours(12)));
  const tomorrow = startOfNextDay(today, timeZone);
  const relay = anEngine(test);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  await relay.run();
  expect(takenFor(emails)).toHaveLength(5);
  expect(await campaignOf(test, id)).toMatchObject({
    progress: { waiting: 3, holdReason: "connection_limit", estimatedEndAt: tomorrow.toISOString() },
  });
  test.clock.set(addMs(tomorrow, 1000));
  await relay.run();
  expect(takenFor(emails)).toHaveLength(8);
  expect(await connectionOf(test, connectionId)).toMatchObject({ sentToday: 3 });
});

it("uses no more connections at once than the limit allows, over all processes", async () => {
  const test = await companyWithConnections();
  const { port, takenFor } = await aSink({ slowMs: 20 });
  await aConnection(test, port, { isDefault: true, limits: { connections: 1 } });
  const { emails, listId } = await aList(test, 6);
  const [one, two] = [anEngine(test), anEngine(test)];
  await aSendingCampaign(test, { listIds: [listId] });
  while (await one.engine.advance());
  await Promise.all([one.run(), two.run()]);
  await one.run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  const leases = await test.ctx.db.sql<{ slots: number }[]>`
    select slots from sending_connection_lease where tenant_id = ${test.tenantId}`;
  expect(leases.reduce((sum, { slots }) => sum + slots, 0)).toBeLessThanOrEqual(1);
});
