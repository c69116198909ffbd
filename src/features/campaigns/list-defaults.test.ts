import { describe, expect, it } from "vitest";
import { aDraft, aSender } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import { findWebVersion } from "./web-version.ts";

const signatureHtml = `<p>Yours, <b>Jana</b> &amp; Petr</p><script>steal()</script>`;
const signed = "<p>Yours, <b>Jana</b> &amp; Petr</p>";

async function aListWithSender(test: TestCompany, fields: Record<string, unknown> = {}) {
  const sender = await aSender(test);
  const replyTo = `answers-${sender.id}@example.com`;
  const senderName = `Club ${sender.id}`;
  const list = await test.aList({ senderEmail: sender.email, senderName, replyTo, signatureHtml, ...fields });
  return { list, defaults: { senderId: sender.id, fromName: senderName, replyTo } };
}

const aSegmentOf = ({ api, shopId }: TestCompany, listId: string, fields: Record<string, unknown> = {}) => {
  const definition = { type: "group", match: "all", rules: [{ type: "list", operator: "in", listId }] };
  return api.ok("createSegment", { body: { name: "People", shopId, refresh: "daily", definition, ...fields } });
};

const none = { senderId: null, fromName: "", replyTo: "" };

describe("a campaign to one list alone", () => {
  it("takes sender, name and reply address of the list where the request gives none", async () => {
    const test = await company();
    const { list, defaults } = await aListWithSender(test);
    const audience = { listIds: [list.id], excludeEmails: ["x@example.com"] };
    const draft = await aDraft(test, { audience });
    expect(draft).toMatchObject(defaults);
    expect(draft.replyToOptions).toContain(defaults.replyTo);
    expect(await aDraft(test, { audience, senderId: null, fromName: "" })).toMatchObject(defaults);
    const own = { senderId: (await aSender(test)).id, fromName: "Shop", replyTo: "" };
    expect(await aDraft(test, { audience, ...own })).toMatchObject(own);
  });

  it("has none of them with a second list, a segment, or no list", async () => {
    const test = await company();
    const { list } = await aListWithSender(test);
    const other = await test.aList();
    const segment = await aSegmentOf(test, list.id);
    for (const audience of [
      { listIds: [list.id, other.id] },
      { listIds: [list.id], segmentIds: [segment.id] },
      { segmentIds: [segment.id] },
      {},
    ])
      expect(await aDraft(test, { audience })).toMatchObject(none);
  });

  it("follows a changed audience with all that nobody set", async () => {
    const test = await company();
    const [one, two] = [await aListWithSender(test), await aListWithSender(test)];
    const { id } = await aDraft(test);
    const change = (body: Record<string, unknown>) =>
      test.api.ok("updateCampaign", { params: { campaign_id: id }, body });
    expect(await change({ audience: { listIds: [one.list.id] } })).toMatchObject(one.defaults);
    expect(await change({ subject: "News", senderId: null })).toMatchObject({ ...one.defaults, senderId: null });
    expect(await change({ audience: { listIds: [two.list.id] } })).toMatchObject(two.defaults);
    expect(await change({ fromName: "Shop" })).toMatchObject({ ...two.defaults, fromName: "Shop" });
    expect(await change({ audience: { listIds: [one.list.id] } })).toMatchObject({
      ...one.defaults,
      fromName: "Shop",
    });
    const both = await change({ audience: { listIds: [one.list.id, two.list.id] } });
    expect(both).toMatchObject({ senderId: one.defaults.senderId, fromName: "Shop", replyTo: "" });
    const named = await change({ audience: { listIds: [two.list.id] }, replyTo: "", senderId: null });
    expect(named).toMatchObject({ senderId: null, fromName: "Shop", replyTo: "" });
  });

  it("keeps the senders of the shop apart, and the check warns of an address without a verified sender", async () => {
    const test = await company();
    const other = await company();
    const shop = await test.api.ok("createShop", {
      body: { name: "Second", language: "cs", country: "CZ", currencies: ["CZK"] },
    });
    const senders = [
      await aSender(test, { isVerified: false }),
      await aSender(test, { shopId: shop.id }),
      await aSender(other),
    ];
    for (const { email } of senders) {
      const list = await test.aList({ senderEmail: email, senderName: "Club" });
      const draft = await aDraft(test, { audience: { listIds: [list.id] } });
      expect(draft).toMatchObject({ ...none, fromName: "Club" });
      const checked = await test.api.ok("checkCampaign", { params: { campaign_id: draft.id } });
      expect(checked.variants[0]?.issues).toContainEqual({
        code: "list_sender_unverified",
        severity: "warning",
        params: { email },
      });
    }
    const { list } = await aListWithSender(test);
    const draft = await aDraft(test, { audience: { listIds: [list.id] } });
    const { variants } = await test.api.ok("checkCampaign", { params: { campaign_id: draft.id } });
    expect(variants[0]?.issues.map(({ code }) => code)).not.toContain("list_sender_unverified");
  });
});

describe("{{df_list_signature}}", () => {
  const html = `<p title="{{df_list_signature}}">Hello</p>{{df_list_signature}}`;
  const text = "Yours, Jana & Petr";

  it("is the signature of the only list or segment in a preview, safe for its place", async () => {
    const test = await company();
    const { list } = await aListWithSender(test);
    const other = await test.aList();
    const segment = await aSegmentOf(test, list.id, { signatureHtml: "<i>Segment</i>" });
    const contact = await test.aContact({ listIds: [list.id] });
    const { id, version } = await aDraft(test, { subject: "By {{df_list_signature}}" });
    const params = { campaign_id: id };
    await test.api.ok("saveCampaignContent", { params, body: { html, baseVersion: version } });
    const shown = async (audience: Record<string, unknown>) => {
      await test.api.ok("updateCampaign", { params, body: { audience } });
      return test.api.ok("previewCampaign", { params, body: { contactId: contact.id } });
    };
    const ofList = await shown({ listIds: [list.id], excludeListIds: [other.id] });
    expect(ofList.subject).toBe(`By ${text}`);
    expect(ofList.html).toContain(`title="Yours, Jana &amp; Petr">Hello</p>${signed}`);
    expect(ofList.text).toContain(text);
    expect((await shown({ segmentIds: [segment.id] })).html).toContain("Hello</p><i>Segment</i>");
    for (const audience of [{}, { listIds: [list.id, other.id] }, { listIds: [list.id], segmentIds: [segment.id] }]) {
      const { html: empty, subject } = await shown(audience);
      expect([empty.includes(`title="">Hello</p>`), empty.includes("Jana"), subject.trim()]).toEqual([
        true,
        false,
        "By",
      ]);
    }
  });

  it("is in the sent e-mail, in both of its parts, and in its web version", async () => {
    const test = await company();
    const { list } = await aListWithSender(test);
    const contact = await test.aContact({ listIds: [list.id] });
    const campaignId = await aSendingCampaign(test, { listIds: [list.id], html });
    const { run, taken } = anEngine(test);
    await run();
    const raw = taken.find(({ envelope }) => envelope.to === contact.email)?.raw.toString() ?? "";
    const [plain = "", rich = ""] = raw.split("Content-Type: text/html");
    expect([plain.includes(text), rich.includes("<b>Jana</b> &amp; Petr")]).toEqual([true, true]);
    expect(await findWebVersion(test.ctx, { contactId: contact.id, campaignId })).toContain(signed);
  });
});
