import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { node, runUnprepared } from "../../../db/sql-node.ts";
import { compileAudience, skipReasonAtSend } from "./compile.ts";
import { emptyAudience, type Audience } from "./shapes.ts";

const city = (value: string) => ({
  type: "group",
  match: "all",
  rules: [{ type: "field", field: "city", operator: "eq", value }],
});

const aSegment = ({ api, shopId }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createSegment", {
    body: { name: `Segment ${crypto.randomUUID()}`, shopId, refresh: "daily", definition: city("Brno"), ...fields },
  });

async function measure({ api }: TestCompany, audience: object, more: object = {}) {
  const { matched, recipients, leftOut } = await api.ok("measureAudience", { body: { audience, ...more } });
  return { matched, recipients, leftOut };
}

const secondShop = async ({ api }: TestCompany) =>
  api.ok("createShop", { body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] } });

const sent = ({ ctx }: TestCompany, contactId: string, campaignId: string, at: Date) => ctx.db.sql`
  insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, domain, state, sent_at)
  values (${ctx.db.tenantId}, ${campaignId}, ${contactId}, ${campaignId}, 0, 'example.com', 'sent', ${at})`;

describe("POST /campaigns/audience", () => {
  it("counts contacts included by lists and segments, each once", async () => {
    const own = await company();
    const list = await own.aList();
    await own.aContact({ listIds: [list.id], city: "Brno" });
    await own.aContact({ listIds: [list.id], city: "Praha" });
    await own.aContact({ city: "Brno" });
    await own.aContact({ city: "Praha" });
    const segment = await aSegment(own);
    const snapshot = await aSegment(own, { refresh: "static", definition: city("Praha") });
    await own.aContact({ city: "Praha" });
    expect(await measure(own, { listIds: [list.id] })).toEqual({ matched: 2, recipients: 2, leftOut: {} });
    const both = { listIds: [list.id], segmentIds: [segment.id] };
    expect(await measure(own, both)).toEqual({ matched: 3, recipients: 3, leftOut: {} });
    expect(await measure(own, { segmentIds: [snapshot.id] })).toEqual({ matched: 2, recipients: 2, leftOut: {} });
    expect(await measure(own, {})).toEqual({ matched: 0, recipients: 0, leftOut: {} });
  });

  it("gives one reason for each excluded contact, the first that applies", async () => {
    const own = await company();
    const { api, ctx, aContact, aList } = own;
    const [list, excluded] = [await aList(), await aList()];
    const listIds = [list.id];
    const member = (fields: object = {}) => aContact({ listIds, ...fields });
    const params = async (fields?: object) => ({ params: { id: (await member(fields)).id } });
    await member();
    await api.ok("blacklistContact", await params());
    const status = async (to: string, fields?: object) => {
      const { id } = await member(fields);
      await ctx.db.sql`update contact set status = ${to} where tenant_id = ${ctx.db.tenantId} and id = ${id}`;
      return id;
    };
    await status("complained");
    await status("bounced");
    await api.ok("unsubscribeContact", { ...(await params()), body: {} });
    await status("pending");
    await status("customer");
    const hidden = await member();
    await ctx.db.sql`
      insert into suppression (tenant_id, fingerprint, email, reason, source, blacklisted, created_at)
      select tenant_id, fingerprint, email, 'manual', 'admin', false, now() from contact
      where tenant_id = ${ctx.db.tenantId} and id = ${hidden.id}`;
    const weak = await member();
    await ctx.db.sql`
      update contact set consent_weak = true where tenant_id = ${ctx.db.tenantId} and id = ${weak.id}`;
    const without = await member();
    await ctx.db.sql`
      update consent set state = 'expired' where tenant_id = ${ctx.db.tenantId} and contact_id = ${without.id}`;
    await ctx.db.sql`
      update contact set lacks_consent = true where tenant_id = ${ctx.db.tenantId} and id = ${without.id}`;
    const left = await member();
    await api.ok("unsubscribeListMembers", { params: { list_id: list.id }, body: { contactIds: [left.id] } });
    const waiting = await member();
    await ctx.db.sql`
      update list_member set state = 'unconfirmed' where tenant_id = ${ctx.db.tenantId} and contact_id = ${waiting.id}`;
    await member({ listIds: [list.id, excluded.id] });
    const named = await member();
    expect(
      await measure(own, { listIds, excludeListIds: [excluded.id], excludeEmails: [` ${named.email.toUpperCase()} `] }),
    ).toEqual({
      matched: 12,
      recipients: 1,
      leftOut: {
        blacklisted: 1,
        complained: 1,
        bounced: 1,
        unsubscribed: 1,
        suppressed: 1,
        pending: 2,
        customer: 1,
        weak_consent: 1,
        no_consent: 1,
        list_unsubscribed: 1,
      },
    });
  });

  it("includes a contact that left one list and is in another, and no removed member", async () => {
    const own = await company();
    const [first, second] = [await own.aList(), await own.aList()];
    const left = await own.aContact({ listIds: [first.id, second.id] });
    const removed = await own.aContact({ listIds: [first.id] });
    await own.api.ok("unsubscribeListMembers", { params: { list_id: first.id }, body: { contactIds: [left.id] } });
    await own.api.ok("removeListMembers", { params: { list_id: first.id }, body: { contactIds: [removed.id] } });
    const size = (listIds: string[]) => measure(own, { listIds });
    expect(await size([first.id])).toEqual({ matched: 1, recipients: 0, leftOut: { list_unsubscribed: 1 } });
    expect(await size([first.id, second.id])).toEqual({ matched: 1, recipients: 1, leftOut: {} });
  });

  it("excludes members of live and snapshot segments", async () => {
    const own = await company();
    const list = await own.aList();
    for (const name of ["Brno", "Praha", "Plzeň", undefined])
      await own.aContact({ listIds: [list.id], ...(name === undefined ? {} : { city: name }) });
    const live = await aSegment(own);
    const kept = await aSegment(own, { refresh: "static", definition: city("Praha") });
    const audience = { listIds: [list.id], excludeSegmentIds: [live.id, kept.id] };
    expect(await measure(own, audience)).toEqual({ matched: 2, recipients: 2, leftOut: {} });
  });

  it("excludes contacts at the company's frequency cap", async () => {
    const own = await company();
    const { ctx, clock, shopId } = own;
    const list = await own.aList();
    const [often, seldom] = [await own.aContact({ listIds: [list.id] }), await own.aContact({ listIds: [list.id] })];
    await ctx.db.sql`
      update company set frequency_cap_emails = 2, frequency_cap_days = 7 where tenant_id = ${ctx.db.tenantId}`;
    const campaigns = await ctx.db.sql<{ id: string }[]>`
      insert into campaign (tenant_id, name, shop_id, status, created_at)
      select ${ctx.db.tenantId}, n::text, ${shopId}, 'completed', now() from generate_series(1, 2) n returning id`;
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
    for (const [index, { id }] of campaigns.entries()) {
      await sent(own, often.id, id, daysAgo(index));
      await sent(own, seldom.id, id, daysAgo(index * 8));
    }
    const audience = { listIds: [list.id] };
    expect(await measure(own, audience)).toEqual({ matched: 2, recipients: 1, leftOut: { frequency_cap: 1 } });
    await ctx.db
      .sql`update company set frequency_cap_emails = null, frequency_cap_days = null where tenant_id = ${ctx.db.tenantId}`;
    expect(await measure(own, audience)).toEqual({ matched: 2, recipients: 2, leftOut: {} });
  });

  it("requires consent to the named purpose", async () => {
    const own = await company();
    const list = await own.aList();
    await own.aContact({ listIds: [list.id] });
    const { id: purposeId } = await own.api.ok("createPurpose", { body: { name: "Second" } });
    const audience = { listIds: [list.id], purposeId };
    expect(await measure(own, audience)).toEqual({ matched: 1, recipients: 0, leftOut: { no_consent: 1 } });
  });

  it("accepts lists of one shop and of the whole company, of any shop when requested", async () => {
    const own = await company();
    const { api, shopId } = own;
    const { id: second } = await secondShop(own);
    const [main, other, everywhere] = [
      await own.aList({ shopId }),
      await own.aList({ shopId: second }),
      await own.aList(),
    ];
    const listIds = [everywhere.id, main.id, other.id];
    const none = { matched: 0, recipients: 0, leftOut: {} };
    expect(await measure(own, { listIds }, { anyShop: true })).toEqual(none);
    expect(await measure(own, { listIds: listIds.slice(0, 2) }, { shopId })).toEqual(none);
    const refused = (more: object) => api.refused("measureAudience", { body: { audience: { listIds }, ...more } });
    const wrong = (field: string) => ({
      status: 400,
      code: "validation",
      message: "audience",
      params: expect.objectContaining({ field }),
    });
    expect(await refused({})).toEqual(wrong("listIds.2"));
    expect(await refused({ shopId: second })).toEqual(wrong("listIds.1"));
    expect(await refused({ shopId: "999999" })).toMatchObject({ status: 400, message: "shopId" });
    expect(await refused({ anyShop: "yes" })).toMatchObject({ status: 400, message: "anyShop" });
  });

  it("refuses audiences that are too long, invalid, unknown or another company's", async () => {
    const own = await company();
    const other = await company();
    const [foreignList, foreignSegment] = [await other.aList(), await aSegment(other)];
    const refusal = async (audience: unknown) => {
      const answer = await own.api.refused("measureAudience", { body: { audience } });
      return [answer.status, answer.code, answer.message, answer.params["field"]].join(" ");
    };
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);
    expect(await refusal(undefined)).toBe("400 validation audience ");
    expect(await refusal([])).toBe("400 validation audience ");
    for (const field of ["listIds", "segmentIds", "excludeListIds", "excludeSegmentIds"]) {
      expect(await refusal({ [field]: many(101) })).toBe(`400 validation audience ${field}`);
      expect(await refusal({ [field]: [1] })).toBe(`400 validation audience ${field}`);
      expect(await refusal({ [field]: ["999999"] })).toBe(`400 validation audience ${field}.0`);
      const foreign = field.endsWith("istIds") ? foreignList.id : foreignSegment.id;
      expect(await refusal({ [field]: [foreign] })).toBe(`400 validation audience ${field}.0`);
    }
    expect(await refusal({ excludeEmails: ["no address"] })).toBe("400 validation audience excludeEmails.0");
    const addresses = many(1001).map((name) => `${name}@example.com`);
    expect(await refusal({ excludeEmails: addresses })).toBe("400 validation audience excludeEmails");
    expect(await measure(own, { excludeEmails: addresses.slice(1) })).toMatchObject({ matched: 0 });
    expect(await refusal({ purposeId: other.purposeId })).toBe("400 validation audience purposeId");
    expect(await refusal({ purposeId: 5 })).toBe("400 validation audience purposeId");
  });
});

