import { expect, it } from "vitest";
import { aReadyCampaign } from "../../../tests/harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aSendingCampaign, aVerifiedSender } from "../../../tests/harness/factories/sending-campaigns.ts";
import { assignCodes } from "../coupons/assignment.queries.ts";
import { findCouponCountDifferences } from "../coupons/counts.sql.ts";
import { findWebVersion } from "./web-version.ts";

async function aStack({ api }: TestCompany, codes: readonly string[], mergeKey = "spring") {
  const stack = await api.ok("createCouponStack", { body: { name: mergeKey, mergeKey } });
  if (codes.length > 0) await api.ok("addCouponCodes", { params: { stack_id: stack.id }, body: { codes } });
  return stack;
}

async function people(test: TestCompany, count: number) {
  const { id: listId } = await test.aList();
  const contacts = [];
  for (let n = 0; n < count; n += 1) contacts.push(await test.aContact({ email: anEmail(), listIds: [listId] }));
  return { listId, contacts };
}

const codesIn = (raw: Buffer) => raw.toString().match(/CODE-\d+/g) ?? [];
const html = "<p>Your code is {{coupon:spring}}</p>";

const listStates = async ({ ctx: { db } }: TestCompany, id: string) => {
  const rows = await db.sql<{ state: string; n: number }[]>`
    select state, count(*)::int as n from message
    where tenant_id = ${db.tenantId} and source_id = ${id} group by state order by state`;
  return rows.map(({ state, n }) => `${n} ${state}`);
};

it.each([
  ["a merge tag", html],
  ["Twig", "<p>{% if contact.email %}Your code is {{ coupons.spring }}{% endif %}</p>"],
])("gives every recipient a code of their own by %s, and the same one in the next campaign", async (_, source) => {
  const test = await company();
  const { listId, contacts } = await people(test, 3);
  const stack = await aStack(test, ["CODE-1", "CODE-2", "CODE-3", "CODE-4"]);
  const senderId = await aVerifiedSender(test);
  const sendTo = async () => {
    const id = await aSendingCampaign(test, { listIds: [listId], html: source, senderId });
    const { run, taken } = anEngine(test);
    await run();
    const found = contacts.map(({ email }) => {
      const message = taken.find(({ envelope }) => envelope.to === email);
      return [...new Set(message === undefined ? [] : codesIn(message.raw))];
    });
    return { id, codes: found.flat() };
  };
  const first = await sendTo();
  expect(new Set(first.codes)).toEqual(new Set(["CODE-1", "CODE-2", "CODE-3"]));
  expect((await sendTo()).codes).toEqual(first.codes);
  expect((await test.api.ok("getCouponStack", { params: { stack_id: stack.id } })).counts).toEqual({
    free: 1,
    assigned: 3,
    used: 0,
  });
  const web = await findWebVersion(test.ctx, { contactId: contacts[1]?.id ?? "", campaignId: first.id });
  expect(web).toContain(first.codes[1]);
});

it("pauses a campaign whose stack runs dry, sends nobody an incomplete e-mail and continues with new codes", async () => {
  const test = await company();
  const { listId, contacts } = await people(test, 5);
  const stack = await aStack(test, ["CODE-1", "CODE-2"]);
  const id = await aSendingCampaign(test, { listIds: [listId], html });
  const { run, rawTo } = anEngine(test);
  await run();
  expect(new Set(contacts.flatMap(({ email }) => codesIn(rawTo(email))))).toEqual(new Set(["CODE-1", "CODE-2"]));
  expect(await listStates(test, id)).toEqual(["3 queued", "2 sent"]);
  const params = { campaign_id: id };
  expect(await test.api.ok("getCampaign", { params })).toMatchObject({
    status: "paused",
    progress: { holdReason: "coupons" },
  });
  const { items } = await test.api.ok("listNotifications");
  expect(items.map(({ type, params: about }) => [type, about["reason"]])).toEqual([["campaign_stopped", "coupons"]]);
  await test.api.ok("addCouponCodes", {
    params: { stack_id: stack.id },
    body: { text: "CODE-3,CODE-4,CODE-5" },
  });
  await test.api.ok("resumeCampaign", { params });
  await run();
  expect(await listStates(test, id)).toEqual(["5 sent"]);
  expect(new Set(contacts.flatMap(({ email }) => codesIn(rawTo(email)))).size).toBe(contacts.length);
  expect(await findCouponCountDifferences(test.ctx.db)).toEqual([]);
});

