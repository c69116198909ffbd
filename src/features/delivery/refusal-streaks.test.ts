import { describe, expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  anEngine,
  aVerifiedSender,
  aSendingCampaign,
  type RelayAnswer,
} from "../../../tests/harness/factories/sending-campaigns.ts";
import { addMs, days, hours, minutes } from "../../kernel/local-time.ts";
import type { SendOutcome, SmtpStage } from "../../mail/outcome.ts";
import { background as bounces } from "../bounces/background.ts";
import { campaignSource } from "../campaigns/source.ts";
import { isSenderRejected, nextStreak, recordRefusals, sampleOf } from "./refusal-streaks.ts";
import type { RefusalStreak } from "./refusal-streaks.queries.ts";
import { findStatDifferences } from "../statistics/differences.queries.ts";

async function aList(test: TestCompany, count: number) {
  const { id: listId } = await test.aList();
  const contacts = [];
  for (let index = 0; index < count; index += 1)
    contacts.push(await test.aContact({ email: anEmail(), listIds: [listId] }));
  return { listId, contacts, emails: contacts.map(({ email }) => email) };
}

const refused = (stage: SmtpStage, code: number, enhanced: string, response = ""): SendOutcome => ({
  outcome: "refused",
  // A refusal before the envelope is never permanent.
  kind: stage === "auth" || stage === "greeting" ? "temporary" : "permanent",
  stage,
  code,
  enhanced,
  response,
});

const sent: SendOutcome = { outcome: "sent", response: "" };

const statusOf = async ({ api }: TestCompany, id: string) => {
  const { status, counts } = await api.ok("getCampaign", { params: { campaign_id: id } });
  return { status, counts };
};

const notificationsOf = async ({ api }: TestCompany) =>
  (await api.ok("listNotifications")).items.map(({ type, params }) => ({ type, params }));

const resume = ({ api }: TestCompany, id: string) => api.ok("resumeCampaign", { params: { campaign_id: id } });

it.each([
  { stage: "mail", code: 550, enhanced: "5.4.5", people: 3 },
  { stage: "mail", code: 530, enhanced: "5.7.0", people: 3 },
  { stage: "rcpt", code: 530, enhanced: "5.7.0", people: 25 },
  { stage: "rcpt", code: 550, enhanced: "5.4.5", people: 25 },
  { stage: "auth", code: 535, enhanced: "5.7.8", people: 25 },
  { stage: "greeting", code: 554, enhanced: "5.7.1", people: 25 },
] as const)(
  "stops when the relay refuses at $stage with $code $enhanced, and continues when resumed",
  async (trouble) => {
    const { stage, code, enhanced, people } = trouble;
    const test = await company();
    const { emails, listId } = await aList(test, people);
    const id = await aSendingCampaign(test, { listIds: [listId] });
    let isBroken = true;
    const { run, takenFor } = anEngine(test, ({ envelope }) =>
      isBroken && emails.includes(envelope.to) ? refused(stage, code, enhanced) : sent,
    );
    await run();
    expect(await statusOf(test, id)).toEqual({ status: "paused", counts: { queued: people } });
    const named = { campaignId: id, variantId: id, name: "Spring" };
    expect(await notificationsOf(test)).toEqual([
      { type: "campaign_stopped", params: { ...named, reason: "relay", stage, code: enhanced } },
    ]);
    const holdReason = async () =>
      (await test.api.ok("getCampaign", { params: { campaign_id: id } })).progress.holdReason;
    expect(await holdReason()).toBe("relay");
    await run();
    expect(takenFor(emails)).toEqual([]);
    isBroken = false;
    test.clock.advance(days(3));
    await resume(test, id);
    await run();
    expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
    expect(await statusOf(test, id)).toEqual({ status: "completed", counts: { sent: people } });
  },
);

it("is detected for each campaign, and notified once for each", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 2);
  const senderId = await aVerifiedSender(test);
  const one = await aSendingCampaign(test, { listIds: [listId], senderId });
  const two = await aSendingCampaign(test, { listIds: [listId], senderId });
  const { run } = anEngine(test, ({ envelope }) =>
    emails.includes(envelope.to) ? refused("mail", 550, "5.7.1") : sent,
  );
  await run();
  for (const id of [one, two]) expect(await statusOf(test, id)).toEqual({ status: "paused", counts: { queued: 2 } });
  const notifications = await notificationsOf(test);
  expect(notifications).toHaveLength(2);
  expect(new Set(notifications.map(({ params }) => params["campaignId"]))).toEqual(new Set([one, two]));
});

