import { expect, it } from "vitest";
import { aReadyCampaign } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company } from "../../../tests/harness/factories/company.ts";

it("counts as queued mail from the approval on: neither the recipient nor their list's contacts are deleted", async () => {
  const own = await company();
  const { api } = own;
  const { id: campaignId, listId } = await aReadyCampaign(own);
  const stranger = await own.aContact();
  const { items } = await api.ok("listContacts", { query: { list: listId, sort: "id" } });
  const [recipient] = items;
  const params = { id: recipient?.id ?? "" };
  await api.ok("approveCampaign", { params: { campaign_id: campaignId }, body: { expectedRecipients: 3 } });
  expect(await api.refused("deleteContact", { params })).toMatchObject({ status: 423, code: "recently_sent" });
  await api.ok("deleteContact", { params: { id: stranger.id } });
  const copy = await own.aList();
  await api.ok("addListMembers", { params: { list_id: copy.id }, body: { contactIds: [params.id] } });
  await api.ok("deleteList", { params: { list_id: copy.id }, query: { mode: "with_contacts" } });
  await own.runActions();
  await api.ok("getContact", { params });

  await api.ok("pauseCampaign", { params: { campaign_id: campaignId } });
  expect(await api.refused("deleteContact", { params })).toMatchObject({ status: 423 });
  await api.ok("cancelCampaign", { params: { campaign_id: campaignId } });
  await api.ok("deleteContact", { params });
});
