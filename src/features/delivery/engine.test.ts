import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aVerifiedSender, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import { aSignedDomain } from "../../../tests/harness/factories/senders.ts";
import { addDays, addMs, dayAt, days, hours, startOfDay } from "../../kernel/local-time.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { findWebVersion } from "../campaigns/web-version.ts";

async function aList(test: TestCompany, count: number) {
  const emails = Array.from({ length: count }, () => anEmail());
  const { id: listId } = await test.aList();
  const contacts = [];
  for (const email of emails) contacts.push(await test.aContact({ email, listIds: [listId], firstName: "Jan" }));
  return { emails, listId, contacts };
}

const statusOf = async ({ app, tenantId }: TestCompany, id: string) => {
  const [row] = await app.db.sql<{ status: string }[]>`
    select status from campaign where tenant_id = ${tenantId} and id = ${id}`;
  return row?.status;
};

const countsOf = async ({ app, tenantId }: TestCompany, id: string) => {
  const kept = await app.db.sql<{ state: string; n: number }[]>`
    select state, n from message_state_count where tenant_id = ${tenantId} and source_id = ${id} and n <> 0 order by state`;
  const counted = await app.db.sql<{ state: string; n: number }[]>`
    select state, count(*)::int as n from message where tenant_id = ${tenantId} and source_id = ${id}
    group by state order by state`;
  expect(Object.fromEntries(kept.map(({ state, n }) => [state, n]))).toEqual(
    Object.fromEntries(counted.map(({ state, n }) => [state, n])),
  );
  return Object.fromEntries(counted.map(({ state, n }) => [state, n]));
};

it("sends a campaign to every member of its list once, personalised, and notifies when completed", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 3);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { run, taken, takenFor } = anEngine(test);
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect(await countsOf(test, id)).toEqual({ sent: 3 });
  expect(await statusOf(test, id)).toBe("completed");
  const raw = taken.find(({ envelope }) => emails.includes(envelope.to))?.raw.toString() ?? "";
  expect(raw).toContain("Subject: Hello Jane\r\n");
  expect(raw).toMatch(/List-Unsubscribe: <http:\/\/[^>]+\/u\/[\w-]+>/);
  expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(raw).toMatch(/Message-ID: <b[0-9a-z]+@example\.org>/);
  expect(raw.replaceAll("=\r\n", "").replaceAll("=2E", ".")).toMatch(/\/t\/c\/[\w-]+\.1'/);
  const { items } = await test.api.ok("listNotifications");
  expect(items.map(({ type }) => type)).toContain("campaign_sent");
  await run();
  expect(takenFor(emails)).toHaveLength(3);
});

it("has as many recipients as messages, also when contacts were excluded after the approval", async () => {
  const test = await company();
  const { listId, contacts } = await aList(test, 3);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  await test.app.db.sql`update campaign set recipients = 3 where tenant_id = ${test.tenantId} and id = ${id}`;
  await test.api.ok("unsubscribeContact", { params: { id: contacts[0]?.id ?? "" } });
  const { engine, run } = anEngine(test);
  const recipients = async () => {
    const found = await test.api.ok("getCampaign", { params: { campaign_id: id } });
    return [found.recipients, found.progress.recipients];
  };
  await engine.advance();
  expect(await recipients()).toEqual([3, 2]);
  await run();
  expect(await recipients()).toEqual([2, 2]);
});

it("adds Postmark's header in a company with a Postmark hook", async () => {
  const test = await company();
  await test.api.ok("createSendingHook", { body: { provider: "postmark" } });
  const { emails, listId } = await aList(test, 1);
  await aSendingCampaign(test, { listIds: [listId] });
  const { run, taken } = anEngine(test);
  await run();
  const raw = taken.find(({ envelope }) => emails.includes(envelope.to))?.raw.toString() ?? "";
  const [, name] = /Message-ID: <([^@]+)@/.exec(raw) ?? [];
  expect(raw).toContain(`X-PM-Metadata-postrider: ${name}\r\n`);
});