describe("the list that includes a contact", () => {
  it("is the lowest confirmed one, and none for a segment", async () => {
    const own = await company();
    const { ctx } = own;
    const [first, second, third] = [await own.aList(), await own.aList(), await own.aList()];
    const both = await own.aContact({ listIds: [second.id, third.id], city: "Brno" });
    const none = await own.aContact({ city: "Brno" });
    const segment = await aSegment(own);
    const audience: Audience = {
      ...emptyAudience,
      listIds: [third.id, second.id, first.id],
      segmentIds: [segment.id],
    };
    const parts = await compileAudience(ctx, audience, { shopId: own.shopId });
    const rows = await runUnprepared(
      ctx.db,
      node`select c.id, ${parts.listId} as list_id from contact c where ${parts.recipient} order by c.id`,
    );
    expect(rows).toEqual([
      { id: both.id, listId: second.id },
      { id: none.id, listId: null },
    ]);
  });
});

describe("the skip reason at the claim", () => {
  it("checks the message's own list, the gate, exclusions and the cap, and not the audience", async () => {
    const own = await company();
    const { api, ctx } = own;
    const [list, excluded] = [await own.aList(), await own.aList()];
    const stays = await own.aContact({ listIds: [list.id] });
    const leaves = await own.aContact({ listIds: [list.id] });
    const says = await own.aContact({ listIds: [list.id] });
    const out = await own.aContact({ listIds: [list.id, excluded.id] });
    const outside = await own.aContact();
    await api.ok("unsubscribeListMembers", { params: { list_id: list.id }, body: { contactIds: [leaves.id] } });
    await api.ok("unsubscribeContact", { params: { id: says.id }, body: {} });
    const audience = { ...emptyAudience, listIds: [list.id], excludeListIds: [excluded.id] };
    const reasonsBy = async (listId: string | null) => {
      const reason = await skipReasonAtSend(ctx, audience, own.shopId, node`${listId}::bigint`);
      const rows = await runUnprepared<{ id: string; reason: string | null }>(
        ctx.db,
        node`select c.id, ${reason} as reason from contact c where c.tenant_id = ${ctx.db.tenantId} order by c.id`,
      );
      return rows.map((row) => [row.id, row.reason]);
    };
    const expected = (left: string | null) => [
      [stays.id, null],
      [leaves.id, left],
      [says.id, "unsubscribed"],
      [out.id, "excluded"],
      [outside.id, null],
    ];
    expect(await reasonsBy(list.id)).toEqual(expected("list_unsubscribed"));
    expect(await reasonsBy(null)).toEqual(expected(null));
  });
});
