import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { aDraft, aReadyCampaign, aSender } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aFooter, aTemplate } from "../../../tests/harness/factories/templates.ts";
import { emptyAudience } from "./audience/shapes.ts";

const notFound = { status: 404, code: "not_found", message: "campaign", params: {} };
const noStats = {
  sent: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  bounced: 0,
  complained: 0,
  skipped: 0,
  failed: 0,
  unknown: 0,
};

const companyEmail = async ({ ctx }: TestCompany, email: string) => {
  await ctx.db.sql`update company set email = ${email} where tenant_id = ${ctx.db.tenantId}`;
};

const aPage = ({ api }: TestCompany, fields: object = {}) =>
  api.ok("createUnsubscribePage", { body: { name: `Page ${crypto.randomUUID()}`, ...fields } });

describe("POST /campaigns", () => {
  it("creates a draft from a name and a shop, with defaults for everything else", async () => {
    holdClock();
    const test = await company();
    await companyEmail(test, "info@example.com");
    const draft = await aDraft(test, { name: " Spring sale " });
    expect(draft).toEqual({
      id: draft.id,
      name: "Spring sale",
      shopId: test.shopId,
      status: "draft",
      mainStatus: "draft",
      subject: "",
      senderId: null,
      timing: "now",
      plannedAt: null,
      tags: [],
      languages: [],
      recipients: null,
      stats: noStats,
      approvedAt: null,
      startedAt: null,
      finishedAt: null,
      createdAt: test.clock.now().toISOString(),
      updatedAt: null,
      fromName: "",
      preheader: "",
      templateId: null,
      audience: emptyAudience,
      sender: null,
      replyTo: "",
      replyToOptions: ["info@example.com"],
      trackOpens: true,
      trackClicks: true,
      utm: null,
      headers: [],
      linkParams: [],
      preferTime: false,
      unsubscribePageId: null,
      footerId: null,
      version: 1,
      approvedVersion: null,
      progress: {
        recipients: 0,
        sent: 0,
        waiting: 0,
        failed: 0,
        skipped: 0,
        unknown: 0,
        estimatedEndAt: null,
        holdReason: null,
        throttled: [],
      },
      counts: {},
      unknown: 0,
    });
    expect(await test.api.ok("getCampaign", { params: { campaign_id: draft.id } })).toEqual(draft);
  });

  it("stores all settings", async () => {
    const test = await company();
    const { shopId } = test;
    const [sender, list, page, footer] = [
      await aSender(test, { shopId }),
      await test.aList({ shopId }),
      await aPage(test),
      await aFooter(test),
    ];
    const fields = {
      senderId: sender.id,
      fromName: "Jana of the shop",
      subject: "Sleva pro {{df_name}}",
      preheader: "Only today",
      trackOpens: false,
      trackClicks: false,
      utm: { source: "mail", medium: "email", campaign: "spring", term: null, content: "top" },
      headers: [{ name: "X-Campaign", value: "{{df_emailaddress}}" }],
      linkParams: [{ name: "ref", value: "spring 1" }],
      timing: "schedule",
      replyTo: sender.email,
      preferTime: true,
      unsubscribePageId: page.id,
      footerId: footer.id,
      tags: ["spring", "vip"],
    };
    const audience = { listIds: [list.id], excludeEmails: ["Nobody@Example.com"] };
    const draft = await aDraft(test, { ...fields, audience, plannedAt: "2030-05-01T10:00:00+02:00" });
    expect(draft).toMatchObject({
      ...fields,
      plannedAt: "2030-05-01T08:00:00.000Z",
      audience: { ...emptyAudience, listIds: [list.id], excludeEmails: ["nobody@example.com"] },
      sender: { id: sender.id, email: sender.email, name: "Shop", verified: true },
      replyToOptions: expect.arrayContaining([sender.email]),
    });
    expect(await test.api.refused("deleteFooter", { params: { footer_id: footer.id } })).toMatchObject({
      status: 409,
      message: "used",
      params: {
        by: [{ kind: "campaign", id: draft.id, name: draft.name }],
        uses: [{ kind: "campaign", id: draft.id, active: false }],
      },
    });
  });

  it("starts with a template's content, texts, footer and page, unless they are given", async () => {
    const test = await company();
    const [page, other, footer] = [await aPage(test), await aPage(test), await aFooter(test)];
    const template = await aTemplate(test, {
      html: "<p>From the template</p>",
      subject: "Template subject",
      preheader: "Template preheader",
      footerId: footer.id,
      unsubscribePageId: page.id,
    });
    const draft = await aDraft(test, { templateId: template.id });
    expect(draft).toMatchObject({
      templateId: template.id,
      subject: "Template subject",
      preheader: "Template preheader",
      footerId: footer.id,
      unsubscribePageId: page.id,
    });
    const params = { campaign_id: draft.id };
    expect(await test.api.ok("getCampaignContent", { params })).toEqual({
      version: 1,
      kind: "html",
      html: "<p>From the template</p>",
      text: null,
    });
    const said = { templateId: template.id, subject: "Own", footerId: null, unsubscribePageId: other.id };
    expect(await aDraft(test, said)).toMatchObject({ subject: "Own", footerId: null, unsubscribePageId: other.id });
    // The template was copied, so it can be deleted.
    expect((await test.api.call("deleteTemplate", { params: { template_id: template.id } })).status).toBe(204);
    expect(await test.api.ok("getCampaign", { params })).toMatchObject({ templateId: null });
  });

  it("starts with tracking parameters where the company has them on", async () => {
    const test = await company();
    await test.ctx.db.sql`update company set utm_default_on = true where tenant_id = ${test.ctx.db.tenantId}`;
    expect(await aDraft(test, { name: "Spring" })).toMatchObject({
      utm: { source: "newsletter", medium: "email", campaign: "Spring", term: null, content: null },
    });
    expect(await aDraft(test, { utm: null })).toMatchObject({ utm: null });
  });

  it("refuses missing, invalid or unknown settings and those of another shop or company", async () => {
    const test = await company();
    const other = await company();
    const { api, shopId } = test;
    const second = await api.ok("createShop", {
      body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] },
    });
    const ofSecondShop = await aSender(test, { shopId: second.id });
    const unverified = await aSender(test, { isVerified: false });
    const getMessage = async (fields: Record<string, unknown>) => {
      const answer = await api.refused("createCampaign", { body: { name: "New", shopId, ...fields } });
      return `${answer.status} ${answer.code} ${answer.message}`;
    };
    const inactive = await aPage(test, { active: false });
    const cases: [Record<string, unknown>, string][] = [
      [{ name: " " }, "name"],
      [{ shopId: undefined }, "shopId"],
      [{ shopId: other.shopId }, "shopId"],
      [{ senderId: ofSecondShop.id }, "senderId"],
      [{ senderId: (await aSender(other)).id }, "senderId"],
      [{ senderId: 5 }, "senderId"],
      [{ fromName: "a\nb" }, "fromName"],
      [{ subject: "a\r\nBcc: b" }, "subject"],
      [{ preheader: 1 }, "preheader"],
      [{ templateId: (await aTemplate(other)).id }, "templateId"],
      [{ templateId: (await aTemplate(test, { shopId: second.id })).id }, "templateId"],
      [{ audience: { listIds: [(await other.aList()).id] } }, "audience"],
      [{ audience: { listIds: [(await test.aList({ shopId: second.id })).id] } }, "audience"],
      [{ audience: "everybody" }, "audience"],
      [{ trackOpens: "yes" }, "trackOpens"],
      [{ utm: "on" }, "utm"],
      [{ utm: { source: 1 } }, "utm.source"],
      [{ headers: [{ name: "Bcc", value: "a@example.com" }] }, "headers.0.name"],
      [{ headers: [{ name: "X-Service-Test", value: "1" }] }, "headers.0.name"],
      [{ headers: [{ name: "x-pm-metadata-Postrider", value: "b1" }] }, "headers.0.name"],
      [{ headers: [{ name: "X-SMTPAPI", value: "{}" }] }, "headers.0.name"],
      [{ headers: [{ name: "X-SES-CONFIGURATION-SET", value: "a" }] }, "headers.0.name"],
      [{ headers: [{ name: "X-A", value: "a\r\nBcc: b" }] }, "headers.0.value"],
      [{ headers: [{ name: "X-A", value: "a\u0085b" }] }, "headers.0.value"],
      [{ fromName: "a\u0085b" }, "fromName"],
      [{ subject: "a\u009fb" }, "subject"],
      [{ linkParams: [{ name: "", value: "a" }] }, "linkParams.0.name"],
      [{ timing: "tomorrow" }, "timing"],
      [{ plannedAt: "tomorrow" }, "plannedAt"],
      [{ plannedAt: "2030-05-01T10:00:00" }, "plannedAt"],
      [{ replyTo: "stranger@example.com" }, "replyTo"],
      [{ replyTo: unverified.email }, "replyTo"],
      [{ preferTime: 1 }, "preferTime"],
      [{ unsubscribePageId: inactive.id }, "unsubscribePageId"],
      [{ unsubscribePageId: (await aPage(other)).id }, "unsubscribePageId"],
      [{ unsubscribePageId: (await aPage(test, { shopId: second.id })).id }, "unsubscribePageId"],
      [{ footerId: (await aFooter(test, {}, false)).id }, "footerId"],
      [{ footerId: (await aFooter(other)).id }, "footerId"],
      [{ footerId: (await aFooter(test, { shopId: second.id })).id }, "footerId"],
      [{ tags: "vip" }, "tags"],
    ];
    for (const [fields, message] of cases)
      expect([fields, await getMessage(fields)]).toEqual([fields, `400 validation ${message}`]);
    // An unverified sender is allowed in a draft; the approval needs a verified one.
    expect(await aDraft(test, { senderId: unverified.id })).toMatchObject({ sender: { verified: false } });
    expect((await api.ok("listCampaigns")).total).toBe(1);
  });
});