it("evaluates the gate again when a message is claimed", async () => {
  const test = await company();
  const { emails, listId, contacts } = await aList(test, 5);
  const [gone, left, blocked, , removed] = contacts;
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { engine, run, takenFor } = anEngine(test);
  await engine.advance();
  await test.api.ok("unsubscribeContact", { params: { id: gone?.id ?? "" }, body: {} });
  await test.api.ok("unsubscribeListMembers", { params: { list_id: listId }, body: { contactIds: [left?.id ?? ""] } });
  await test.api.ok("createSuppression", { body: { email: blocked?.email ?? "" } });
  await test.api.ok("removeListMembers", { params: { list_id: listId }, body: { contactIds: [removed?.id ?? ""] } });
  await run();
  expect(takenFor(emails)).toEqual([emails[3]]);
  expect(await countsOf(test, id)).toEqual({ sent: 1, skipped: 4 });
  const rows = await test.app.db.sql<{ reason: string }[]>`
    select reason from message where tenant_id = ${test.tenantId} and source_id = ${id} and state = 'skipped'
    order by contact_id`;
  expect(rows.map(({ reason }) => reason)).toEqual(["unsubscribed", "list_unsubscribed", "blacklisted", "removed"]);
});

const refused = (code: number, stage: "rcpt" | "mail" | "connect", enhanced?: string): SendOutcome => ({
  outcome: "refused",
  kind: code >= 500 ? "permanent" : "temporary",
  stage,
  code,
  enhanced,
  response: "",
});

it("sends to a contact that left one of two included lists", async () => {
  const test = await company();
  const [first, second] = [await test.aList(), await test.aList()];
  const both = await test.aContact({ listIds: [first.id, second.id] });
  const only = await test.aContact({ listIds: [first.id] });
  const id = await aSendingCampaign(test, { listIds: [first.id, second.id] });
  const { engine, run, takenFor } = anEngine(test);
  await engine.advance();
  const body = { contactIds: [both.id, only.id] };
  await test.api.ok("unsubscribeListMembers", { params: { list_id: first.id }, body });
  await run();
  expect(takenFor([both.email, only.email])).toEqual([both.email]);
  expect(await countsOf(test, id)).toEqual({ sent: 1, skipped: 1 });
});

