import { describe, expect, it } from "vitest";
import { aCampaign, addCampaignLinks, appendEmailEvents } from "../../../../tests/harness/factories/campaign-events.ts";
import { company } from "../../../../tests/harness/factories/company.ts";

const at = new Date("2026-03-10T09:15:00Z");
const html = `<html><head><style>a { color: red }</style></head><body>
<h1 onclick="steal()">Hello *|FNAME|*</h1><script>steal()</script>
<a href="https://shop.example/a?x=1&amp;y=2">A</a> <a href='https://shop.example/b'>B</a> <a href=https://shop.example/a?x=1&amp;y=2>again</a>
<a href="{{unsubscribe_url}}">bye</a></body></html>`;
const urls = ["https://shop.example/a?x=1&y=2", "https://shop.example/b", "https://shop.example/a?x=1&y=2"];

describe("the heatmap", () => {
  it("returns the sent HTML with numbered links and the clicks on each", async () => {
    const own = await company();
    const { id: contactId } = await own.aContact();
    const id = await aCampaign(own, { html });
    await addCampaignLinks(own, { campaignId: id, urls });
    const click = { type: "email_clicked", contactId, verdict: "human", at } as const;
    await appendEmailEvents(own, { campaignId: id }, [
      { ...click, link: 1, first: true, firstOfLink: true },
      { ...click, link: 1, first: false, firstOfLink: false },
      { ...click, link: 1, first: false, firstOfLink: false },
      { ...click, link: 3, first: false, firstOfLink: true },
      { ...click, link: 2, verdict: "machine", first: false, firstOfLink: false },
    ]);
    await own.runListeners();
    const { html: shown, ...rest } = await own.api.ok("getCampaignHeatmap", { params: { campaign_id: id } });
    expect(rest).toEqual({
      version: 1,
      variantId: id,
      clicks: 4,
      links: [
        { number: 1, url: urls[0], clicks: 3, unique: 1, machineClicks: 0, share: 0.75 },
        { number: 2, url: urls[1], clicks: 0, unique: 0, machineClicks: 1, share: 0 },
        { number: 3, url: urls[2], clicks: 1, unique: 1, machineClicks: 0, share: 0.25 },
      ],
    });
    expect(shown).toContain(`<a href="https://shop.example/a?x=1&amp;y=2" data-link="1"`);
    expect(shown).toContain(`<a href="https://shop.example/b" data-link="2"`);
    expect(shown).toContain(`<a href="https://shop.example/a?x=1&amp;y=2" data-link="3"`);
    expect(shown.match(/data-link/g)).toHaveLength(3);
    expect(shown).not.toMatch(/script|onclick|steal|links\.invalid|\.gif/);
  });

  it("does not number a link whose URL was different when it was sent", async () => {
    const own = await company();
    const links = ["a", "new"].map((name) => `<a href="https://shop.example/${name}">${name}</a>`);
    const id = await aCampaign(own, { html: `<p>${links.join(" ")}</p>` });
    await addCampaignLinks(own, { campaignId: id, urls: ["https://shop.example/a", "https://shop.example/old"] });
    const { html: shown } = await own.api.ok("getCampaignHeatmap", { params: { campaign_id: id } });
    expect(shown).toContain(`<a href="https://shop.example/a" data-link="1"`);
    expect(shown).toMatch(/<a href="https:\/\/shop\.example\/new" rel/);
  });

  it("shows where a link with a merge tag leads", async () => {
    const own = await company();
    await own.api.ok("updateShop", { params: { shop_id: own.shopId }, body: { url: "https://wool.example" } });
    const url = "{{df_shop_url}}/sale";
    const id = await aCampaign(own, { html: `<a href="${url}">Sale</a>` });
    await addCampaignLinks(own, { campaignId: id, urls: [url] });
    const heatmap = await own.api.ok("getCampaignHeatmap", { params: { campaign_id: id } });
    expect(heatmap).toMatchObject({
      html: expect.stringContaining(`<a href="https://wool.example/sale" data-link="1"`),
      links: [{ number: 1, url }],
    });
  });

  it("covers one language variant", async () => {
    const own = await company();
    const { id: contactId } = await own.aContact();
    const id = await aCampaign(own, { html: `<a href="https://shop.example/cs">cs</a>` });
    const variantId = await aCampaign(own, {
      parentId: id,
      language: "sk",
      html: `<a href="https://shop.example/sk">sk</a>`,
    });
    await addCampaignLinks(own, { campaignId: id, urls: ["https://shop.example/cs"] });
    await addCampaignLinks(own, { campaignId: id, variantId, urls: ["https://shop.example/sk"], first: 10_001 });
    await appendEmailEvents(own, { campaignId: id, variantId }, [
      { type: "email_clicked", contactId, verdict: "human", first: true, firstOfLink: true, link: 10_001, at },
    ]);
    await own.runListeners();
    expect(await own.api.ok("getCampaignHeatmap", { params: { campaign_id: variantId } })).toMatchObject({
      html: expect.stringContaining(`href="https://shop.example/sk" data-link="10001"`),
      links: [{ number: 10_001, url: "https://shop.example/sk", clicks: 1, unique: 1, share: 1 }],
    });
    expect(await own.api.ok("getCampaignHeatmap", { params: { campaign_id: id } })).toMatchObject({
      clicks: 0,
      links: [{ number: 1, url: "https://shop.example/cs", clicks: 0 }],
    });
  });
});