it("repeats a message with the same code after a temporary refusal and after a worker was killed", async () => {
  const test = await company();
  const { listId, contacts } = await people(test, 4);
  const stack = await aStack(test, ["CODE-1", "CODE-2", "CODE-3", "CODE-4", "CODE-5", "CODE-6"]);
  const { db } = test.ctx;
  // A worker that was killed after the assignment, before any message was claimed.
  const killed = contacts[0]?.id ?? "";
  const [assigned] = await assignCodes(db, stack.id, { contactIds: [killed], at: test.clock.now() });
  const id = await aSendingCampaign(test, { listIds: [listId], html });
  const offered = new Map<string, Set<string>>();
  const tries = new Map<string, number>();
  const { run, takenFor } = anEngine(test, ({ envelope: { to }, raw }) => {
    const codes = offered.get(to) ?? new Set();
    for (const code of codesIn(raw)) codes.add(code);
    offered.set(to, codes);
    tries.set(to, (tries.get(to) ?? 0) + 1);
    return tries.get(to) === 1
      ? { outcome: "refused", kind: "temporary", stage: "rcpt", code: 450, enhanced: "4.2.1", response: "" }
      : { outcome: "sent", response: "250 ok" };
  });
  await run();
  expect(takenFor(contacts.map(({ email }) => email))).toEqual([]);
  test.clock.advance(10 * 60_000);
  await run();
  expect(await listStates(test, id)).toEqual(["4 sent"]);
  expect(contacts.map(({ email }) => offered.get(email)?.size)).toEqual([1, 1, 1, 1]);
  expect(offered.get(contacts[0]?.email ?? "")).toEqual(new Set([assigned?.code]));
  expect((await test.api.ok("getCouponStack", { params: { stack_id: stack.id } })).counts).toEqual({
    free: 2,
    assigned: 4,
    used: 0,
  });
});

it("pauses a campaign whose stack was deleted", async () => {
  const test = await company();
  const { listId, contacts } = await people(test, 1);
  const id = await aSendingCampaign(test, { listIds: [listId], html });
  const { run, takenFor } = anEngine(test);
  await run();
  expect(takenFor(contacts.map(({ email }) => email))).toEqual([]);
  expect(await test.api.ok("getCampaign", { params: { campaign_id: id } })).toMatchObject({
    status: "paused",
    progress: { holdReason: "coupons" },
  });
});

it("refuses the approval with too few codes; recipients with a code need none", async () => {
  const test = await company();
  const campaign = await aReadyCampaign(test, { people: 3 });
  const params = { campaign_id: campaign.id };
  const body = { expectedRecipients: 3 };
  await test.api.ok("saveCampaignContent", { params, body: { html, baseVersion: campaign.version } });
  const refused = async () => {
    const { status, code, message, params: about } = await test.api.refused("approveCampaign", { params, body });
    return { status, code, message, about };
  };
  const conflict = { status: 409, code: "conflict", message: "empty" };
  expect(await refused()).toMatchObject({
    ...conflict,
    message: "content",
    about: { issues: [{ code: "coupon_unknown", params: { tag: "coupon:spring" } }] },
  });
  const stack = await aStack(test, ["CODE-1", "CODE-2"]);
  expect(await refused()).toEqual({ ...conflict, about: { mergeKey: "spring", free: 2, needed: 3 } });
  const { items } = await test.api.ok("listContacts", { query: { pageSize: 1 } });
  await test.api.ok("assignCoupon", { params: { stack_id: stack.id }, body: { contactId: items[0]?.id } });
  expect(await refused()).toEqual({ ...conflict, about: { mergeKey: "spring", free: 1, needed: 2 } });
  await test.api.ok("addCouponCodes", { params: { stack_id: stack.id }, body: { text: "CODE-3" } });
  expect(await test.api.ok("approveCampaign", { params, body })).toMatchObject({ status: "sending" });
});

it("shows a sample in previews and takes no code", async () => {
  const test = await company();
  const campaign = await aReadyCampaign(test, { people: 1, subject: "Code {{coupon:spring}}" });
  const params = { campaign_id: campaign.id };
  const stack = await aStack(test, ["CODE-1"]);
  await test.api.ok("saveCampaignContent", { params, body: { html, baseVersion: campaign.version } });
  const { items } = await test.api.ok("listContacts");
  const shown = await test.api.ok("previewCampaign", { params, body: { contactId: items[0]?.id } });
  expect(shown.subject).toBe("Code TEST-1234");
  expect(shown.html).toContain("Your code is TEST-1234");
  expect((await test.api.ok("getCouponStack", { params: { stack_id: stack.id } })).counts.free).toBe(1);
});