it("sends in the hour in which a contact usually opens, which may be the current one", async () => {
  const test = await company();
  const list = await test.aList();
  const [now, later] = [await test.aContact({ listIds: [list.id] }), await test.aContact({ listIds: [list.id] })];
  const payload = JSON.stringify({ verdict: "human" });
  // Half past: in this hour, and in the previous one, which recurs tomorrow.
  const half = new Date(Math.floor(test.clock.now().getTime() / 3_600_000) * 3_600_000 + 1_800_000);
  test.clock.set(half);
  await test.ctx.db.sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    values (${test.tenantId}, ${addMs(half, -days(1))}, 'email_opened', ${now.id}, ${payload}::jsonb),
      (${test.tenantId}, ${addMs(half, -days(1) - hours(1))}, 'email_opened', ${later.id}, ${payload}::jsonb)`;
  const id = await aSendingCampaign(test, { listIds: [list.id], preferTime: true });
  const { run, takenFor } = anEngine(test);
  await run();
  expect(takenFor([now.email, later.email])).toEqual([now.email]);
  test.clock.advance(days(1));
  await run();
  expect(takenFor([now.email, later.email])).toEqual([now.email, later.email]);
  expect(await countsOf(test, id)).toEqual({ sent: 2 });
});

it("evaluates the gate again for messages that a slow relay delayed, and sends all others", async () => {
  const test = await company();
  const list = await test.aList();
  const people = [];
  for (let n = 0; n < 4; n += 1) people.push(await test.aContact({ listIds: [list.id] }));
  const [, second] = people;
  const campaignId = await aSendingCampaign(test, { listIds: [list.id] });
  let isSlow = true;
  const { run, takenFor } = anEngine(test, async ({ notAfter }) => {
    if (notAfter !== undefined && isSlow) {
      if (second !== undefined) await test.api.ok("unsubscribeContact", { params: { id: second.id }, body: {} });
      isSlow = false;
      return { outcome: "late" };
    }
    return { outcome: "sent", response: "250 ok" };
  });
  await run();
  expect(takenFor(people.map(({ email }) => email)).toSorted()).toEqual(
    people.flatMap(({ id, email }) => (id === second?.id ? [] : [email])).toSorted(),
  );
  expect(await countsOf(test, campaignId)).toEqual({ sent: 3, skipped: 1 });
});

it("retries temporarily refused messages later, and throttles the domain meanwhile", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 3);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  let isBusy = true;
  const { run, takenFor } = anEngine(test, ({ envelope }) =>
    isBusy && emails.includes(envelope.to) ? refused(450, "rcpt", "4.2.1") : { outcome: "sent", response: "" },
  );
  await run();
  expect(takenFor(emails)).toEqual([]);
  expect(await countsOf(test, id)).toEqual({ queued: 3 });
  expect(await statusOf(test, id)).toBe("sending");
  isBusy = false;
  test.clock.advance(10 * 60_000);
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect(await countsOf(test, id)).toEqual({ sent: 3 });
});

it("records a refusal of the address as a hard bounce, one of the sender as a soft one", async () => {
  const test = await company();
  const { emails, listId, contacts } = await aList(test, 3);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { run } = anEngine(test, ({ envelope }) => {
    if (envelope.to === emails[0]) return refused(550, "rcpt", "5.1.1");
    return envelope.to === emails[1] ? refused(554, "rcpt", "5.7.1") : { outcome: "sent", response: "" };
  });
  await run();
  expect(await countsOf(test, id)).toEqual({ hardbounced: 1, sent: 1, softbounced: 1 });
  const statuses = await Promise.all(contacts.map((each) => test.api.ok("getContact", { params: { id: each.id } })));
  expect(statuses.map(({ status }) => status)).toEqual(["bounced", "subscribed", "subscribed"]);
});

it("marks messages of a dead worker as unknown, and never resends them by itself", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 5);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const firstWorker = anEngine(test, async ({ envelope }) =>
    emails.includes(envelope.to) ? new Promise<SendOutcome>(() => undefined) : { outcome: "sent", response: "" },
  );
  await firstWorker.engine.advance();
  // The first worker hangs with claimed messages until its lease expires.
  const hanging = firstWorker.engine.sendNext();
  await expect.poll(async () => (await claimedThroughOf(test, id)) > 0).toBe(true);
  test.clock.advance(2 * 60_000);
  const next = anEngine(test);
  await next.run();
  expect(next.takenFor(emails)).toEqual([]);
  expect(await countsOf(test, id)).toEqual({ unknown: 5 });
  expect(await statusOf(test, id)).toBe("completed");
  void hanging;
});

const claimedThroughOf = async ({ app, tenantId }: TestCompany, id: string) => {
  const [row] = await app.db.sql<{ claimedThrough: string }[]>`
    select max(claimed_through) as claimed_through from send_batch where tenant_id = ${tenantId} and source_id = ${id}`;
  return Number(row?.claimedThrough ?? 0);
};

it("waits while the relay is unavailable, without counting attempts", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 2);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  let tries = 0;
  const { run, takenFor } = anEngine(test, ({ envelope }) => {
    if (!emails.includes(envelope.to)) return { outcome: "sent", response: "" };
    tries += 1;
    return tries <= 2 ? refused(0, "connect") : { outcome: "sent", response: "" };
  });
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect(await countsOf(test, id)).toEqual({ sent: 2 });
});

it("stops when the company may not send", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 1);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { run, takenFor } = anEngine(test);
  await test.api.ok("updateCompany", { body: { sendingEnabled: false } });
  await run();
  expect(takenFor(emails)).toEqual([]);
  expect(await statusOf(test, id)).toBe("sending");
  await test.api.ok("updateCompany", { body: { sendingEnabled: true } });
  await run();
  expect(takenFor(emails)).toEqual(emails);
});

it("respects the warm-up quota of a domain, and continues the next morning", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 4);
  const { db, company: own } = test.ctx;
  await aSignedDomain(test, "warm.example", { warmingSince: test.clock.now() });
  const day = dayAt(test.clock.now(), own.timeZone);
  await db.sql`insert into warm_up_usage (tenant_id, domain, day, n) values (${test.tenantId}, 'warm.example', ${day}, 198)`;
  const senderId = await aVerifiedSender(test, "shop@warm.example");
  const id = await aSendingCampaign(test, { listIds: [listId], senderId });
  const { run, taken, takenFor } = anEngine(test);
  await run();
  expect(takenFor(emails)).toHaveLength(2);
  expect(taken.find(({ envelope }) => emails.includes(envelope.to))?.raw.toString()).toMatch(
    /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=warm\.example; s=mail;/,
  );
  expect(await countsOf(test, id)).toEqual({ queued: 2, sent: 2 });
  expect((await test.api.ok("getCampaign", { params: { campaign_id: id } })).progress).toMatchObject({
    waiting: 2,
    estimatedEndAt: startOfDay(addDays(day, 1), own.timeZone).toISOString(),
  });
  test.clock.advance(26 * 3_600_000);
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect(await countsOf(test, id)).toEqual({ sent: 4 });
});

it("pauses with a notification when it would start more than a day late", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 1);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  await test.ctx.db.sql`
    update campaign set status = 'scheduled', started_at = null, planned_at = ${test.clock.now()}::timestamptz - interval '25 hours'
    where tenant_id = ${test.tenantId} and id = ${id}`;
  const { run, takenFor } = anEngine(test);
  await run();
  expect(takenFor(emails)).toEqual([]);
  expect(await statusOf(test, id)).toBe("paused");
  const { items } = await test.api.ok("listNotifications");
  expect(items.map(({ type, params }) => [type, params])).toEqual([
    ["campaign_late", { campaignId: id, variantId: id, name: "Spring" }],
  ]);
});

it("stops with a notification when its sender is no longer verified", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 1);
  const senderId = await aVerifiedSender(test);
  const id = await aSendingCampaign(test, { listIds: [listId], senderId });
  await test.ctx.db.sql`update sender set verified_at = null where tenant_id = ${test.tenantId} and id = ${senderId}`;
  const { run, takenFor } = anEngine(test);
  await run();
  expect(takenFor(emails)).toEqual([]);
  expect(await statusOf(test, id)).toBe("paused");
  const { items } = await test.api.ok("listNotifications");
  expect(items.map(({ type, params }) => [type, params])).toContainEqual([
    "campaign_stopped",
    { campaignId: id, variantId: id, name: "Spring", reason: "sender" },
  ]);
});

it("releases its batch when the process stops", async () => {
  const test = await company();
  const { emails, listId } = await aList(test, 3);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { engine, takenFor } = anEngine(test);
  await engine.advance();
  await engine.stop();
  await engine.sendNext();
  expect(takenFor(emails)).toEqual([]);
  const [batch] = await test.ctx.db.sql<{ leaseUntil: Date | null }[]>`
    select lease_until from send_batch where tenant_id = ${test.tenantId} and source_id = ${id}`;
  expect(batch).toEqual({ leaseUntil: null });
});

it("continues with another company when the current one has nothing left", async () => {
  const [one, two] = [await company(), await company()];
  const [few, more] = [await aList(one, 1), await aList(two, 2)];
  await aSendingCampaign(one, { listIds: [few.listId] });
  const senderId = await aVerifiedSender(two);
  for (const subject of ["Spring", "Summer"])
    await aSendingCampaign(two, { listIds: [more.listId], senderId, subject });
  const { run, takenFor } = anEngine(one);
  await run();
  expect(takenFor(few.emails)).toHaveLength(1);
  expect(takenFor(more.emails)).toHaveLength(4);
});

it("shows a message in its web version as it was sent, only with the recipient's token", async () => {
  const test = await company();
  const { listId, contacts } = await aList(test, 1);
  const id = await aSendingCampaign(test, { listIds: [listId], html: "<p>Hello {{df_name}}</p>" });
  const message = { campaignId: id, contactId: contacts[0]?.id ?? "" };
  expect(await findWebVersion(test.ctx, message)).toBeUndefined();
  await anEngine(test).run();
  expect(await findWebVersion(test.ctx, message)).toContain("<p>Hello Jane</p>");
  expect(await findWebVersion((await company()).ctx, message)).toBeUndefined();
});

it("completes although a contact was erased while the message was queued", async () => {
  const test = await company();
  const { emails, listId, contacts } = await aList(test, 3);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { engine, run, takenFor } = anEngine(test);
  await engine.advance();
  await test.api.ok("eraseContact", { params: { id: contacts[0]?.id ?? "" }, body: { confirm: true } });
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.slice(1).toSorted());
  expect(await test.api.ok("getCampaign", { params: { campaign_id: id } })).toMatchObject({
    status: "completed",
    counts: { sent: 2, skipped: 1 },
    progress: { waiting: 0, sent: 2 },
  });
  const { totals } = await test.api.ok("getCampaignStats", { params: { campaign_id: id } });
  expect(totals.skipped).toEqual({ total: 1, reasons: { erased: 1 } });
});

it("sends everybody the variant of their language, with its own link numbers, and nothing for a cancelled one", async () => {
  const test = await company();
  const { id: listId } = await test.aList();
  const languages = ["cs", "sk", "pl"];
  const emails = languages.map(() => anEmail());
  for (const [index, language] of languages.entries())
    await test.aContact({ email: emails[index], listIds: [listId], language });
  const id = await aSendingCampaign(test, { listIds: [listId], subject: "main" });
  const variants = { sk: await aVariant(test, id, "sk", "sending"), pl: await aVariant(test, id, "pl", "cancelled") };
  const { run, taken, takenFor } = anEngine(test);
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.slice(0, 2).toSorted());
  const rawOf = (email: string | undefined) =>
    taken
      .find(({ envelope }) => envelope.to === email)
      ?.raw.toString()
      .replaceAll("=\r\n", "")
      .replaceAll("=2E", ".");
  expect(rawOf(emails[0])).toMatch(/Subject: main[^]*\/t\/c\/[\w-]+\.1'/);
  expect(rawOf(emails[1])).toMatch(/Subject: sk[^]*\/t\/c\/[\w-]+\.10001"/);
  expect(await Promise.all([id, variants.sk, variants.pl].map((each) => statusOf(test, each)))).toEqual([
    "completed",
    "completed",
    "cancelled",
  ]);
});

async function aVariant({ ctx: { db }, shopId }: TestCompany, parentId: string, language: string, status: string) {
  const { sql, tenantId } = db;
  const [row] = await sql<{ id: string }[]>`
    insert into campaign (tenant_id, parent_id, language, name, shop_id, status, created_at, subject, content_version)
    values (${tenantId}, ${parentId}, ${language}, 'Spring', ${shopId}, ${status}, now(), ${language}, 1) returning id`;
  const id = row?.id ?? "";
  await sql`
    insert into content (tenant_id, owner_kind, owner_id, version, last_version, published_version, updated_at)
    values (${tenantId}, 'campaign', ${id}, 1, 1, 1, now())`;
  await sql`
    insert into content_version (tenant_id, owner_kind, owner_id, version, kind, html, created_at)
    values (${tenantId}, 'campaign', ${id}, 1, 'html', '<a href="https://example.org/v">x</a>', now())`;
  return id;
}
