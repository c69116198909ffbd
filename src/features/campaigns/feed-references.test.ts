import { describe, expect, it } from "vitest";
import { aReadyCampaign } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aProductFeed } from "../../../tests/harness/factories/feeds.ts";
import { anEngine, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";

const lint = async ({ api }: TestCompany, html: string) => {
  const { issues } = await api.ok("lintContent", { body: { html, subject: "Hi", preheader: "" } });
  return issues.filter(({ code }) => code.endsWith("_unknown")).map(({ code, params }) => [code, params["tag"]]);
};

describe("what an e-mail names", () => {
  it("has to exist in the company", async () => {
    const [test, other] = [await company(), await company()];
    const feedId = await aProductFeed(test, [{ id: "CAR" }]);
    const foreign = await aProductFeed(other, [{ id: "CAR" }]);
    const { items } = await test.api.ok("listFeedProducts");
    const item = items[0]?.id ?? "";
    await test.api.ok("createCouponStack", { body: { name: "A", mergeKey: "spring" } });
    const known = [
      `products:${feedId}.2`,
      `products:${feedId}.ids.${item}`,
      `products:${feedId}.4.required`,
      "coupon:spring",
    ];
    expect(await lint(test, known.map((tag) => `{{${tag}}}`).join(" "))).toEqual([]);
    const unknown = [
      ["feed_unknown", `products:${foreign}.2`],
      ["feed_unknown", "products:summer"],
      ["feed_unknown", `articles:${feedId}`],
      ["feed_item_unknown", `products:${feedId}.ids.${item}-999999999`],
      ["coupon_unknown", "coupon:autumn"],
    ];
    expect(await lint(test, unknown.map(([, tag]) => `{{${tag}}}`).join(" "))).toEqual(unknown);
    expect(await lint(test, `{% for each in products['${foreign}.2'] %}{{ coupons.autumn }}{% endfor %}`)).toEqual([
      ["feed_unknown", `products:${foreign}.2`],
      ["coupon_unknown", "coupon:autumn"],
    ]);
  });

  it("is checked at the approval", async () => {
    const test = await company();
    const { id, version } = await aReadyCampaign(test, { people: 1 });
    const params = { campaign_id: id };
    const html = "<p>{{products:999999999.2}}</p>";
    const saved = await test.api.ok("saveCampaignContent", { params, body: { html, baseVersion: version } });
    expect(saved.issues).toContainEqual(expect.objectContaining({ code: "feed_unknown", severity: "error" }));
    const body = { expectedRecipients: 1, timing: "now" };
    expect(await test.api.refused("approveCampaign", { params, body })).toMatchObject({
      status: 409,
      message: "content",
      params: { issues: [expect.objectContaining({ code: "feed_unknown" })] },
    });
  });
});

describe("a feed is not deleted", () => {
  it("while an approved campaign or a template shows it", async () => {
    const test = await company();
    const feedId = await aProductFeed(test, [{ id: "CAR" }]);
    const list = await test.aList();
    const params = { feed_id: feedId };
    const html = `<p>products:${feedId} {{products:${feedId}.2}}</p>`;
    const campaignId = await aSendingCampaign(test, { listIds: [list.id], html });
    expect(await test.api.refused("deleteFeed", { params })).toMatchObject({
      status: 409,
      message: "used",
      params: { by: [{ kind: "campaign", id: campaignId, name: "Spring" }] },
    });
    const setStatus = (status: string) =>
      test.ctx.db.sql`update campaign set status = ${status} where tenant_id = ${test.tenantId} and id = ${campaignId}`;
    await setStatus("paused");
    expect(await test.api.refused("deleteFeed", { params })).toMatchObject({ message: "used" });
    await setStatus("completed");
    const template = await test.api.ok("createTemplate", { body: { name: "T", subject: "S", html } });
    await test.api.ok("createTemplate", { body: { name: "U", subject: "S", html: `<p>products:${feedId}</p>` } });
    expect(await test.api.refused("deleteFeed", { params })).toMatchObject({
      status: 409,
      params: { by: [{ kind: "template", id: template.id, name: "T" }] },
    });
    await test.api.ok("archiveTemplate", { params: { template_id: template.id } });
    await test.api.ok("deleteFeed", { params });
  });
});

describe("an e-mail without items", () => {
  it("is not sent to recipients for whom a required block is empty, and takes no coupon", async () => {
    const test = await company();
    const feedId = await aProductFeed(test, [{ id: "CAR", extra: "<DELIVERY_DATE>-1</DELIVERY_DATE>" }]);
    await test.api.ok("createCouponStack", { body: { name: "A", mergeKey: "spring" } });
    const list = await test.aList();
    const contact = await test.aContact({ listIds: [list.id] });
    const html = `<div class="hide-if-empty"><h2>New</h2>{{products:${feedId}.2}}</div>{{products:${feedId}.3.required}}{{coupon:spring}}`;
    const id = await aSendingCampaign(test, { listIds: [list.id], html });
    const { run, takenFor } = anEngine(test);
    await run();
    expect(takenFor([contact.email])).toEqual([]);
    const messages = await test.ctx.db.sql`
      select contact_id, state, reason from message where tenant_id = ${test.tenantId} and source_id = ${id}`;
    expect([...messages]).toEqual([{ contactId: contact.id, state: "skipped", reason: "no_items" }]);
    expect(await test.api.ok("getCampaign", { params: { campaign_id: id } })).toMatchObject({
      status: "completed",
      progress: { skipped: 1 },
    });
  });
});
