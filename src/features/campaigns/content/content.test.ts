import { describe, expect, it } from "vitest";
import { aDraft } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aFooter, htmlOfBytes } from "../../../../tests/harness/factories/templates.ts";
import { composeTestEmail } from "../../content/test-emails/compose-test-email.ts";
import { findTestEmail } from "../../content/test-emails/queries.ts";

const notFound = { status: 404, code: "not_found", message: "campaign", params: {} };

async function aCampaign(test: TestCompany, html: string, fields: Record<string, unknown> = {}) {
  const draft = await aDraft(test, fields);
  const params = { campaign_id: draft.id };
  await test.api.ok("saveCampaignContent", { params, body: { html, baseVersion: 1 } });
  return { id: draft.id, params };
}

describe("content", () => {
  it("is saved in versions, each based on the one that was read", async () => {
    const test = await company();
    const { api } = test;
    const draft = await aDraft(test);
    const params = { campaign_id: draft.id };
    expect(await api.ok("getCampaignContent", { params })).toEqual({ version: 1, kind: "html", html: "", text: null });
    const body = { html: "<p>{{df_name}}</p>", text: "Hello", baseVersion: 1 };
    const saved = { version: 2, kind: "html", html: body.html, text: "Hello" };
    expect(await api.ok("saveCampaignContent", { params, body })).toMatchObject({ ...saved, hasDraft: false });
    expect(await api.ok("getCampaignContent", { params })).toEqual(saved);
    const conflict = { status: 409, code: "conflict", message: "version", params: { current: 2 } };
    expect(await api.refused("saveCampaignContent", { params, body })).toEqual(conflict);
    const { items, total } = await api.ok("listCampaignVersions", { params });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { id: "2", version: 2, current: true, published: true },
      { id: "1", version: 1, current: false, published: false },
    ]);
    const version = { params: { ...params, version_id: "2" } };
    expect(await api.ok("getCampaignVersion", version)).toMatchObject({ version: 2, content: saved });
    const unknown = { params: { ...params, version_id: "3" } };
    expect(await api.refused("getCampaignVersion", unknown)).toMatchObject({ status: 404, message: "version" });
    expect(await api.ok("getCampaign", { params })).toMatchObject({ version: 2 });
  });

  it("is saved with the issues of the content check", async () => {
    const test = await company();
    const { api } = test;
    const email = { subject: "What is new this week", preheader: "Three things" };
    const draft = await aDraft(test, email);
    const html = "<p>Some words about what is new, {{df_nmae}}</p><img src='https://shop.example/a.png'>";
    const save = { params: { campaign_id: draft.id }, body: { html, baseVersion: 1 } };
    const saved = (await api.ok("saveCampaignContent", save)).issues;
    const { issues } = await api.ok("lintContent", { body: { ...email, html } });
    const placed = saved.map(({ line, column, params, ...issue }) => ({
      ...issue,
      params: { ...params, ...(line === undefined ? {} : { line, column }) },
    }));
    expect(placed).toEqual(issues);
    expect(issues).toContainEqual({ code: "unsubscribe_missing", severity: "warning", params: {} });
  });

  it("is not reported without an unsubscribe link when the footer has one", async () => {
    const test = await company();
    const footer = await aFooter(test, { html: `<a href="{{df_unsubscribe_url}}">Bye</a>` });
    const draft = await aDraft(test, { footerId: footer.id });
    const params = { campaign_id: draft.id };
    const { issues } = await test.api.ok("saveCampaignContent", { params, body: { html: "<p>A</p>", baseVersion: 1 } });
    expect(issues.map(({ code }) => code)).toEqual(["subject_empty", "preheader_missing", "text_missing"]);
  });

  it("reports links that are empty because the shop has no address", async () => {
    const test = await company();
    const { api, shopId } = test;
    const html = `<a href="{{df_shop_url}}">Shop</a> <a href="https://x.cz">Other</a>`;
    const emptyLinks = async (baseVersion: number, id: string) => {
      const save = { params: { campaign_id: id }, body: { html, baseVersion } };
      const { issues } = await api.ok("saveCampaignContent", save);
      return issues.filter(({ code }) => code === "link_empty").map(({ severity, params }) => ({ severity, params }));
    };
    const { id } = await aDraft(test);
    await api.ok("updateShop", { params: { shop_id: shopId }, body: { url: null } });
    expect(await emptyLinks(1, id)).toEqual([{ severity: "warning", params: { url: "{{df_shop_url}}" } }]);
    await api.ok("updateShop", { params: { shop_id: shopId }, body: { url: "https://shop.example" } });
    expect(await emptyLinks(2, id)).toEqual([]);
  });

  it("is at most 102 000 bytes of HTML", async () => {
    const test = await company();
    const { params } = await aCampaign(test, htmlOfBytes(102_000));
    const body = { html: htmlOfBytes(102_001), baseVersion: 2 };
    expect(await test.api.refused("saveCampaignContent", { params, body })).toMatchObject({
      status: 400,
      message: "html",
    });
  });

  it("is reported when tracking and footer make it longer than mailboxes show", async () => {
    const test = await company();
    const footer = await aFooter(test, { html: `<p>${"x".repeat(40_000)}</p>` });
    const links = (count: number) => `<p>${`<a href="https://x.cz">A</a>`.repeat(count)}</p>`;
    const sizeIssues = async (fields: Record<string, unknown>, html: string) => {
      const { id } = await aDraft(test, fields);
      const save = { params: { campaign_id: id }, body: { html, baseVersion: 1 } };
      const { issues } = await test.api.ok("saveCampaignContent", save);
      return issues.filter(({ code }) => code === "html_too_large").map(({ severity }) => severity);
    };
    expect(await sizeIssues({}, htmlOfBytes(60_000))).toEqual([]);
    expect(await sizeIssues({ footerId: footer.id }, htmlOfBytes(63_000))).toEqual(["warning"]);
    expect(await sizeIssues({}, links(1500))).toEqual(["warning"]);
    expect(await sizeIssues({ trackClicks: false }, links(1500))).toEqual([]);
    const body = { html: links(1500), subject: "S", preheader: "P" };
    expect((await test.api.ok("lintContent", { body })).issues).toContainEqual({
      code: "html_too_large",
      severity: "warning",
      params: { bytes: expect.any(Number), max: 102_000, sent: true },
    });
  });

  it("is another company's secret", async () => {
    const [test, other] = [await company(), await company()];
    const { params } = await aCampaign(test, "<p>Secret</p>");
    expect(await other.api.refused("getCampaignContent", { params })).toEqual(notFound);
    const save = { params, body: { html: "", baseVersion: 2 } };
    expect(await other.api.refused("saveCampaignContent", save)).toEqual(notFound);
    expect(await other.api.refused("listCampaignVersions", { params })).toEqual(notFound);
    const version = { params: { ...params, version_id: "1" } };
    expect(await other.api.refused("getCampaignVersion", version)).toEqual(notFound);
    expect(await other.api.refused("previewCampaign", { params, body: { contactId: "1" } })).toEqual(notFound);
    expect(await other.api.refused("testCampaign", { params, body: {} })).toEqual(notFound);
  });
});

