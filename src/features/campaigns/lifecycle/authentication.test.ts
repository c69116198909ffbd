import { describe, expect, it } from "vitest";
import { insertContactsOfCity } from "../../../../tests/harness/factories/bulk-contacts.ts";
import { aReadyCampaign, aSender } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aSignedDomain } from "../../../../tests/harness/factories/senders.ts";
import { addDays, dayAt, days } from "../../../kernel/local-time.ts";

/** A segment of `count` contacts. */
async function anAudience(test: TestCompany, count: number, city: string) {
  await insertContactsOfCity(test, count, city);
  const rules = [{ type: "field", field: "city", operator: "eq", value: city }];
  const definition = { type: "group", match: "all", rules };
  const { id } = await test.api.ok("createSegment", {
    body: { name: city, shopId: test.shopId, refresh: "daily", definition },
  });
  return { segmentIds: [id] };
}

async function approve(test: TestCompany, fields: Record<string, unknown>, body: Record<string, unknown>) {
  const { id } = await aReadyCampaign(test, { people: 0, ...fields });
  return test.api.call("approveCampaign", { params: { campaign_id: id }, body });
}

const refusal = (params: object) => ({ error: { code: "conflict", message: "authentication", params } });

describe("a campaign from a domain without authentication", () => {
  it("is limited to 200 recipients a day, together with the others of the day", async () => {
    const test = await company();
    const sender = await aSender(test, { email: "news@unsigned.example", isOperatorVerified: false });
    const [most, few] = [await anAudience(test, 199, "Brno"), await anAudience(test, 2, "Praha")];
    const senderId = sender.id;
    const many = { senderId, audience: { segmentIds: [...most.segmentIds, ...few.segmentIds] } };
    const tooMany = await approve(test, many, { expectedRecipients: 201 });
    expect(tooMany.status).toBe(409);
    expect(tooMany.body).toEqual(refusal({ domain: "unsigned.example", recipients: 201, limit: 200 }));
    expect(await approve(test, { senderId, audience: most }, { expectedRecipients: 199 })).toMatchObject({
      status: 200,
    });
    const other = await aSender(test, { email: "sale@unsigned.example", isOperatorVerified: false });
    const second = { senderId: other.id, audience: few };
    expect((await approve(test, second, { expectedRecipients: 2 })).body).toMatchObject(refusal({ recipients: 201 }));
    const plannedAt = new Date(test.clock.now().getTime() + days(1)).toISOString();
    const tomorrow = { expectedRecipients: 2, timing: "schedule", plannedAt };
    expect(await approve(test, second, tomorrow)).toMatchObject({ status: 200 });
  });

  it("is not limited with a verified domain, nor when the operator vouches for the sender", async () => {
    const test = await company();
    const audience = await anAudience(test, 201, "Brno");
    const sender = await aSender(test, { email: "news@signed.example", isOperatorVerified: false });
    await aSignedDomain(test, "signed.example");
    const operatorVerified = await aSender(test, { email: "news@vouched.example" });
    for (const { id } of [sender, operatorVerified]) {
      const approved = await approve(test, { senderId: id, audience }, { expectedRecipients: 201 });
      expect(approved).toMatchObject({ status: 200, body: { sending: { dailyLimit: null, lastDay: null } } });
    }
  });
});

describe("a sender that the operator vouches for", () => {
  it("loses it with its address", async () => {
    const test = await company();
    const { api, ctx } = test;
    const { id } = await aSender(test, { email: "news@vouched.example" });
    const operatorVerified = async () => {
      const [row] = await ctx.db.sql<{ operatorVerifiedAt: Date | null }[]>`
        select operator_verified_at from sender where tenant_id = ${ctx.db.tenantId} and id = ${id}`;
      return row?.operatorVerifiedAt !== null;
    };
    await api.ok("updateSender", { params: { sender_id: id }, body: { name: "Other" } });
    expect(await operatorVerified()).toBe(true);
    await api.ok("updateSender", { params: { sender_id: id }, body: { email: "news@other.example" } });
    expect(await operatorVerified()).toBe(false);
  });
});

describe("the sending plan", () => {
  it("shows the limit of a warming domain and the day of the last message, before and at the approval", async () => {
    const test = await company();
    const { api, clock, ctx } = test;
    const audience = await anAudience(test, 450, "Brno");
    await aSignedDomain(test, "warm.example", { warmingSince: clock.now() });
    const sender = await aSender(test, { email: "news@warm.example", isOperatorVerified: false });
    const today = dayAt(clock.now(), ctx.company.timeZone);
    const sending = { dailyLimit: 200, lastDay: addDays(today, 2) };
    const measured = await api.ok("measureAudience", { body: { audience, senderId: sender.id } });
    expect(measured).toMatchObject({ recipients: 450, sending });
    const approved = await approve(test, { senderId: sender.id, audience }, { expectedRecipients: 450 });
    expect(approved).toMatchObject({ status: 200, body: { sending } });
    expect(await api.ok("measureAudience", { body: { audience } })).toMatchObject({
      sending: { dailyLimit: null, lastDay: null },
    });
    const unknown = await api.refused("measureAudience", { body: { audience, senderId: "999999" } });
    expect(unknown).toMatchObject({ status: 400, message: "senderId" });
  });
});