it("stops a small campaign as well, after a few minutes of relay access denied", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 4);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { run } = anEngine(test, ({ envelope }) =>
    emails.includes(envelope.to) ? refused("rcpt", 554, "5.7.1", "5.7.1 Relay access denied") : sent,
  );
  for (let tries = 1; tries <= 2; tries += 1) {
    await run();
    expect((await statusOf(test, id)).status).toBe("sending");
    test.clock.advance(minutes(15));
  }
  await run();
  expect(await statusOf(test, id)).toEqual({ status: "paused", counts: { queued: 4 } });
});

it("does not stop for one recipient that the relay refuses: it is retried for a day, and kept", async () => {
  const test = await company();
  const { emails, listId, contacts } = await aList(test, 3);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { run } = anEngine(test, ({ envelope }) =>
    envelope.to === emails[0] ? refused("rcpt", 554, "5.7.1", "5.7.1 Relay access denied") : sent,
  );
  await run();
  expect(await statusOf(test, id)).toEqual({ status: "sending", counts: { queued: 1, sent: 2 } });
  test.clock.advance(hours(24));
  await run();
  expect(await statusOf(test, id)).toEqual({ status: "completed", counts: { sent: 2, softbounced: 1 } });
  expect(await test.api.ok("getContact", { params: { id: contacts[0]?.id ?? "" } })).toMatchObject({
    status: "subscribed",
    softBounces: 0,
  });
});

const statusesOf = async ({ api }: TestCompany, contacts: readonly { id: string }[]) => {
  const read = await Promise.all(contacts.map(({ id }) => api.ok("getContact", { params: { id } })));
  return new Set(
    read.map(({ status, softBounces, suppressionReason }) => `${status} ${softBounces} ${suppressionReason}`),
  );
};

it.each([
  ["554", "5.7.1", "554 5.7.1 <eva@example.com>: Recipient address rejected: Access denied"],
  ["554", "5.7.1", "554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied"],
  ["550", "5.1.1", "550 5.1.1 <eva@example.com>: Recipient address rejected: User unknown in local recipient table"],
  ["552", "5.2.2", "552 5.2.2 Mailbox quota exceeded"],
  ["554", "5.3.0", "554 5.3.0 no"],
] as const)(
  "ten recipients in a row with %s %s stop the campaign, and none of them bounced: %s",
  async (code, enhanced, text) => {
    const test = await company();
    const { emails, listId, contacts } = await aList(test, 12);
    const id = await aSendingCampaign(test, { listIds: [listId] });
    let isBroken = true;
    const { run, takenFor } = anEngine(test, ({ envelope }) =>
      isBroken && emails.includes(envelope.to) ? refused("rcpt", Number(code), enhanced, text) : sent,
    );
    await run();
    expect(await statusOf(test, id)).toEqual({ status: "paused", counts: { queued: 12 } });
    expect(await statusesOf(test, contacts)).toEqual(new Set(["subscribed 0 null"]));
    expect((await notificationsOf(test)).map(({ type, params }) => [type, params["reason"]])).toEqual([
      ["campaign_stopped", "relay"],
    ]);
    isBroken = false;
    await resume(test, id);
    await run();
    expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
    expect(await statusOf(test, id)).toEqual({ status: "completed", counts: { sent: 12 } });
  },
);

const idsOf = (contacts: readonly { id: string }[] = []) => contacts.map(({ id }) => id);

/** Puts the messages of these contacts into a batch that is due later. */
async function postpone({ ctx, clock }: TestCompany, sourceId: string, contactIds: readonly string[], ms = hours(1)) {
  const { sql, tenantId } = ctx.db;
  await sql`
    with batch as (
      insert into send_batch (tenant_id, source_kind, source_id, variant_id, due_at, size)
      values (${tenantId}, 'campaign', ${sourceId}, ${sourceId}, ${addMs(clock.now(), ms)}, ${contactIds.length})
      returning id
    )
    update message m set batch_id = batch.id from batch
    where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.contact_id = any(${[...contactIds]}::bigint[])`;
}

it("takes back the bounces of earlier groups when the tenth refusal in a row stops the campaign", async () => {
  const test = await company();
  const { emails, listId, contacts } = await aList(test, 12);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  let isBroken = true;
  const { engine, run, takenFor } = anEngine(test, ({ envelope }) =>
    isBroken && emails.includes(envelope.to) ? refused("rcpt", 550, "5.1.1", "550 5.1.1 User unknown") : sent,
  );
  while (await engine.advance());
  const later = contacts.slice(4).map((contact) => contact.id);
  await postpone(test, id, later);
  await run();
  expect(await statusOf(test, id)).toEqual({ status: "sending", counts: { hardbounced: 4, queued: 8 } });
  expect(await statusesOf(test, contacts.slice(0, 4))).toEqual(new Set(["bounced 0 bounced"]));
  test.clock.advance(hours(2));
  await run();
  expect(await statusOf(test, id)).toEqual({ status: "paused", counts: { queued: 12 } });
  expect(await statusesOf(test, contacts)).toEqual(new Set(["subscribed 0 null"]));
  expect((await test.api.ok("listSuppressions")).total).toBe(0);
  await test.runListeners();
  const stats = async () => (await test.api.ok("getCampaignStats", { params: { campaign_id: id } })).totals;
  expect(await stats()).toMatchObject({ sent: 0, bounced: 0 });
  isBroken = false;
  await resume(test, id);
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect(await statusOf(test, id)).toEqual({ status: "completed", counts: { sent: 12 } });
  await test.runListeners();
  expect(await stats()).toMatchObject({ sent: 12, bounced: 0 });
  expect(await findStatDifferences(test.ctx.db, test.clock.now())).toEqual([]);
});

