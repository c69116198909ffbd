import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aVerifiedSender, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import { days, hours, minutes } from "../../kernel/local-time.ts";
import type { SendOutcome, SmtpStage } from "../../mail/outcome.ts";

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
  for (let tries = 1; tries <= 4; tries += 1) {
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
