import { expect, it } from "vitest";
import {
  aReadyCampaign,
  aSender,
  moveMessages,
  prepareMessages,
} from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aSignedDomain } from "../../../tests/harness/factories/senders.ts";
import { addDays, dayAt, startOfDay } from "../../kernel/local-time.ts";
import { getCampaign } from "./service.ts";

async function approved(test: TestCompany, people = 3) {
  const { id, sender } = await aReadyCampaign(test, { people });
  const params = { campaign_id: id };
  await test.api.ok("approveCampaign", { params, body: { expectedRecipients: people } });
  return { id, params, domain: sender?.email.split("@")[1] ?? "" };
}

const getReason = async ({ api }: TestCompany, params: { campaign_id: string }) =>
  (await api.ok("getCampaign", { params })).progress.holdReason;

it.each([
  ["sending_disabled", { sendingEnabled: false }],
  ["sending_state", { sendingState: "paused" }],
  ["sending_hold", { sendingHold: "unpaid" }],
])("reports that nothing is sent: %s", async (reason, change) => {
  const test = await company();
  const { sql, tenantId } = test.ctx.db;
  const { params } = await approved(test);
  expect(await getReason(test, params)).toBeNull();
  await sql`update company set ${sql(change)} where tenant_id = ${tenantId}`;
  expect(await test.api.ok("getCampaign", { params })).toMatchObject({
    status: "sending",
    progress: { holdReason: reason, waiting: 3, estimatedEndAt: null },
  });
  await test.api.ok("pauseCampaign", { params });
  expect(await getReason(test, params)).toBeNull();
});

it.each(["test", "off"] as const)("reports that nothing is sent in mode %s", async (mailMode) => {
  const test = await company();
  const { id } = await approved(test);
  const { progress } = await getCampaign({ ...test.ctx, mailMode }, id);
  expect(progress.holdReason).toBe("sending_mode");
});

/** The number of messages sent today from a warming domain. */
async function sentFrom({ ctx }: TestCompany, domain: string, sentToday: number): Promise<void> {
  const { sql, tenantId } = ctx.db;
  const now = ctx.clock.now();
  await sql`
    insert into warm_up_usage (tenant_id, domain, day, n)
    values (${tenantId}, ${domain}, ${dayAt(now, ctx.company.timeZone)}, ${sentToday})
    on conflict (tenant_id, domain, day) do update set n = excluded.n`;
}

it("reports that the day's quota is used up, and the day on which the last message leaves", async () => {
  const test = await company();
  const { id, params, domain } = await approved(test);
  const { timeZone } = test.ctx.company;
  // Unwritten recipients count as well: 200 until the second midnight, then 236, 278 …
  await test.ctx.db.sql`update campaign set recipients = 700 where tenant_id = ${test.tenantId} and id = ${id}`;
  const dayIn = (count: number) =>
    startOfDay(addDays(dayAt(test.clock.now(), timeZone), count), timeZone).toISOString();
  await aSignedDomain(test, domain, { warmingSince: test.clock.now() });
  await sentFrom(test, domain, 199);
  expect((await test.api.ok("getCampaign", { params })).progress).toMatchObject({ waiting: 700, holdReason: null });
  await sentFrom(test, domain, 200);
  expect((await test.api.ok("getCampaign", { params })).progress).toMatchObject({
    holdReason: "warm_up",
    estimatedEndAt: dayIn(3),
  });
  await prepareMessages(test, id);
  expect((await test.api.ok("getCampaign", { params })).progress).toMatchObject({
    waiting: 3,
    holdReason: "warm_up",
    estimatedEndAt: dayIn(1),
  });
  await moveMessages(test, id, { state: "sent" });
  expect((await test.api.ok("getCampaign", { params })).progress).toMatchObject({ waiting: 0, holdReason: null });
});

it("continues with another sender's domain while one waits for tomorrow", async () => {
  const test = await company();
  const [main, slovak] = ["main.example", "slovak.example"];
  const senders = [await aSender(test, { email: `shop@${main}` }), await aSender(test, { email: `shop@${slovak}` })];
  const { id, listId } = await aReadyCampaign(test, { people: 1, senderId: senders[0]?.id });
  await test.aContact({ listIds: [listId], language: "sk" });
  const params = { campaign_id: id };
  await test.api.ok("addVariant", { params, body: { language: "sk", senderId: senders[1]?.id } });
  await test.api.ok("approveCampaign", { params, body: { expectedRecipients: 2 } });
  for (const domain of [main, slovak]) await aSignedDomain(test, domain, { warmingSince: test.clock.now() });
  await sentFrom(test, main, 200);
  expect(await getReason(test, params)).toBeNull();
  await sentFrom(test, slovak, 200);
  expect(await getReason(test, params)).toBe("warm_up");
});
