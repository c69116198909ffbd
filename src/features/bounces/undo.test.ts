import { describe, expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { aSentCampaign } from "../../../tests/harness/factories/sent-campaigns.ts";
import { isMailable } from "../../../tests/harness/oracles/mailable.ts";
import { hours, minutes } from "../../kernel/local-time.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { findListSizeDifferences } from "../lists/queries.ts";
import { recordBounce, recordComplaint, type Bounce } from "./service.ts";
import { undoBounces } from "./undo.ts";

const hard: Bounce = { kind: "hard", code: "5.1.1", response: "550 5.1.1 user unknown", at: "later" };
const soft: Bounce = { kind: "soft", code: "4.2.2", response: "452 4.2.2 mailbox full", at: "later" };
const policy: Bounce = { kind: "soft", code: "policy", response: "554 blocked", at: "later" };

async function campaignOf(count: number) {
  const own = await company();
  const { id: listId } = await own.aList();
  const contacts = [];
  for (let n = 0; n < count; n += 1) contacts.push(await own.aContact({ email: anEmail(), listIds: [listId] }));
  const ids = contacts.map(({ id }) => id);
  const campaignId = await aSentCampaign(own, { contactIds: ids, status: "completed" });
  return { own, contacts, ids, campaignId };
}

const undo = ({ api }: TestCompany, campaignId: string, body: object = {}) =>
  api.ok("undoBounces", { params: { campaign_id: campaignId }, body });

const read = async ({ api }: TestCompany, id: string) => {
  const { status, suppressionReason, softBounces, blacklisted } = await api.ok("getContact", { params: { id } });
  return { status, suppressionReason, softBounces, blacklisted };
};

const subscribed = { status: "subscribed", suppressionReason: null, softBounces: 0, blacklisted: false };

async function isConsistent({ ctx }: TestCompany) {
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
  expect(await findListSizeDifferences(ctx.db)).toEqual([]);
}

const lastTypes = async ({ ctx }: TestCompany, contactId: string) => {
  const rows = await ctx.db.sql<{ type: string; payload: unknown }[]>`
    select type, payload from journal where tenant_id = ${ctx.db.tenantId} and contact_id = ${contactId}
    order by tx desc, id desc limit 2`;
  return rows.toReversed();
};

describe("undoing the bounces of a campaign", () => {
  it("gives contacts their earlier status back, once", async () => {
    const { own, ids, campaignId } = await campaignOf(3);
    for (const contactId of ids.slice(0, 2)) await recordBounce(own.ctx, { campaignId, contactId }, hard);
    expect(await undo(own, campaignId)).toEqual({ undone: 2 });
    for (const id of ids) expect(await read(own, id)).toEqual(subscribed);
    expect((await own.api.ok("listSuppressions")).total).toBe(0);
    expect(await lastTypes(own, ids[0] ?? "")).toEqual([
      { type: "bounce_undone", payload: { campaignId } },
      { type: "status_change", payload: { from: "bounced", to: "subscribed" } },
    ]);
    const mailable = await own.ctx.db.sql`
      select from contact c where c.tenant_id = ${own.tenantId} and ${isMailable(own.ctx.db)}`;
    expect(mailable).toHaveLength(3);
    expect(await undo(own, campaignId)).toEqual({ undone: 0 });
    // The same report again does not suppress the address a second time.
    expect(await recordBounce(own.ctx, { campaignId, contactId: ids[0] ?? "" }, hard)).toBe("already_recorded");
    expect(await read(own, ids[0] ?? "")).toEqual(subscribed);
    await isConsistent(own);
  });

  it("never touches who unsubscribed or complained", async () => {
    const { own, ids, campaignId } = await campaignOf(3);
    const [left = "", complained = "", bounced = ""] = ids;
    for (const contactId of ids) await recordBounce(own.ctx, { campaignId, contactId }, hard);
    await own.api.ok("unsubscribeContact", { params: { id: left } });
    await recordComplaint(own.ctx, { campaignId, contactId: complained });
    expect(await undo(own, campaignId)).toEqual({ undone: 1 });
    expect(await read(own, left)).toMatchObject({ status: "unsubscribed", suppressionReason: "unsubscribed" });
    expect(await read(own, complained)).toMatchObject({ status: "complained", suppressionReason: "complained" });
    expect(await read(own, bounced)).toEqual(subscribed);
    await isConsistent(own);
  });

  it("takes its soft bounce off the count, and lifts a suppression by the third one", async () => {
    const { own, ids, campaignId } = await campaignOf(2);
    const [once = "", thrice = ""] = ids;
    await recordBounce(own.ctx, { campaignId, contactId: once }, soft);
    for (const bounce of [soft, soft]) {
      own.clock.advance(hours(1));
      const other = await aSentCampaign(own, { contactIds: [thrice], status: "completed" });
      await recordBounce(own.ctx, { campaignId: other, contactId: thrice }, bounce);
    }
    await recordBounce(own.ctx, { campaignId, contactId: thrice }, soft);
    expect(await read(own, thrice)).toMatchObject({ status: "bounced", softBounces: 3 });
    expect(await undo(own, campaignId)).toEqual({ undone: 2 });
    expect(await read(own, once)).toEqual(subscribed);
    expect(await read(own, thrice)).toEqual(subscribed);
    expect(await undo(own, campaignId)).toEqual({ undone: 0 });
    await isConsistent(own);
  });

  it("has nothing to undo for a refusal of the sender", async () => {
    const { own, ids, campaignId } = await campaignOf(1);
    await recordBounce(own.ctx, { campaignId, contactId: ids[0] ?? "" }, policy);
    expect(await undo(own, campaignId)).toEqual({ undone: 0 });
  });

  it("keeps who bounced in another campaign too, until that is undone", async () => {
    const { own, ids, campaignId } = await campaignOf(1);
    const [contactId = ""] = ids;
    const other = await aSentCampaign(own, { contactIds: ids, status: "completed" });
    await recordBounce(own.ctx, { campaignId, contactId }, hard);
    own.clock.advance(minutes(1));
    await recordBounce(own.ctx, { campaignId: other, contactId }, hard);
    expect(await undo(own, campaignId)).toEqual({ undone: 0 });
    expect(await read(own, contactId)).toMatchObject({ status: "bounced" });
    expect(await undo(own, other)).toEqual({ undone: 1 });
    expect(await read(own, contactId)).toEqual(subscribed);
  });

  it("leaves a blacklisting, and a customer is one again", async () => {
    const { own, ids, campaignId } = await campaignOf(1);
    const [contactId = ""] = ids;
    await own.api.ok("recordOrders", { body: anOrder(own) });
    const buyer = (await own.api.ok("listContacts", { query: { status: "customer" } })).items[0]?.id ?? "";
    const other = await aSentCampaign(own, { contactIds: [buyer], status: "completed" });
    await own.api.ok("blacklistContact", { params: { id: contactId } });
    await recordBounce(own.ctx, { campaignId, contactId }, hard);
    await recordBounce(own.ctx, { campaignId: other, contactId: buyer }, hard);
    expect([await undo(own, campaignId), await undo(own, other)]).toEqual([{ undone: 1 }, { undone: 1 }]);
    expect(await read(own, contactId)).toEqual({ ...subscribed, suppressionReason: "manual", blacklisted: true });
    expect((await own.api.ok("listSuppressions")).items).toMatchObject([{ reason: "manual", blacklisted: true }]);
    expect(await read(own, buyer)).toEqual({ ...subscribed, status: "customer" });
    await isConsistent(own);
  });

  it("is limited to the time or the code of an incident", async () => {
    const { own, ids, campaignId } = await campaignOf(3);
    const [first = "", second = "", third = ""] = ids;
    await recordBounce(own.ctx, { campaignId, contactId: first }, hard);
    own.clock.advance(hours(1));
    const from = own.clock.now().toISOString();
    await recordBounce(own.ctx, { campaignId, contactId: second }, hard);
    await recordBounce(own.ctx, { campaignId, contactId: third }, { ...hard, code: "5.2.1" });
    own.clock.advance(hours(1));
    const to = own.clock.now().toISOString();
    expect(await undo(own, campaignId, { from: to })).toEqual({ undone: 0 });
    expect(await undo(own, campaignId, { from, to, code: "5.1.1" })).toEqual({ undone: 1 });
    expect(await read(own, second)).toEqual(subscribed);
    expect(await undo(own, campaignId, { to: from })).toEqual({ undone: 1 });
    expect(await undo(own, campaignId)).toEqual({ undone: 1 });
    expect(await read(own, third)).toEqual(subscribed);
  });

  it("counts what a reply caused before it is undone", async () => {
    const { own, ids, campaignId } = await campaignOf(3);
    const [first = "", second = "", third = ""] = ids;
    await recordBounce(own.ctx, { campaignId, contactId: first }, hard);
    for (const contactId of [second, third])
      await recordBounce(own.ctx, { campaignId, contactId }, { ...hard, response: "550 5.1.1 Filter of the Sender" });
    const filter = { reply: "filter OF the sender" };
    expect(await undo(own, campaignId, { ...filter, dryRun: true })).toEqual({ undone: 0, found: 2 });
    expect(await read(own, second)).toMatchObject({ status: "bounced" });
    expect(await undo(own, campaignId, filter)).toEqual({ undone: 2 });
    expect(await read(own, first)).toMatchObject({ status: "bounced" });
    expect(await undo(own, campaignId, { ...filter, dryRun: true })).toEqual({ undone: 0, found: 0 });
  });

  it("can be repeated after a failure: nothing is marked unless its contact is restored", async () => {
    const { own, ids, campaignId } = await campaignOf(2);
    for (const contactId of ids) await recordBounce(own.ctx, { campaignId, contactId }, hard);
    const killed = own.ctx.db.transaction(async (db) => {
      expect(await undoBounces({ ...own.ctx, db }, campaignId, {})).toEqual({ undone: 2 });
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    for (const id of ids) expect(await read(own, id)).toMatchObject({ status: "bounced" });
    expect(await undo(own, campaignId)).toEqual({ undone: 2 });
  });

  it("keeps who three soft bounces suppressed when a hard one beside them is undone", async () => {
    const { own, ids, campaignId } = await campaignOf(1);
    const [contactId = ""] = ids;
    const others = [];
    for (let count = 0; count < 3; count += 1) {
      own.clock.advance(hours(1));
      const other = await aSentCampaign(own, { contactIds: ids, status: "completed" });
      others.push(other);
      await recordBounce(own.ctx, { campaignId: other, contactId }, soft);
    }
    await recordBounce(own.ctx, { campaignId, contactId }, hard);
    expect(await undo(own, campaignId)).toEqual({ undone: 0 });
    expect(await read(own, contactId)).toMatchObject({ status: "bounced", softBounces: 3 });
    expect(await undo(own, others[0] ?? "")).toEqual({ undone: 1 });
    expect(await read(own, contactId)).toEqual(subscribed);
  });

  it("of another company is not found", async () => {
    const { campaignId } = await campaignOf(1);
    const other = await company();
    const params = { campaign_id: campaignId };
    expect(await other.api.refused("undoBounces", { params, body: {} })).toMatchObject({
      status: 404,
      message: "campaign",
    });
    expect(await other.api.refused("undoBounces", { params, body: { from: "x" } })).toMatchObject({ status: 400 });
  });
});

describe("deleting the suppression of a bounced address", () => {
  it("gives the contact its earlier status back, without soft bounces", async () => {
    const { own, contacts, ids, campaignId } = await campaignOf(1);
    const [{ id, email } = { id: "", email: "" }] = contacts;
    await recordBounce(own.ctx, { campaignId, contactId: id }, hard);
    await own.api.ok("deleteSuppression", { params: { email } });
    expect(await read(own, id)).toEqual(subscribed);
    expect((await own.api.ok("listSuppressions")).total).toBe(0);
    expect(await lastTypes(own, id)).toEqual([
      { type: "bounce_undone", payload: {} },
      { type: "status_change", payload: { from: "bounced", to: "subscribed" } },
    ]);
    expect(await own.api.refused("deleteSuppression", { params: { email } })).toMatchObject({ status: 404 });
    // A later bounce is undone only through its own campaign.
    own.clock.advance(hours(1));
    const other = await aSentCampaign(own, { contactIds: ids, status: "completed" });
    await recordBounce(own.ctx, { campaignId: other, contactId: id }, hard);
    expect(await undo(own, other)).toEqual({ undone: 1 });
    await isConsistent(own);
  });

  it("ends a blacklisting beside it as well", async () => {
    const { own, contacts, campaignId } = await campaignOf(1);
    const [{ id, email } = { id: "", email: "" }] = contacts;
    await own.api.ok("blacklistContact", { params: { id } });
    await recordBounce(own.ctx, { campaignId, contactId: id }, hard);
    await own.api.ok("deleteSuppression", { params: { email } });
    expect(await read(own, id)).toEqual(subscribed);
    await isConsistent(own);
  });

  it("also works when the contact is deleted", async () => {
    const { own, contacts, campaignId } = await campaignOf(1);
    const [{ id, email } = { id: "", email: "" }] = contacts;
    await recordBounce(own.ctx, { campaignId, contactId: id }, hard);
    own.clock.advance(hours(24 * 365));
    await own.api.ok("deleteContact", { params: { id } });
    await own.api.ok("deleteSuppression", { params: { email } });
    expect((await own.api.ok("listSuppressions")).total).toBe(0);
  });
});