const unknownUser = (text = "550 5.1.1 User unknown") => refused("rcpt", 550, "5.1.1", text);

it("leaves nobody bounced when a relay takes some messages and refuses nearly all", async () => {
  const test = await company();
  const { emails, listId, contacts } = await aList(test, 30);
  const accepted = new Set(emails.slice(0, 4));
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { run } = anEngine(test, ({ envelope }) =>
    emails.includes(envelope.to) && !accepted.has(envelope.to) ? unknownUser() : sent,
  );
  await run();
  expect(await statusOf(test, id)).toEqual({ status: "paused", counts: { queued: 26, sent: 4 } });
  expect(await statusesOf(test, contacts)).toEqual(new Set(["subscribed 0 null"]));
});

it("takes back what another worker refused before, also after a restart and after accepted messages", async () => {
  const test = await company();
  const { emails, listId, contacts } = await aList(test, 14);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const parts = [contacts.slice(0, 4), contacts.slice(4, 8), contacts.slice(8)];
  const [living] = emails.slice(4);
  const anotherWorker = () =>
    anEngine(test, ({ envelope }) => (emails.includes(envelope.to) && envelope.to !== living ? unknownUser() : sent));
  const first = anotherWorker();
  while (await first.engine.advance());
  await postpone(test, id, idsOf(parts[1]));
  await postpone(test, id, idsOf(parts[2]), hours(2));
  await first.run();
  test.clock.advance(minutes(61));
  await anotherWorker().run();
  expect(await statusOf(test, id)).toEqual({ status: "sending", counts: { hardbounced: 7, queued: 6, sent: 1 } });
  test.clock.advance(minutes(61));
  await anotherWorker().run();
  expect(await statusOf(test, id)).toEqual({ status: "paused", counts: { queued: 13, sent: 1 } });
  expect(await statusesOf(test, contacts)).toEqual(new Set(["subscribed 0 null"]));
});

it.each(["sending", "recording"])(
  "takes back what a worker was %s when another one stopped the campaign",
  async (step) => {
    const test = await company();
    const { emails, listId, contacts } = await aList(test, 15);
    const id = await aSendingCampaign(test, { listIds: [listId] });
    const few = new Set(emails.slice(0, 5));
    let stopCampaign = async (): Promise<void> => undefined;
    const stopAt = (at: string) => (at === step ? stopCampaign() : undefined);
    const answer: RelayAnswer = async ({ envelope }) => {
      if (few.has(envelope.to)) await stopAt("sending");
      return emails.includes(envelope.to) ? unknownUser() : sent;
    };
    const [hook] = bounces.relayBounceHooks ?? [];
    if (hook === undefined) throw new Error("expected a hook of bounces");
    const record: typeof hook.record = async (ctx, message, refusal) => {
      await stopAt("recording");
      return hook.record(ctx, message, refusal);
    };
    const { engine, run } = anEngine(test, answer, undefined, [{ ...hook, record }]);
    while (await engine.advance());
    await postpone(test, id, idsOf(contacts.slice(5)), -minutes(1));
    await postpone(test, id, idsOf(contacts.slice(0, 5)), -minutes(2));
    let stopped: Promise<void> | undefined;
    stopCampaign = () => (stopped ??= anEngine(test, () => unknownUser()).run());
    await run();
    expect(await statusOf(test, id)).toEqual({ status: "paused", counts: { queued: 15 } });
    expect(await statusesOf(test, contacts)).toEqual(new Set(["subscribed 0 null"]));
  },
);

it("is stopped by the next refusal when the worker that decided it was killed", async () => {
  const test = await company();
  const { emails, listId, contacts } = await aList(test, 7);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { engine, run } = anEngine(test, ({ envelope }) => (emails.includes(envelope.to) ? unknownUser() : sent));
  while (await engine.advance());
  await postpone(test, id, idsOf(contacts.slice(4)));
  await run();
  expect(await statusOf(test, id)).toEqual({ status: "sending", counts: { hardbounced: 4, queued: 3 } });
  const ref = { tenantId: test.tenantId, kind: "campaign", sourceId: id, variantId: id } as const;
  const attempts = emails
    .slice(0, 6)
    .map((email) => ({ contact: { email, domain: "example.com" }, outcome: unknownUser() }));
  const killed = recordRefusals(test.ctx.db, { source: campaignSource, ref }, { attempts, at: test.clock.now() });
  expect(await killed).toMatchObject({ refusalClass: "550 5.1.1", rejection: { stage: "rcpt", code: "5.1.1" } });
  test.clock.advance(hours(2));
  await run();
  expect(await statusOf(test, id)).toEqual({ status: "paused", counts: { queued: 7 } });
  expect(await statusesOf(test, contacts)).toEqual(new Set(["subscribed 0 null"]));
});

