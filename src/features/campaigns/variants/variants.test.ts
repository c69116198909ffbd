import { describe, expect, it } from "vitest";
import {
  aDraft,
  aReadyCampaign,
  aSender,
  messageCounts,
  prepareMessages,
} from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";

const notFound = { status: 404, code: "not_found", message: "campaign", params: {} };
const statusConflict = (current: string) => ({
  status: 409,
  code: "conflict",
  message: "status",
  params: { current },
});

/** A Czech campaign with a Slovak and a German variant, and contacts: 3 Czech, 2 Slovak, 1 English. */
async function trilingual(test: TestCompany, fields: Record<string, unknown> = {}) {
  const campaign = await aReadyCampaign(test, { people: 0, ...fields });
  const params = { campaign_id: campaign.id };
  for (const language of ["cs", "cs", "cs", "sk", "sk", "en"])
    await test.aContact({ listIds: [campaign.listId], language });
  const [sk, de] = [
    await test.api.ok("addVariant", { params, body: { language: "sk", subject: "Ahoj" } }),
    await test.api.ok("addVariant", { params, body: { language: "de" } }),
  ];
  return { campaign, params, sk, de };
}

const statuses = async ({ api }: TestCompany, params: { campaign_id: string }) => {
  const { status } = await api.ok("getCampaign", { params });
  const { items } = await api.ok("listVariants", { params });
  return Object.fromEntries([["main", status], ...items.map((item) => [item.language, item.status] as const)]);
};

describe("variants", () => {
  it("start with the settings of the campaign", async () => {
    const test = await company();
    const { api } = test;
    const campaign = await aReadyCampaign(test, { preheader: "Look" });
    const params = { campaign_id: campaign.id };
    const sender = await aSender(test);
    const copied = await api.ok("addVariant", { params, body: { language: "sk" } });
    expect(copied).toEqual({
      id: copied.id,
      language: "sk",
      status: "draft",
      subject: "Hello",
      preheader: "Look",
      senderId: null,
      content: { version: 1, kind: "html", html: "<p>Hello</p>", text: null },
      recipients: null,
      counts: {},
      plannedAt: null,
      startedAt: null,
      finishedAt: null,
    });
    const said = {
      language: "de",
      subject: "Hallo",
      preheader: "",
      senderId: sender.id,
      content: { html: "<p>Hallo</p>", text: "Hallo" },
    };
    const own = await api.ok("addVariant", { params, body: said });
    expect(own).toMatchObject({ ...said, content: { version: 1, kind: "html", html: "<p>Hallo</p>", text: "Hallo" } });
    expect(await api.ok("listVariants", { params })).toEqual({ items: [own, copied] });
    expect(await api.ok("getCampaign", { params })).toMatchObject({ languages: ["de", "sk"] });
    expect((await api.ok("listCampaigns")).total).toBe(1);
  });

  it("follow the campaign's name and shop", async () => {
    const test = await company();
    const { api, ctx } = test;
    const { params, sk } = await trilingual(test);
    const second = await api.ok("createShop", {
      body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] },
    });
    await api.ok("updateCampaign", { params, body: { name: "Renamed", shopId: second.id } });
    const rows = await ctx.db.sql`
      select name, shop_id from campaign where tenant_id = ${ctx.db.tenantId} and id = ${sk.id}`;
    expect([...rows]).toEqual([{ name: "Renamed", shopId: second.id }]);
  });

  it("have content of their own, with versions", async () => {
    const test = await company();
    const { params, sk } = await trilingual(test);
    const own = { campaign_id: sk.id };
    const body = { html: "<p>Ahoj</p>", baseVersion: 1 };
    expect(await test.api.ok("saveCampaignContent", { params: own, body })).toMatchObject({ version: 2 });
    expect(await test.api.ok("getCampaignContent", { params: own })).toMatchObject({ html: "<p>Ahoj</p>" });
    expect(await test.api.ok("getCampaignContent", { params })).toMatchObject({ html: "<p>Hello</p>" });
  });

  it("are replaced all at once; one that stays keeps fields that are not given", async () => {
    const test = await company();
    const { api } = test;
    const { params, sk } = await trilingual(test);
    const variants = [{ language: "sk", preheader: "New" }, { language: "pl" }];
    const { items } = await api.ok("setVariants", { params, body: { variants } });
    expect(items).toMatchObject([
      { language: "pl", subject: "Hello" },
      { id: sk.id, language: "sk", subject: "Ahoj", preheader: "New", content: { version: 1 } },
    ]);
    const edit = [{ language: "sk", content: { html: "<p>2</p>" } }];
    expect(await api.ok("setVariants", { params, body: { variants: edit } })).toMatchObject({
      items: [{ id: sk.id, content: { version: 2, html: "<p>2</p>" } }],
    });
    expect(await api.ok("setVariants", { params, body: { variants: [] } })).toEqual({ items: [] });
    expect(await api.refused("getCampaignContent", { params: { campaign_id: sk.id } })).toEqual(notFound);
  });

  it("are refused when they are invalid, duplicate, too late or of another company", async () => {
    const [test, other] = [await company(), await company()];
    const { api } = test;
    const { params, campaign } = await trilingual(test);
    const add = async (body: object) => {
      const { status, code, message } = await api.refused("addVariant", { params, body });
      return `${status} ${code} ${message}`;
    };
    expect(await add({})).toBe("400 validation language");
    expect(await add({ language: "slovak" })).toBe("400 validation language");
    expect(await add({ language: "sk" })).toBe("409 conflict language");
    expect(await add({ language: "pl", senderId: (await aSender(other)).id })).toBe("400 validation senderId");
    expect(await add({ language: "pl", subject: "a\nb" })).toBe("400 validation subject");
    expect(await add({ language: "pl", content: {} })).toBe("400 validation html");
    expect(await add({ language: "pl", content: { mjml: "<nothing" } })).toBe("400 validation mjml");
    const twice = { variants: [{ language: "pl" }, { language: "pl" }] };
    expect(await api.refused("setVariants", { params, body: twice })).toMatchObject({ message: "variants" });
    const body = { language: "pl" };
    expect(await other.api.refused("addVariant", { params, body })).toEqual(notFound);
    expect(await other.api.refused("listVariants", { params })).toEqual(notFound);
    expect(await other.api.refused("setVariants", { params, body: { variants: [] } })).toEqual(notFound);
    expect(await other.api.refused("previewVariants", { params })).toEqual(notFound);
    await test.ctx.db.sql`
      update campaign set status = 'sending' where tenant_id = ${test.ctx.db.tenantId} and id = ${campaign.id}`;
    expect(await api.refused("addVariant", { params, body })).toEqual(statusConflict("sending"));
    const none = { params, body: { variants: [] } };
    expect(await api.refused("setVariants", none)).toEqual(statusConflict("sending"));
  });

  it("may use lists of any shop", async () => {
    const test = await company();
    const { api } = test;
    const second = await api.ok("createShop", {
      body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] },
    });
    const list = await test.aList({ shopId: second.id });
    const draft = await aDraft(test);
    const params = { campaign_id: draft.id };
    const change = { params, body: { audience: { listIds: [list.id] } } };
    expect(await api.refused("updateCampaign", change)).toMatchObject({ status: 400, message: "audience" });
    await api.ok("addVariant", { params, body: { language: "sk" } });
    expect(await api.ok("updateCampaign", change)).toMatchObject(change.body);
  });
});

