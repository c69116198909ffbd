import { expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  anEngine,
  aSendingCampaign,
  aVerifiedSender,
  type RelayAnswer,
} from "../../../tests/harness/factories/sending-campaigns.ts";
import { waitingFor } from "../../../tests/harness/servers/lock-waits.ts";
import { minutes } from "../../kernel/local-time.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { observeRefusals } from "./throttling.queries.ts";

const sent: SendOutcome = { outcome: "sent", response: "250 ok" };
const refused = (code: number, enhanced?: string): SendOutcome => ({
  outcome: "refused",
  kind: "temporary",
  stage: "rcpt",
  code,
  enhanced,
  response: "",
});
const domainOf = (email: string) => email.slice(email.indexOf("@") + 1);

async function people(test: TestCompany, count: number, domain = "busy.example") {
  const { id: listId } = await test.aList();
  const emails: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = anEmail().replace(/@.*/, `@${domain}`);
    await test.aContact({ email, listIds: [listId] });
    emails.push(email);
  }
  return { listId, emails };
}

/** With a sender of its own. */
const aCampaign = async (test: TestCompany, ...listIds: string[]) =>
  aSendingCampaign(test, { listIds, senderId: await aVerifiedSender(test, anEmail()) });

const batchesOf = ({ ctx: { db } }: TestCompany) => db.sql<{ waitsFor: string | null; dueAt: Date; size: number }[]>`
  select waits_for, due_at, size from send_batch where tenant_id = ${db.tenantId} order by due_at, id`;

const progressOf = async ({ api }: TestCompany, id: string) =>
  (await api.ok("getCampaign", { params: { campaign_id: id } })).progress;

it("defers the message to a full mailbox alone: others at its domain do not wait", async () => {
  const test = await company();
  const { listId, emails } = await people(test, 1);
  await aCampaign(test, listId);
  const { run, takenFor } = anEngine(test, ({ envelope }) =>
    envelope.to === emails[0] ? refused(452, "4.2.2") : sent,
  );
  await run();
  const order = await people(test, 1);
  const id = await aCampaign(test, order.listId);
  await run();
  expect(takenFor(order.emails)).toEqual(order.emails);
  expect(await progressOf(test, id)).toMatchObject({ waiting: 0, throttled: [] });
});

it("sends to a domain at full speed while a few of its mailboxes are full, in a bounded number of batches", async () => {
  const test = await company();
  const { listId, emails } = await people(test, 30);
  const id = await aCampaign(test, listId);
  const full = emails.filter((_, index) => index % 10 === 3);
  const { run, takenFor } = anEngine(test, ({ envelope }) =>
    full.includes(envelope.to) ? refused(452, "4.2.2") : sent,
  );
  await run();
  expect(takenFor(emails)).toHaveLength(27);
  for (const wait of [1, 2, 4, 8]) {
    test.clock.advance(minutes(wait));
    await run();
  }
  expect((await batchesOf(test)).length).toBeLessThanOrEqual(full.length);
  expect(await progressOf(test, id)).toMatchObject({ waiting: 3, throttled: [] });
});

/** Campaigns to one person each, sent by workers in turn. */
async function sendOneByOne(test: TestCompany, count: number, answer: RelayAnswer) {
  const workers = [anEngine(test, answer), anEngine(test, answer)] as const;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { listId } = await people(test, 1);
    ids.push(await aCampaign(test, listId));
    await workers[index % 2 === 0 ? 0 : 1].run();
  }
  return { ids, workers };
}

const throttleOf = async ({ ctx: { db } }: TestCompany) => {
  const [row] = await db.sql<{ until: Date | null; reply: string; level: number }[]>`
    select until, reply, level from domain_throttle where tenant_id = ${db.tenantId} and domain = 'busy.example'`;
  return row;
};

it("throttles a domain for the same reply to three people, counted over all workers", async () => {
  holdClock();
  const test = await company();
  const answer: RelayAnswer = ({ envelope }) => (domainOf(envelope.to) === "busy.example" ? refused(451) : sent);
  const { workers } = await sendOneByOne(test, 2, answer);
  expect(await throttleOf(test)).toMatchObject({ until: null });
  // A retry is the same person.
  test.clock.advance(minutes(1));
  await workers[0].run();
  expect(await throttleOf(test)).toMatchObject({ until: null });
  await sendOneByOne(test, 1, answer);
  expect(await throttleOf(test)).toMatchObject({
    until: new Date(test.clock.now().getTime() + minutes(0.5)),
    reply: "451",
    level: 0,
  });
});

