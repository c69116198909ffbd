import { expect, it } from "vitest";
import { aReadyCampaign, messageCounts, prepareMessages } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { insertContactsOfCity } from "../../../../tests/harness/factories/bulk-contacts.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anEngine } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { deleteRemainingMessages } from "./jobs.ts";

const listRows = async ({ ctx }: TestCompany, campaignId: string) =>
  (await ctx.db.sql`select from message where tenant_id = ${ctx.db.tenantId} and source_id = ${campaignId}`).length;

const requestedDeletions = async ({ ctx }: TestCompany) =>
  (
    await ctx.db.sql`
    select from pgboss.job where name = 'campaigns.unsent_messages' and data ->> 'tenantId' = ${ctx.db.tenantId}`
  ).length;

/** A cancelled campaign with many skipped messages; its three recipients are the last of them. */
async function aLargeCancelledCampaign(own: TestCompany, many: number) {
  const { api, ctx } = own;
  const { tenantId } = ctx.db;
  await insertContactsOfCity(own, many);
  const { id, listId } = await aReadyCampaign(own);
  const params = { campaign_id: id };
  await api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
  await prepareMessages(own, id);
  await api.ok("pauseCampaign", { params });
  await api.ok("cancelCampaign", { params });
  await ctx.db.sql`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, domain, state, reason)
    select ${tenantId}, ${id}, c.id, ${id}, 0, 'example.com', 'skipped', 'cancelled'
    from contact c where c.tenant_id = ${tenantId} and c.city = 'Brno'`;
  await ctx.db.sql`
    update message_state_count set n = n + ${many} where tenant_id = ${tenantId} and source_id = ${id} and state = 'skipped'`;
  const { items } = await api.ok("listContacts", { query: { list: listId, sort: "id" } });
  return { id, params, recipients: items };
}

it("back to draft deletes 5000 messages in the request and the others in the background", async () => {
  const own = await company();
  const { id, params } = await aLargeCancelledCampaign(own, 6000);
  expect(await own.api.ok("returnCampaignToDraft", { params })).toMatchObject({ status: "draft", counts: {} });
  expect(await listRows(own, id)).toBe(1003);
  expect(await requestedDeletions(own)).toBe(1);
  // The draft may be deleted before the job runs.
  await own.api.ok("deleteCampaign", { params });
  await deleteRemainingMessages(own.ctx.db, id);
  expect(await listRows(own, id)).toBe(0);
});

it("an approval before the old messages are deleted sends to everybody once, and keeps the new messages", async () => {
  const own = await company();
  const { api } = own;
  // The expansion deletes up to 20 000 per step.
  const { id, params, recipients } = await aLargeCancelledCampaign(own, 25_000);
  await api.ok("returnCampaignToDraft", { params });
  await api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
  const { engine, run, takenFor } = anEngine(own);
  while (await engine.advance());
  await api.ok("unsubscribeContact", { params: { id: recipients[0]?.id ?? "" }, body: {} });
  await run();
  const emails = recipients.map(({ email }) => email);
  expect(takenFor(emails).toSorted()).toEqual(emails.slice(1).toSorted());
  await deleteRemainingMessages(own.ctx.db, id);
  const expected = [
    { variantId: id, state: "sent", n: 2 },
    { variantId: id, state: "skipped", n: 1 },
  ];
  expect(await messageCounts(own, id)).toEqual({ counted: expected, kept: expected });
});