describe("approval", () => {
  it("divides the audience by language; contacts without a variant get the main one", async () => {
    const test = await company();
    const { params } = await trilingual(test);
    expect(await test.api.ok("previewVariants", { params })).toEqual({ main: 4, sk: 2, de: 0 });
  });

  it("takes one number per variant and sends all", async () => {
    const test = await company();
    const { api } = test;
    const { params, campaign } = await trilingual(test);
    const approve = (expectedRecipients: unknown) => ({ params, body: { expectedRecipients } });
    const actual = { main: 4, sk: 2, de: 0 };
    for (const expected of [
      { main: 4, sk: 3, de: 0 },
      { main: 5, sk: 2, de: 0 },
      { main: 4, sk: 2, de: 1 },
    ])
      expect(await api.refused("approveVariants", approve(expected))).toEqual({
        status: 409,
        code: "count_mismatch",
        message: "expectedRecipients",
        params: { expected, actual },
      });
    for (const wrong of [undefined, 6, { main: 4, sk: 2 }, { main: "4", sk: 2, de: 0 }])
      expect(await api.refused("approveVariants", approve(wrong))).toMatchObject({
        status: 400,
        code: "validation",
        message: expect.stringMatching(/^expectedRecipients/),
      });
    expect(await api.ok("approveVariants", approve(actual))).toMatchObject({ status: "sending", recipients: 6 });
    expect(await statuses(test, params)).toEqual({ main: "sending", sk: "sending", de: "sending" });
    const { items } = await api.ok("listVariants", { params });
    expect(items.map(({ language, recipients }) => [language, recipients])).toEqual([
      ["de", 0],
      ["sk", 2],
    ]);
    const rows = await test.ctx.db.sql`select from campaign_expansion where campaign_id = ${campaign.id}`;
    expect(rows).toHaveLength(1);
    expect(await api.refused("approveVariants", approve(actual))).toEqual(statusConflict("sending"));
  });

  it("by the total number approves the variants too", async () => {
    const test = await company();
    const { params } = await trilingual(test);
    const plannedAt = new Date(test.clock.now().getTime() + 3_600_000).toISOString();
    const body = { expectedRecipients: 6, timing: "schedule", plannedAt };
    expect(await test.api.ok("approveCampaign", { params, body })).toMatchObject({ status: "scheduled", plannedAt });
    expect(await statuses(test, params)).toEqual({ main: "scheduled", sk: "scheduled", de: "scheduled" });
  });

  it("requires sender, subject and content of every variant", async () => {
    const test = await company();
    const { api } = test;
    const { params } = await trilingual(test);
    const unverified = await aSender(test, { isVerified: false });
    const messageWith = async (variant: object) => {
      await api.ok("setVariants", { params, body: { variants: [{ language: "sk", ...variant }] } });
      const answer = await api.refused("approveVariants", { params, body: { expectedRecipients: { main: 4, sk: 2 } } });
      return [answer.status, answer.message, answer.params];
    };
    expect(await messageWith({ senderId: unverified.id })).toEqual([
      400,
      "senderId",
      { language: "sk", kind: "sender", pattern: "a verified sender" },
    ]);
    expect(await messageWith({ senderId: null, subject: "" })).toEqual([
      400,
      "subject",
      { language: "sk", type: "string", pattern: "not only spaces" },
    ]);
    const empty = { subject: "Ahoj", content: { html: " " } };
    expect(await messageWith(empty)).toEqual([400, "content", { language: "sk", required: true }]);
  });
});