it("does not count refusals before the domain accepted a message", async () => {
  const test = await company();
  let isBusy = true;
  const { run } = anEngine(test, () => (isBusy ? refused(451) : sent));
  for (const busy of [true, true, false, true, true]) {
    isBusy = busy;
    test.clock.advance(1);
    const { listId } = await people(test, 1);
    await aCampaign(test, listId);
    await run();
  }
  expect(await throttleOf(test)).toMatchObject({ until: null });
});

it("says why a campaign waits, probes the domain with one message and goes on when it is accepted", async () => {
  holdClock();
  const test = await company();
  const { listId, emails } = await people(test, 12);
  const id = await aCampaign(test, listId);
  let tries = 0;
  let isLimited = true;
  const { run, takenFor } = anEngine(test, ({ envelope }) => {
    if (!emails.includes(envelope.to)) return sent;
    tries += 1;
    return isLimited ? refused(450, "4.7.1") : sent;
  });
  await run();
  expect(tries).toBe(12);
  const until = new Date(test.clock.now().getTime() + minutes(0.5));
  const throttled = [
    {
      side: "recipient",
      domain: "busy.example",
      provider: null,
      until: until.toISOString(),
      reply: "450 4.7.1",
    },
  ];
  // The refused messages wait for their own retry.
  test.clock.set(new Date(until.getTime() - 1));
  await run();
  expect(await batchesOf(test)).toMatchObject([{ waitsFor: "busy.example", dueAt: until }]);
  expect(await progressOf(test, id)).toMatchObject({ holdReason: "throttled", estimatedEndAt: null, throttled });
  expect(tries).toBe(12);
  test.clock.set(until);
  await run();
  expect(tries).toBe(13);
  const next = new Date(until.getTime() + minutes(1));
  expect((await throttleOf(test))?.until).toEqual(next);
  isLimited = false;
  test.clock.set(next);
  await run();
  // The message of the first probe waits for its own retry.
  test.clock.advance(minutes(1));
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect(await throttleOf(test)).toMatchObject({ until: null });
  expect(await progressOf(test, id)).toMatchObject({ waiting: 0, holdReason: null, throttled: [] });
  expect(await batchesOf(test)).toEqual([]);
});

it("keeps messages that wait for a domain in one batch per source, while others are sent", async () => {
  const test = await company();
  const busy = await people(test, 40);
  const others = await people(test, 5, "good.example");
  const isBusy = ({ to }: { to: string }) => domainOf(to) === "busy.example";
  const { run, takenFor } = anEngine(test, ({ envelope }) => (isBusy(envelope) ? refused(421) : sent));
  for (const lists of [[busy.listId], [busy.listId, others.listId]]) {
    await aCampaign(test, ...lists);
    await run();
  }
  expect(takenFor(others.emails).toSorted()).toEqual(others.emails.toSorted());
  for (let round = 0; round < 6; round += 1) {
    test.clock.advance(minutes(2));
    await run();
  }
  const batches = await batchesOf(test);
  expect(batches.filter(({ waitsFor }) => waitsFor !== null)).toHaveLength(2);
  expect(batches.length).toBeLessThanOrEqual(4);
});

it("counts the refusals of two workers for a new reply together", async () => {
  const test = await company();
  const { db } = test.ctx;
  const refusals = (reply: string, ...contactIds: string[]) =>
    ({
      side: "recipient",
      domain: "busy.example",
      refusedDomain: "busy.example",
      reply,
      isExplicit: false,
      contactIds,
      acceptedAt: null,
    }) as const;
  const options = { most: 10, now: test.clock.now() };
  await observeRefusals(db, refusals("an earlier reply", "1"), options);
  const other = await db.transaction(async (inner) => {
    await inner.sql`select from domain_throttle where tenant_id = ${test.tenantId} for update`;
    const listWaiting = await waitingFor(inner, test.app.db);
    const observed = observeRefusals(db, refusals("try later", "3"), options);
    await expect.poll(listWaiting).not.toEqual([]);
    expect(await observeRefusals(inner, refusals("try later", "1", "2"), options)).toBe(2);
    return { observed };
  });
  expect(await other.observed).toBe(3);
});