describe("PATCH /campaigns/{id}", () => {
  it("changes only the given settings", async () => {
    holdClock();
    const test = await company();
    const draft = await aDraft(test, { subject: "One", tags: ["a"] });
    test.clock.advance(1000);
    const params = { campaign_id: draft.id };
    const changed = await test.api.ok("updateCampaign", { params, body: { subject: "Two", tags: ["b"] } });
    expect(changed).toEqual({ ...draft, subject: "Two", tags: ["b"], updatedAt: test.clock.now().toISOString() });
    expect(await test.api.ok("updateCampaign", { params, body: { subject: null } })).toMatchObject({ subject: "" });
  });

  it("copies the content of another template as a new version", async () => {
    const test = await company();
    const draft = await aDraft(test);
    const template = await aTemplate(test, { html: "<p>Other</p>" });
    const params = { campaign_id: draft.id };
    await test.api.ok("updateCampaign", { params, body: { templateId: template.id } });
    const content = { version: 2, kind: "html", html: "<p>Other</p>", text: null };
    expect(await test.api.ok("getCampaignContent", { params })).toEqual(content);
    await test.api.ok("updateCampaign", { params, body: { templateId: template.id } });
    expect(await test.api.ok("getCampaignContent", { params })).toEqual(content);
  });

  it("validates all references again when the shop changes", async () => {
    const test = await company();
    const second = await test.api.ok("createShop", {
      body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] },
    });
    const sender = await aSender(test, { shopId: test.shopId });
    const draft = await aDraft(test, { senderId: sender.id });
    const body = { shopId: second.id };
    const params = { campaign_id: draft.id };
    expect(await test.api.refused("updateCampaign", { params, body })).toMatchObject({ message: "senderId" });
    expect(await test.api.ok("updateCampaign", { params, body: { ...body, senderId: null } })).toMatchObject(body);
    const { shopId } = test;
    const named = {
      templateId: (await aTemplate(test, { shopId })).id,
      footerId: (await aFooter(test, { shopId })).id,
      unsubscribePageId: (await aPage(test, { shopId })).id,
    };
    for (const [field, id] of Object.entries(named)) {
      const own = { campaign_id: (await aDraft(test, { [field]: id })).id };
      expect(await test.api.refused("updateCampaign", { params: own, body })).toMatchObject({ message: field });
      const without = await test.api.ok("updateCampaign", { params: own, body: { ...body, [field]: null } });
      expect(without).toMatchObject({ ...body, [field]: null });
    }
  });

  it("copies no footer or page of another shop from a template of the company", async () => {
    const test = await company();
    const second = await test.api.ok("createShop", {
      body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] },
    });
    const [footer, page] = [await aFooter(test, { shopId: second.id }), await aPage(test, { shopId: second.id })];
    const named = { footerId: footer.id, unsubscribePageId: page.id };
    const { id: templateId } = await aTemplate(test, named);
    expect(await aDraft(test, { templateId })).toMatchObject({ footerId: null, unsubscribePageId: null });
    expect(await aDraft(test, { templateId, shopId: second.id })).toMatchObject(named);
  });

  it("is allowed for drafts of this company only", async () => {
    const [test, other] = [await company(), await company()];
    const campaign = await aReadyCampaign(test);
    const params = { campaign_id: campaign.id };
    await test.api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
    const conflict = { status: 409, code: "conflict", message: "status", params: { current: "sending" } };
    expect(await test.api.refused("updateCampaign", { params, body: { name: "New" } })).toEqual(conflict);
    expect(await test.api.refused("deleteCampaign", { params })).toEqual(conflict);
    const content = { params, body: { html: "", baseVersion: 2 } };
    expect(await test.api.refused("saveCampaignContent", content)).toEqual(conflict);
    expect(await other.api.refused("updateCampaign", { params, body: {} })).toEqual(notFound);
    expect(await other.api.refused("getCampaign", { params })).toEqual(notFound);
    expect(await other.api.refused("deleteCampaign", { params })).toEqual(notFound);
  });
});

