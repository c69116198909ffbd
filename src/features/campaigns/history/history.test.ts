import { expect, it } from "vitest";
import { aReadyCampaign } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { createApi } from "../../../../tests/harness/servers/api-client.ts";
import { adminEmail, adminHeaders } from "../../../../tests/harness/servers/sign-in.ts";

it("lists what members and keys did, newest first, with their names", async () => {
  const own = await company();
  const { id } = await aReadyCampaign(own, { people: 1 });
  const params = { campaign_id: id };
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  own.clock.advance(1000);
  await admin.ok("approveCampaign", { params, body: { expectedRecipients: 1, timing: "now" } });
  own.clock.advance(1000);
  await own.api.ok("pauseCampaign", { params });
  const member = { id: own.member, email: await adminEmail(own) };
  const key = { kind: "key", client: expect.any(String), member };
  const { items, total } = await own.api.ok("listCampaignHistory", { params });
  expect(total).toBe(4);
  expect(items.map(({ change, actor }) => ({ change, actor }))).toEqual([
    { change: "pause", actor: key },
    { change: "approved", actor: { kind: "member", client: null, member } },
    { change: "content_saved", actor: key },
    { change: "created", actor: key },
  ]);
  const oldest = await own.api.ok("listCampaignHistory", { params, query: { sort: "at", pageSize: 1, page: 2 } });
  expect(oldest).toEqual({ items: [items[2]], total: 4, page: 2, pageSize: 1 });
});

it("records a change of a variant's content, a copy and nothing that was refused", async () => {
  const own = await company();
  const { id } = await aReadyCampaign(own, { people: 1 });
  const params = { campaign_id: id };
  const variant = await own.api.ok("addVariant", { params, body: { language: "sk" } });
  await own.api.ok("saveCampaignContent", {
    params: { campaign_id: variant.id },
    body: { html: "<p>Ahoj</p>", baseVersion: 1 },
  });
  await own.api.refused("pauseCampaign", { params });
  const copy = await own.api.ok("copyCampaign", { params, body: {} });
  const listChanges = async (campaignId: string) =>
    (await own.api.ok("listCampaignHistory", { params: { campaign_id: campaignId } })).items.map(
      ({ change }) => change,
    );
  expect(await listChanges(id)).toEqual(["content_saved", "variants_changed", "content_saved", "created"]);
  expect(await listChanges(copy.id)).toEqual(["copied"]);
});

it("of another company is not found", async () => {
  const [own, other] = [await company(), await company()];
  const { id } = await aReadyCampaign(other, { people: 1 });
  expect(await own.api.refused("listCampaignHistory", { params: { campaign_id: id } })).toMatchObject({
    status: 404,
    message: "campaign",
  });
});