describe("the status of a variant", () => {
  const approved = async () => {
    const test = await company();
    const { api } = test;
    const { params, campaign, sk, de } = await trilingual(test);
    const body = { expectedRecipients: { main: 4, sk: 2, de: 0 } };
    await api.ok("approveVariants", { params, body });
    await prepareMessages(test, campaign.id);
    return { test, api, params, campaign, sk, de };
  };

  it("is independent of the others", async () => {
    const { test, api, params } = await approved();
    await api.ok("pauseVariants", { params, body: { languages: ["sk"] } });
    expect(await statuses(test, params)).toEqual({ main: "sending", sk: "paused", de: "sending" });
    const again = { params, body: { languages: ["sk", "de"] } };
    expect(await api.refused("pauseVariants", again)).toEqual(statusConflict("paused"));
    expect(await statuses(test, params)).toEqual({ main: "sending", sk: "paused", de: "sending" });
    await api.ok("pauseVariants", { params });
    expect(await statuses(test, params)).toEqual({ main: "paused", sk: "paused", de: "paused" });
    await api.ok("resumeVariants", { params, body: { languages: ["main"] } });
    expect(await statuses(test, params)).toEqual({ main: "sending", sk: "paused", de: "paused" });
    expect(await api.refused("pauseVariants", { params, body: { languages: ["pl"] } })).toMatchObject({
      status: 400,
      message: "languages",
    });
  });

  it("ends alone: only its own messages are cancelled", async () => {
    const { test, api, params, campaign, sk } = await approved();
    await api.ok("pauseCampaign", { params });
    expect(await statuses(test, params)).toEqual({ main: "paused", sk: "paused", de: "paused" });
    const { items } = await api.ok("cancelVariants", { params, body: { languages: ["sk"] } });
    expect(items).toMatchObject([
      { language: "de", status: "paused" },
      { language: "sk", status: "cancelled", counts: { skipped: 2 } },
    ]);
    const { counted, kept } = await messageCounts(test, campaign.id);
    expect(counted).toEqual(kept);
    expect(counted).toEqual([
      { variantId: campaign.id, state: "queued", n: 4 },
      { variantId: sk.id, state: "skipped", n: 2 },
    ]);
    await api.ok("resumeCampaign", { params });
    expect(await statuses(test, params)).toEqual({ main: "sending", sk: "cancelled", de: "sending" });
  });

  it("ends with the campaign", async () => {
    const { test, api, params } = await approved();
    await api.ok("pauseVariants", { params, body: {} });
    await api.ok("cancelCampaign", { params });
    expect(await statuses(test, params)).toEqual({ main: "cancelled", sk: "cancelled", de: "cancelled" });
    expect(await api.ok("getCampaign", { params })).toMatchObject({ counts: { skipped: 6 } });
    for (const name of ["pauseVariants", "resumeVariants", "cancelVariants"] as const)
      expect(await api.refused(name, { params, body: {} })).toEqual(statusConflict("cancelled"));
  });

  it("is not visible to another company", async () => {
    const { params } = await approved();
    const other = await company();
    for (const name of ["pauseVariants", "resumeVariants", "cancelVariants"] as const)
      expect(await other.api.refused(name, { params, body: {} })).toEqual(notFound);
  });
});