describe("preview", () => {
  it("shows what the contact would get, by the renderer that sends", async () => {
    const test = await company();
    const footer = await aFooter(test, { html: "<p>Bye, {{df_emailaddress}}</p>" });
    const html = '<p>Dear {{df_name}}</p><a href="https://example.com/a">Go</a>';
    const { params } = await aCampaign(test, html, {
      subject: "For {{df_name}}",
      preheader: "Look, {{df_name}}",
      footerId: footer.id,
      utm: { source: "mail" },
      linkParams: [{ name: "ref", value: "x y" }],
    });
    const contact = await test.aContact({ firstName: "Žofie" });
    const preview = await test.api.ok("previewCampaign", { params, body: { contactId: contact.id } });
    expect(preview).toEqual({
      subject: "For Žofie",
      preheader: "Look, Žofie",
      html: expect.stringContaining("<p>Dear Žofie</p>"),
      text: expect.stringContaining("Dear Žofie"),
    });
    expect(preview.html).toContain('href="https://example.com/a?utm_source=mail&amp;ref=x%20y"');
    expect(preview.html).toContain(`Bye, ${contact.email}`);
    expect(preview.html).not.toContain("/t/c/");
  });

  it("shows the variant of the contact's language, or the requested one", async () => {
    const test = await company();
    const { params } = await aCampaign(test, "<p>Main</p>", { subject: "Main" });
    const body = { language: "sk", subject: "Slovak", content: { html: "<p>Slovak</p>" } };
    const variant = await test.api.ok("addVariant", { params, body });
    const [slovak, czech] = [await test.aContact({ language: "sk" }), await test.aContact({ language: "cs" })];
    const subjectFor = async (contactId: string, of = params) =>
      (await test.api.ok("previewCampaign", { params: of, body: { contactId } })).subject;
    expect(await subjectFor(slovak.id)).toBe("Slovak");
    expect(await subjectFor(czech.id)).toBe("Main");
    expect(await subjectFor(czech.id, { campaign_id: variant.id })).toBe("Slovak");
  });

  it("shows a contact's line breaks as blanks in single-line fields", async () => {
    const test = await company();
    const line = "{% if contact.note %}{{ contact.note }}{% endif %}";
    const { params } = await aCampaign(test, "<p>Hello</p>", { subject: line, preheader: line });
    const contact = await test.aContact({ note: "one\r\ntwo\u0085three" });
    const preview = await test.api.ok("previewCampaign", { params, body: { contactId: contact.id } });
    expect(preview).toMatchObject({ subject: "one two three", preheader: "one two three" });
  });

  it("refuses an unknown contact, another company's, and Twig that fails", async () => {
    const [test, other] = [await company(), await company()];
    const { params } = await aCampaign(test, "<p>Hello</p>");
    const foreign = await other.aContact();
    for (const contactId of ["999999", foreign.id, 5, undefined])
      expect(await test.api.refused("previewCampaign", { params, body: { contactId } })).toMatchObject({
        status: 400,
        message: "contactId",
      });
    const broken = await aCampaign(test, "<p>{% if %}</p>");
    const contact = await test.aContact();
    const input = { params: broken.params, body: { contactId: contact.id } };
    expect(await test.api.refused("previewCampaign", input)).toMatchObject({ status: 400, message: "html" });
  });
});

