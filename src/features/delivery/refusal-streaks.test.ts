import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aVerifiedSender, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import { addMs, days, hours, minutes } from "../../kernel/local-time.ts";
import type { SendOutcome, SmtpStage } from "../../mail/outcome.ts";
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

/** Puts the messages of these contacts into a batch that is due an hour later. */
async function postpone({ ctx, clock }: TestCompany, sourceId: string, contactIds: readonly string[]) {
  const { sql, tenantId } = ctx.db;
  await sql`
    with batch as (
      insert into send_batch (tenant_id, source_kind, source_id, variant_id, due_at, size)
      values (${tenantId}, 'campaign', ${sourceId}, ${sourceId}, ${addMs(clock.now(), hours(1))}, ${contactIds.length})
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