describe("DELETE /campaigns/{id}", () => {
  it("deletes a draft with its content, variants, tags and uses", async () => {
    const test = await company();
    const { api, ctx } = test;
    const footer = await aFooter(test);
    const draft = await aDraft(test, { tags: ["a"], footerId: footer.id });
    const params = { campaign_id: draft.id };
    await api.ok("addVariant", { params, body: { language: "sk" } });
    expect((await api.call("deleteCampaign", { params })).status).toBe(204);
    expect(await api.refused("getCampaign", { params })).toEqual(notFound);
    expect((await api.call("deleteFooter", { params: { footer_id: footer.id } })).status).toBe(204);
    const left = await ctx.db.sql`
      select from content where tenant_id = ${ctx.db.tenantId} and owner_kind = 'campaign'
      union all select from campaign where tenant_id = ${ctx.db.tenantId}
      union all select from label_assignment where tenant_id = ${ctx.db.tenantId}`;
    expect(left).toHaveLength(0);
  });
});

describe("GET /campaigns", () => {
  it("finds, filters, sorts and pages", async () => {
    const test = await company();
    const { api } = test;
    const spring = await aDraft(test, { name: "Jarní výprodej", subject: "Sleva", tags: ["sale", "vip"] });
    test.clock.advance(1000);
    const autumn = await aDraft(test, { name: "Autumn", tags: ["sale"] });
    await api.ok("addVariant", { params: { campaign_id: autumn.id }, body: { language: "sk" } });
    const readIds = async (query: Record<string, unknown>) =>
      (await api.ok("listCampaigns", { query })).items.map(({ id }) => id);
    expect(await readIds({})).toEqual([autumn.id, spring.id]);
    expect(await readIds({ sort: "name" })).toEqual([autumn.id, spring.id]);
    expect(await readIds({ sort: "-name" })).toEqual([spring.id, autumn.id]);
    expect(await readIds({ q: "VYPRODEJ" })).toEqual([spring.id]);
    expect(await readIds({ q: "sleva" })).toEqual([spring.id]);
    expect(await readIds({ tag: ["sale", "vip"] })).toEqual([spring.id]);
    expect(await readIds({ shop: test.shopId, status: "draft" })).toEqual([autumn.id, spring.id]);
    expect(await readIds({ status: "sending" })).toEqual([]);
    expect(await readIds({ page: 2, pageSize: 1 })).toEqual([spring.id]);
    for (const sort of ["status", "subject", "createdAt", "updatedAt", "plannedAt", "startedAt", "recipients", "id"])
      expect(await readIds({ sort })).toHaveLength(2);
    expect(await api.refused("listCampaigns", { query: { status: "lost" } })).toMatchObject({ message: "status" });
    expect(await api.refused("listCampaigns", { query: { sort: "mood" } })).toMatchObject({ message: "sort" });
    expect((await (await company()).api.ok("listCampaigns")).items).toEqual([]);
  });

  it("shows results in the rows", async () => {
    const test = await company();
    const { ctx, api } = test;
    const { id } = await aDraft(test);
    await ctx.db.sql`
      insert into campaign_metric_total (tenant_id, campaign_id, variant_id, metric, n)
      select ${ctx.db.tenantId}, ${id}, ${id}, metric, n
      from (values ('opened', 2), ('clicked', 1), ('complained', 1), ('sent', 9)) as given (metric, n)`;
    await ctx.db.sql`
      insert into message_state_count (tenant_id, source_id, variant_id, state, n)
      select ${ctx.db.tenantId}, ${id}, ${id}, state, n from (values ('sent', 1), ('softbounced', 1), ('skipped', 4),
        ('failed', 5), ('unknown', 6), ('queued', 0)) as given (state, n)`;
    const stats = {
      sent: 2,
      delivered: 1,
      opened: 2,
      clicked: 1,
      bounced: 1,
      complained: 1,
      skipped: 4,
      failed: 5,
      unknown: 6,
    };
    expect((await api.ok("listCampaigns")).items).toMatchObject([{ id, stats }]);
    expect(await api.ok("getCampaign", { params: { campaign_id: id } })).toMatchObject({
      stats,
      counts: { sent: 1, softbounced: 1, skipped: 4, failed: 5, unknown: 6 },
      unknown: 6,
    });
  });
});