describe("test e-mails", () => {
  it("go to test addresses only, ten a day", async () => {
    const test = await company();
    const { api } = test;
    const { params } = await aCampaign(test, "<p>Hello</p>", { subject: "Hi" });
    await api.ok("setTestRecipients", { body: { emails: ["a@example.com", "b@example.com"] } });
    const all = ["a@example.com", "b@example.com"];
    expect(await api.ok("testCampaign", { params, body: {} })).toEqual({ emails: all, leftOut: [], remaining: 8 });
    const stranger = { params, body: { emails: ["stranger@example.com"] } };
    expect(await api.refused("testCampaign", stranger)).toMatchObject({ status: 400, message: "emails" });
    for (const remaining of [6, 4, 2, 0])
      expect(await api.ok("testCampaign", { params, body: {} })).toMatchObject({ remaining });
    expect(await api.refused("testCampaign", { params, body: {} })).toMatchObject({
      status: 429,
      message: "test-emails",
    });
  });

  it("are ten a day of the campaign together with its variants", async () => {
    const test = await company();
    const { api } = test;
    const { params } = await aCampaign(test, "<p>Hello</p>", { subject: "Hi" });
    const variants = [];
    for (const language of ["sk", "de"]) variants.push(await api.ok("addVariant", { params, body: { language } }));
    const [one, two] = variants.map(({ id }) => ({ campaign_id: id }));
    await api.ok("setTestRecipients", { body: { emails: ["a@example.com", "b@example.com", "c@example.com"] } });
    const remaining = [];
    for (const of of [params, one, two])
      remaining.push((await api.ok("testCampaign", { params: of ?? params, body: {} })).remaining);
    expect(remaining).toEqual([7, 4, 1]);
    for (const of of [params, one, two])
      expect(await api.refused("testCampaign", { params: of ?? params, body: {} })).toMatchObject({ status: 429 });
    const { params: other } = await aCampaign(test, "<p>Hello</p>", { subject: "Hi" });
    expect(await api.ok("testCampaign", { params: other, body: {} })).toMatchObject({ remaining: 7 });
  });

  it("have the content of the campaign or its variant", async () => {
    const test = await company();
    const { api, ctx } = test;
    const footer = await aFooter(test, { html: "<p>The footer</p>" });
    const { params } = await aCampaign(test, "<p>Main</p>", {
      subject: "Main",
      fromName: "Jana",
      footerId: footer.id,
    });
    const variant = await api.ok("addVariant", { params, body: { language: "sk", subject: "Slovak" } });
    await api.ok("setTestRecipients", { body: { emails: ["a@example.com"] } });
    for (const [id, subject] of [
      [params.campaign_id, "[Test] Main"],
      [variant.id, "[Test] Slovak"],
    ] as const) {
      await api.ok("testCampaign", { params: { campaign_id: id }, body: {} });
      const [row] = await ctx.db.sql<{ id: string }[]>`
        select max(id) as id from test_email where tenant_id = ${ctx.db.tenantId}`;
      const content = await findTestEmail(ctx.db, row?.id ?? "");
      if (content === undefined) throw new Error("no test e-mail");
      const { publicUrl, clock } = ctx;
      const made = await composeTestEmail(ctx, { content, email: content.email, publicUrl, now: clock.now() });
      expect(made).toMatchObject({ ok: true, composed: { fromName: "Jana", mail: { subject } } });
      expect(made.ok && made.composed.mail.html).toContain("The footer");
    }
  });
});