it("keeps the bounces of dead addresses that their own providers refuse, one after another", async () => {
  const test = await company();
  const { id: listId } = await test.aList();
  const contacts = [];
  for (let index = 0; index < 48; index += 1)
    contacts.push(
      await test.aContact({
        email: `p${index}.${anEmail().replace("example.com", `d${index % 4}.cz`)}`,
        listIds: [listId],
      }),
    );
  const dead = new Map(contacts.slice(0, 16).map(({ email }) => [email, email.split("@")[1] ?? ""]));
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const wordings = ["does not exist", "user unknown", "no mailbox here", "invalid recipient"];
  const { run } = anEngine(test, ({ envelope }) => {
    const domain = dead.get(envelope.to);
    return domain === undefined
      ? sent
      : unknownUser(`550 5.1.1 ${wordings[Number(domain.charAt(1))]} (${envelope.to})`);
  });
  await run();
  const { counts } = await statusOf(test, id);
  expect(counts).toMatchObject({ hardbounced: 16 });
  expect(await statusesOf(test, contacts.slice(0, 16))).toEqual(new Set(["bounced 0 bounced"]));
  // The pause for bounces is the one that protects the company here.
  expect((await notificationsOf(test)).map(({ type, params }) => [type, params["reason"]])).toEqual([
    ["campaign_held", "bounces"],
  ]);
});

describe("the rule", () => {
  const at = new Date();
  const none: RefusalStreak = {
    refused: 0,
    score: 0,
    startScore: 0,
    accepted: 0,
    samples: [],
    startedAt: at,
  };
  const refusals = (count: number, textOf: (index: number) => string, domains = 5) =>
    Array.from({ length: count }, (_, index) => {
      const domain = `d${index % domains}.example`;
      return sampleOf({ email: `eva${index}@${domain}`, domain }, textOf(index));
    });
  const after = (
    groups: readonly { refused: number; accepted: number }[],
    textOf: (index: number) => string = () => "550 5.1.1 unknown",
  ) =>
    groups.reduce<RefusalStreak>(
      (streak, { refused: count, accepted }) =>
        nextStreak(streak, { samples: refusals(count, textOf), accepted: streak.accepted + accepted, at }),
      none,
    );

  it.each([
    ["ten in a row", [{ refused: 10, accepted: 0 }], true],
    ["nine in a row", [{ refused: 9, accepted: 0 }], false],
    ["55 of 60", [{ refused: 55, accepted: 5 }], true],
    [
      "55 of 60, accepted first",
      [
        { refused: 0, accepted: 5 },
        { refused: 55, accepted: 0 },
      ],
      true,
    ],
    ["5 of 6, twice", Array.from({ length: 2 }, () => ({ refused: 5, accepted: 1 })), true],
    ["6 % of 1 000", Array.from({ length: 10 }, () => ({ refused: 6, accepted: 94 })), false],
    [
      "60 in one group of 1 000",
      [
        { refused: 60, accepted: 40 },
        { refused: 0, accepted: 900 },
      ],
      false,
    ],
    ["a third", Array.from({ length: 20 }, () => ({ refused: 33, accepted: 67 })), false],
  ])("%s", (_, groups, isStopped) => {
    expect(isSenderRejected(after(groups), "550 5.1.1")).toBe(isStopped);
  });

  it.each([
    [
      "the address and an id differ",
      (index: number) => `550 5.1.1 <eva${index}@d${index % 5}.example> unknown q${index}`,
      true,
    ],
    ["every reply differs", (index: number) => `550 5.1.1 ${"abcdefghijkl".charAt(index % 12)}`, true],
    ["every domain has its own words", (index: number) => `550 5.1.1 ${"abcde".charAt(index % 5)} said no`, false],
    ["one domain has its own words", (index: number) => `550 5.1.1 ${index % 5 === 0 ? "gone" : "unknown"}`, true],
  ])("where %s", (_, textOf, isStopped) => {
    expect(isSenderRejected(after([{ refused: 24, accepted: 0 }], textOf), "550 5.1.1")).toBe(isStopped);
    // Words about the sender are the relay's own.
    expect(isSenderRejected(after([{ refused: 24, accepted: 0 }], textOf), "sender")).toBe(true);
  });
});