it("tags campaigns", async () => {
  const test = await company();
  const [first, second] = [await aDraft(test), await aDraft(test)];
  const body = { ids: [first.id, second.id], add: ["vip"] };
  expect(await test.api.ok("tagCampaigns", { body })).toEqual({ objects: 2, added: 2, removed: 0 });
  const foreign = await aDraft(await company());
  const variant = await test.api.ok("addVariant", { params: { campaign_id: first.id }, body: { language: "sk" } });
  for (const { id } of [foreign, variant])
    expect(await test.api.refused("tagCampaigns", { body: { ids: [id], add: ["a"] } })).toMatchObject({
      status: 400,
      message: "ids",
    });
});

describe("an unfinished campaign", () => {
  it("blocks the deletion of its segments", async () => {
    const test = await company();
    const { api, shopId } = test;
    const definition = { type: "group", match: "all", rules: [{ type: "field", field: "city", operator: "is_empty" }] };
    const makeSegment = (name: string) =>
      api.ok("createSegment", { body: { name, shopId, refresh: "daily", definition } });
    const [chosen, excluded] = [await makeSegment("a"), await makeSegment("b")];
    const audience = { segmentIds: [chosen.id], excludeSegmentIds: [excluded.id] };
    const draft = await aDraft(test, { audience });
    const by = [{ kind: "campaign", id: draft.id, name: draft.name }];
    const conflict = { status: 409, code: "conflict", message: "used", params: { by, campaignIds: [draft.id] } };
    for (const { id } of [chosen, excluded])
      expect(await api.refused("deleteSegment", { params: { segment: id } })).toEqual(conflict);
    await api.ok("updateCampaign", { params: { campaign_id: draft.id }, body: { audience: {} } });
    for (const { id } of [chosen, excluded])
      expect((await api.call("deleteSegment", { params: { segment: id } })).status).toBe(204);
  });

  it("blocks the deletion of its lists once it is approved", async () => {
    const test = await company();
    const { api } = test;
    const campaign = await aReadyCampaign(test);
    const params = { campaign_id: campaign.id };
    const list = { params: { list_id: campaign.listId } };
    await api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
    const by = [{ kind: "campaign", id: campaign.id, name: campaign.name }];
    const conflict = { status: 409, code: "conflict", message: "used", params: { by, campaignIds: [campaign.id] } };
    expect(await api.refused("deleteList", list)).toEqual(conflict);
    const other = await test.aList();
    const merge = { listIds: [campaign.listId, other.id], name: "Merged", deleteSources: true };
    expect(await api.refused("mergeLists", { body: merge })).toEqual(conflict);
    await api.ok("pauseCampaign", { params });
    await api.ok("cancelCampaign", { params });
    expect((await api.call("deleteList", list)).status).toBe(204);
  });

  it("blocks the deletion of the lists of its segments too", async () => {
    const test = await company();
    const { api, shopId } = test;
    const all = (rule: object) => ({ type: "group", match: "all", rules: [rule] });
    const makeSegment = (name: string, rule: object) =>
      api.ok("createSegment", { body: { name, shopId, refresh: "daily", definition: all(rule) } });
    const list = await test.aList();
    const inner = await makeSegment("inner", { type: "list", operator: "not_in", listId: list.id });
    const outer = await makeSegment("outer", { type: "segment", operator: "in", segmentId: inner.id });
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    await api.ok("updateCampaign", { params, body: { audience: { segmentIds: [outer.id] } } });
    const { recipients } = await api.ok("measureAudience", { body: { audience: { segmentIds: [outer.id] } } });
    await api.ok("approveCampaign", { params, body: { expectedRecipients: recipients } });
    const deletion = { params: { list_id: list.id } };
    expect(await api.refused("deleteList", deletion)).toMatchObject({ message: "used", params: { campaignIds: [id] } });
    await api.ok("pauseCampaign", { params });
    await api.ok("cancelCampaign", { params });
    expect((await api.call("deleteList", deletion)).status).toBe(204);
  });
});
