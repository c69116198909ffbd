import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aReadyCampaign, aSender } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aSignedDomain } from "../../../../tests/harness/factories/senders.ts";
import { dayAt } from "../../../kernel/local-time.ts";

const server = createServer((request, reply) => {
  reply.writeHead(request.url === "/gone" ? 404 : 200).end("page");
});
let site = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  site = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => server.close());

it("answers authentication, spam verdict, size, dead links and the end of the warm-up at once", async () => {
  const test = await company({ WEBHOOK_ALLOW_PRIVATE: "true" });
  const { api, clock, ctx } = test;
  await aSignedDomain(test, "warm.example", { warmingSince: clock.now() });
  const sender = await aSender(test, { email: "news@warm.example", isOperatorVerified: false });
  const { id } = await aReadyCampaign(test, { senderId: sender.id });
  const params = { campaign_id: id };
  const links = ["/fine", "/gone", "/shop?email={{df_email}}"].map((path) => `<a href="${site}${path}">x</a>`);
  const html = `<p>Hello {{df_name}}</p>${links.join("")}<a href="{{df_unsubscribe}}">Unsubscribe</a>`;
  await api.ok("saveCampaignContent", { params, body: { html, baseVersion: 2 } });
  const checked = await api.ok("checkCampaign", { params });
  expect(checked).toMatchObject({
    ready: true,
    audience: {
      matched: 3,
      recipients: 3,
      leftOut: {},
      shopId: test.shopId,
      customersWithoutConsent: 0,
      shops: [{ shopId: test.shopId, recipients: 3 }],
    },
    sending: { dailyLimit: 200, lastDay: dayAt(clock.now(), ctx.company.timeZone) },
    pace: null,
    variants: [
      {
        id,
        language: null,
        recipients: 3,
        authentication: { domain: "warm.example", authenticated: true, authenticatedBy: "domain", required: false },
        spam: { verdict: "ok" },
        deadLinks: [{ url: `${site}/gone`, status: 404, reason: "status" }],
        linksChecked: true,
        lastTest: null,
      },
    ],
  });
  expect(checked.variants[0]?.wireBytes).toBeGreaterThan(html.length);
  expect(await api.ok("getCampaign", { params })).toMatchObject({ status: "draft", version: 3 });
});

it("is not ready without a sender, recipients or sound content, variant by variant", async () => {
  const test = await company();
  const { api } = test;
  const { id } = await aReadyCampaign(test, { people: 0 });
  const params = { campaign_id: id };
  expect(await api.ok("checkCampaign", { params })).toMatchObject({ ready: false, audience: { recipients: 0 } });
  const draft = await aReadyCampaign(test, { senderId: null });
  const unsound = { language: "sk", content: { html: "<p>{% if %}</p>" } };
  await api.ok("addVariant", { params: { campaign_id: draft.id }, body: unsound });
  const checked = await api.ok("checkCampaign", { params: { campaign_id: draft.id } });
  expect(checked).toMatchObject({
    ready: false,
    audience: { recipients: 3 },
    variants: [
      { language: null, authentication: null },
      { language: "sk", wireBytes: null },
    ],
  });
  expect(checked.variants[1]?.issues).toContainEqual(expect.objectContaining({ severity: "error" }));
});

it("tells a sender that the operator verified from one whose domain is verified", async () => {
  const test = await company();
  const sender = await aSender(test, { email: "news@operator.example", isOperatorVerified: true });
  const { id } = await aReadyCampaign(test, { senderId: sender.id });
  const { variants } = await test.api.ok("checkCampaign", { params: { campaign_id: id } });
  expect(variants[0]?.authentication).toEqual({
    domain: "operator.example",
    authenticated: true,
    authenticatedBy: "operator",
    required: false,
  });
});

it("is 404 for another company's campaign", async () => {
  const [test, other] = [await company(), await company()];
  const { id } = await aReadyCampaign(test);
  const refused = await other.api.refused("checkCampaign", { params: { campaign_id: id } });
  expect(refused).toEqual({ status: 404, code: "not_found", message: "campaign", params: {} });
});

it("says when a test was sent, whether the content changed since, and how fast the last campaigns left", async () => {
  const test = await company();
  const { api, ctx, clock } = test;
  const { id } = await aReadyCampaign(test, {});
  const params = { campaign_id: id };
  await api.ok("setTestRecipients", { body: { emails: ["boss@example.com"] } });
  const finishedAt = new Date(clock.now().getTime() - 3_600_000);
  await ctx.db.sql`
    insert into campaign (tenant_id, name, shop_id, status, created_at, started_at, finished_at, recipients)
    values (${ctx.db.tenantId}, 'Sent', ${test.shopId}, 'completed', ${finishedAt},
      ${new Date(finishedAt.getTime() - 1_800_000)}, ${finishedAt}, 500)`;
  await api.ok("testCampaign", { params, body: {} });
  expect(await api.ok("checkCampaign", { params })).toMatchObject({
    pace: { campaigns: 1, perHour: 1000 },
    variants: [{ lastTest: { current: true } }],
  });
  const { version } = await api.ok("getCampaign", { params });
  const html = `<p>Hello</p><a href="{{df_unsubscribe}}">Unsubscribe</a>`;
  await api.ok("saveCampaignContent", { params, body: { html, baseVersion: version } });
  expect((await api.ok("checkCampaign", { params })).variants).toMatchObject([{ lastTest: { current: false } }]);
});
