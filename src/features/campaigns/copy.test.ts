import { describe, expect, it } from "vitest";
import {
  aReadyCampaign,
  aSender,
  moveMessages,
  prepareMessages,
} from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine } from "../../../tests/harness/factories/sending-campaigns.ts";

const notFound = { status: 404, code: "not_found", message: "campaign", params: {} };

const getContent = ({ api }: TestCompany, id: string) => api.ok("getCampaignContent", { params: { campaign_id: id } });

describe("a copy", () => {
  it("is a draft with the settings, tags, content and variants of the original, whatever its status", async () => {
    const test = await company();
    const { api } = test;
    const original = await aReadyCampaign(test, {
      name: "Spring",
      tags: ["sale"],
      preheader: "Look",
      fromName: "Shop",
    });
    const params = { campaign_id: original.id };
    await api.ok("addVariant", { params, body: { language: "sk", subject: "Ahoj", content: { html: "<p>SK</p>" } } });
    await api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
    await anEngine(test).run();
    const copy = await api.ok("copyCampaign", { params, body: {} });
    const { name, shopId, senderId, subject, preheader, fromName, tags, languages, audience } = original;
    expect(copy).toMatchObject({ shopId, senderId, subject, preheader, fromName, tags, audience });
    expect(copy).toMatchObject({ status: "draft", name: `${name} 2`, languages: ["sk"], recipients: null, version: 1 });
    expect(languages).toEqual([]);
    expect((await getContent(test, copy.id)).html).toBe((await getContent(test, original.id)).html);
    const { items } = await api.ok("listVariants", { params: { campaign_id: copy.id } });
    expect(items).toMatchObject([{ language: "sk", subject: "Ahoj", status: "draft", content: { html: "<p>SK</p>" } }]);
    const again = await api.ok("approveCampaign", {
      params: { campaign_id: copy.id },
      body: { expectedRecipients: 3 },
    });
    expect(again).toMatchObject({ status: "sending", recipients: 3 });
  });

  it("leaves out what was deleted, and takes another name", async () => {
    const test = await company();
    const { api, ctx } = test;
    const sender = await aSender(test);
    const { id, listId } = await aReadyCampaign(test, { senderId: sender.id });
    await ctx.db.sql`update campaign set status = 'completed' where tenant_id = ${ctx.db.tenantId} and id = ${id}`;
    await api.ok("deleteSender", { params: { sender_id: sender.id } });
    await api.ok("deleteList", { params: { list_id: listId } });
    const copy = await api.ok("copyCampaign", { params: { campaign_id: id }, body: { name: " Autumn " } });
    expect(copy).toMatchObject({ name: "Autumn", senderId: null, audience: { listIds: [] } });
  });

  it("refuses an empty name and another company's campaign", async () => {
    const [test, other] = [await company(), await company()];
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    expect(await test.api.refused("copyCampaign", { params, body: { name: " " } })).toMatchObject({ message: "name" });
    expect(await other.api.refused("copyCampaign", { params, body: {} })).toEqual(notFound);
    expect(await other.api.refused("returnCampaignToDraft", { params })).toEqual(notFound);
  });
});

describe("back to draft", () => {
  const cancelled = async (test: TestCompany, sentFirst: number) => {
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    await test.api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
    await prepareMessages(test, id);
    if (sentFirst > 0) await moveMessages(test, id, { state: "sent", limit: sentFirst });
    await test.api.ok("pauseCampaign", { params });
    await test.api.ok("cancelCampaign", { params });
    return params;
  };

  it("lets a cancelled campaign that sent nothing be edited and sent to everybody, each once", async () => {
    const test = await company();
    const { api } = test;
    const params = await cancelled(test, 0);
    expect(await api.ok("returnCampaignToDraft", { params })).toMatchObject({
      status: "draft",
      approvedAt: null,
      finishedAt: null,
      recipients: null,
      counts: {},
    });
    await api.ok("updateCampaign", { params, body: { subject: "Second try" } });
    await api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
    await anEngine(test).run();
    expect(await api.ok("getCampaign", { params })).toMatchObject({ status: "completed", counts: { sent: 3 } });
  });

  it("is refused once something was sent, and in every other status", async () => {
    const test = await company();
    const { api } = test;
    const sentOne = await cancelled(test, 1);
    const refusal = (current: string) => ({ status: 409, code: "conflict", message: "status", params: { current } });
    expect(await api.refused("returnCampaignToDraft", { params: sentOne })).toEqual(refusal("cancelled"));
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    expect(await api.refused("returnCampaignToDraft", { params })).toEqual(refusal("draft"));
    await api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
    expect(await api.refused("returnCampaignToDraft", { params })).toEqual(refusal("sending"));
  });
});
