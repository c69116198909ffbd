import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { aForm } from "../../../tests/harness/factories/forms.ts";
import { aTemplate } from "../../../tests/harness/factories/templates.ts";
import { accepts } from "../../kernel/accepts.ts";
import { visit } from "../../../tests/harness/servers/public-pages.ts";

const email = { key: "e", type: "email", label: "E-mail" };
const withoutSpaces = (html: string) => html.replaceAll(/\s+/g, " ");

describe("forms", () => {
  it("are created with defaults and a key that never changes", async () => {
    const own = await company();
    const list = await own.aList();
    const body = {
      name: " News ",
      shopId: own.shopId,
      listIds: [list.id],
      purposeId: null,
      consentText: "<b>Yes</b><script>x</script>",
    };
    const form = await own.api.ok("createForm", { body });
    expect(form).toMatchObject({
      name: "News",
      status: "active",
      kind: "classic",
      captcha: false,
      successUrl: null,
      confirmedUrl: null,
      purposeId: null,
      consentText: "<b>Yes</b>",
      listIds: [list.id],
      fields: [{ key: "email", type: "email", required: true, target: "email" }],
      settings: { doiTemplateId: null, senderId: null, language: null, reminderHours: null },
      design: {
        logoUrl: null,
        accentColor: null,
        backgroundColor: null,
        imageUrl: null,
        font: null,
        radius: null,
        width: null,
      },
      counts: { submitted: 0, confirmed: 0 },
      tags: [],
    });
    expect(form.key.length).toBeGreaterThanOrEqual(16);
    expect(form.url.endsWith(`/f/${form.key}`)).toBe(true);
    const params = { form_id: form.id };
    const change = { title: "Sign up", key: "another", popup: { trigger: "scroll" }, tags: ["spring"] };
    const changed = await own.api.ok("updateForm", { params, body: change });
    expect(changed).toMatchObject({
      key: form.key,
      title: "Sign up",
      popup: { trigger: "scroll", delayS: 5 },
      tags: ["spring"],
    });
    expect((await own.api.ok("listForms", { query: { tag: "spring", q: "NEWS", sort: "name" } })).total).toBe(1);
    expect((await own.api.ok("listForms", { query: { tag: "autumn" } })).total).toBe(0);
    expect((await own.api.ok("listForms", { query: { tag: "spring", shop: own.shopId } })).total).toBe(1);
    const other = await own.api.ok("createShop", {
      body: { name: "Other", language: "cs", country: "CZ", currencies: ["CZK"], phoneCountry: "CZ" },
    });
    expect((await own.api.ok("listForms", { query: { tag: "spring", shop: other.id } })).total).toBe(0);
    await own.api.ok("tagForms", { body: { ids: [form.id], add: ["autumn"] } });
    expect((await own.api.ok("getForm", { params })).tags).toEqual(["autumn", "spring"]);
  });

  it("have unique names, and copies are inactive with a free name and a key of their own", async () => {
    const own = await company();
    const form = await aForm(own, { name: "News", successUrl: "https://shop.test/ok", tags: ["a"] });
    const body = { name: "news", shopId: own.shopId, listIds: [], purposeId: null, consentText: "Yes" };
    expect(await own.api.refused("createForm", { body })).toMatchObject({ status: 409, message: "name" });
    const copy = await own.api.ok("copyForm", { params: { form_id: form.id }, body: {} });
    expect(copy).toMatchObject({
      name: "News 2",
      status: "inactive",
      successUrl: "https://shop.test/ok",
      tags: ["a"],
      counts: { submitted: 0, confirmed: 0 },
    });
    expect(copy.key).not.toBe(form.key);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ name: "" }, "name"],
    [{ shopId: "999999" }, "shopId"],
    [{ listIds: ["999999"] }, "listIds.0"],
    [{ purposeId: "999999" }, "purposeId"],
    [{ successUrl: "javascript:alert(1)" }, "successUrl"],
    [{ successUrl: "//evil.test" }, "successUrl"],
    [{ successUrl: "https://a.test/\r\nX: y" }, "successUrl"],
    [{ confirmedUrl: "/path" }, "confirmedUrl"],
    [{ design: { accentColor: "red;}body{}" } }, "design.accentColor"],
    [{ design: { font: "Comic;}" } }, "design.font"],
    [{ design: { radius: 41 } }, "design.radius"],
    [{ design: { width: 100 } }, "design.width"],
    [{ design: { imageUrl: "https://evil.test/files/x" } }, "design.imageUrl"],
    [{ design: { imageUrl: "http://127.0.0.1:8080/files/1-AAAAAAAAAAAAAAAAAAAAAA" } }, "design.imageUrl"],
    [{ popup: { devices: "tv" } }, "popup.devices"],
    [{ popup: { until: "2026-02-30" } }, "popup.until"],
    [{ popup: { scrollPercent: 0 } }, "popup.scrollPercent"],
    [{ settings: { doiTemplateId: "999999" } }, "settings.doiTemplateId"],
    [{ settings: { senderId: "999999" } }, "settings.senderId"],
    [{ fields: [] }, "fields"],
    [{ fields: "email" }, "fields"],
    [{ fields: [{ key: "name", type: "text", label: "Name" }] }, "fields"],
    [{ fields: [{ key: "1", type: "email", label: "E" }] }, "fields.0.key"],
    [{ fields: [{ key: "captcha", type: "email", label: "E" }] }, "fields.0.key"],
    [{ fields: [{ key: "e", type: "mail", label: "E" }] }, "fields.0.type"],
    [{ fields: [{ key: "e", type: "email", label: "" }] }, "fields.0.label"],
    [{ fields: [{ key: "e", type: "email", label: "E", required: false }] }, "fields.0.required"],
    [{ fields: [{ key: "e", type: "email", label: "E", target: "phone" }] }, "fields.0.target"],
    [{ fields: [email, { key: "e", type: "text", label: "N" }] }, "fields.1.key"],
    [{ fields: [email, { key: "n", type: "text", label: "N", target: "status" }] }, "fields.1.target"],
    [{ fields: [email, { key: "n", type: "text", label: "N", target: "customFields.99999" }] }, "fields.1.target"],
    [{ fields: [email, { key: "n", type: "select", label: "N" }] }, "fields.1.options"],
    [{ fields: [email, { key: "n", type: "select", label: "N", options: ["a"], value: "b" }] }, "fields.1.value"],
  ])("refuse %j", async (fields, message) => {
    const own = await company();
    const body = { name: "F", shopId: own.shopId, listIds: [], purposeId: null, consentText: "Yes", ...fields };
    expect(await own.api.refused("createForm", { body })).toMatchObject({ status: 400, code: "validation", message });
  });

  it("of another company do not exist", async () => {
    const own = await company();
    const other = await company();
    const form = await aForm(other);
    const params = { form_id: form.id };
    for (const name of ["getForm", "deleteForm", "getFormEmbed", "listSignUps", "getWelcome"] as const)
      expect(await own.api.refused(name, { params })).toMatchObject({ status: 404, message: "form" });
    expect(await own.api.refused("updateForm", { params, body: {} })).toMatchObject({ status: 404 });
    expect(await own.api.refused("copyForm", { params, body: {} })).toMatchObject({ status: 404 });
    expect(await own.api.refused("setWelcome", { params, body: { enabled: false } })).toMatchObject({ status: 404 });
    const list = await other.aList();
    const body = { name: "F", shopId: own.shopId, listIds: [list.id], purposeId: null, consentText: "Yes" };
    expect(await own.api.refused("createForm", { body })).toMatchObject({ status: 400, message: "listIds.0" });
  });

  it("keep their lists and templates from being deleted, until they are deleted themselves", async () => {
    const own = await company();
    const list = await own.aList();
    const template = await aTemplate(own, { html: '<p><a href="{{df_confirmation_url}}">Confirm</a></p>' });
    const plain = await aTemplate(own, { html: "<p>Hello</p>" });
    expect((await own.api.ok("listDoiTemplates")).items.map(({ id }) => id)).toEqual([template.id]);
    const form = await aForm(own, { listIds: [list.id], settings: { doiTemplateId: template.id } });
    const params = { form_id: form.id };
    const wrong = { settings: { doiTemplateId: plain.id } };
    expect(await own.api.refused("updateForm", { params, body: wrong })).toMatchObject({
      message: "settings.doiTemplateId",
    });
    const usedList = await own.api.refused("deleteList", { params: { list_id: list.id } });
    expect(usedList).toMatchObject({
      status: 409,
      message: "used",
      params: { by: [{ kind: "form", id: form.id, name: form.name }] },
    });
    const templateParams = { template_id: template.id };
    expect(await own.api.refused("deleteTemplate", { params: templateParams })).toMatchObject({
      status: 409,
      message: "used",
    });
    await own.api.ok("deleteForm", { params });
    expect(await own.api.refused("getForm", { params })).toMatchObject({ status: 404 });
    await own.api.ok("deleteList", { params: { list_id: list.id } });
    await own.api.ok("deleteTemplate", { params: templateParams });
    await aForm(own, { name: form.name });
  });

  it("preview renders what the public address serves", async () => {
    const own = await company();
    const fields = [
      email,
      { key: "size", type: "select", label: "Size", options: ["S", { value: "L", label: "Large" }] },
    ];
    const shown = {
      title: "Join <us>",
      description: '<p>Text <a href="https://shop.test">link</a></p>',
      submitLabel: "Go",
      design: { accentColor: "#123456", font: "georgia", radius: 0, width: 500 },
      fields,
      settings: { language: "cs" },
    };
    const form = await aForm(own, shown);
    const { html } = await own.api.ok("previewForm", {
      body: { ...shown, shopId: own.shopId, consentText: form.consentText },
    });
    const page = await visit(own, `/f/${form.key}`);
    expect(withoutSpaces(html.replaceAll("/f/preview", `/f/${form.key}`))).toBe(page.html);
    expect(page.html).toContain("Join &lt;us&gt;");
    expect((await own.api.ok("previewForm", { body: {} })).html).toContain('type="email"');
  });

  it.each([
    ["page", "error", ['role="alert"', 'aria-invalid="true"', "Please fill in this field."]],
    ["page", "sent", ["One more step"]],
    ["site", "form", ['class="pr popup right"', 'aria-label="Close"', "background:#0009", "Join &lt;us&gt;"]],
    ["site", "error", ['<p class="problem alert" role="alert">', 'aria-invalid="true"']],
    ["site", "sent", ['<div role="status">']],
    ["site", "confirm", ['<form method="post"><button type="submit">']],
    ["page", "confirmed", ["Your sign-up is confirmed."]],
    ["page", "already", ['role="status"']],
  ])("preview shows what visitors see in the %s in the state %s", async (place, state, parts) => {
    const own = await company();
    const body = { title: "Join <us>", kind: "popup", settings: { language: "en" }, place, state };
    const { html } = await own.api.ok("previewForm", { body });
    expect(parts.filter((part) => !html.includes(part))).toEqual([]);
  });

  it.each([
    ["email", "Confirm your subscription", "Somebody, probably you"],
    ["reminder", "Reminder: confirm your subscription", "still waits for your confirmation"],
  ])("preview shows the e-mail with the link in the state %s", async (state, subject, lead) => {
    const own = await company();
    const shown = await own.api.ok("previewForm", { body: { settings: { language: "en" }, state } });
    expect(shown.subject).toContain(subject);
    expect(shown.html).toContain(lead);
    const { id: doiTemplateId } = await aTemplate(own, {
      subject: "Ours",
      html: '<p>Dear reader</p><a href="{{df_confirmation_url}}">Yes</a>',
    });
    const body = { shopId: own.shopId, settings: { language: "en", doiTemplateId }, state };
    const template = await own.api.ok("previewForm", { body });
    expect(template.subject).toBe("Ours");
    expect(template.html).toContain("Dear reader");
    expect(template.html).toMatch(/href="http:\/\/[^"]+\/c\//);
  });

  it("embed codes are plain forms that carry what the owner wrote as text", async () => {
    const own = await company();
    const form = await aForm(own, {
      fields: [{ ...email, label: '"><script>alert(1)</script>' }],
      design: { accentColor: "#ff0000" },
    });
    const { script, url, styled, html, policies } = await own.api.ok("getFormEmbed", { params: { form_id: form.id } });
    const link = `<noscript><a href="${form.url}">${form.title}</a></noscript>`;
    expect([url, script]).toEqual([form.url, `<script src="${form.url}.js" async></script>\n${link}`]);
    for (const code of [styled, html]) {
      expect(code).toContain(`action="${form.url}" method="post"`);
      expect(code).not.toMatch(/<script|style="/);
    }
    const [, sheet = ""] = /<style>(.*)<\/style>/.exec(styled) ?? [];
    const hash = createHash("sha256").update(sheet).digest("base64");
    expect(policies).toEqual({
      script: `script-src ${form.url}.js; connect-src ${form.url} ${form.url}/view`,
      styled: `style-src 'sha256-${hash}'; form-action ${form.url}`,
      html: `form-action ${form.url}`,
    });
    expect([styled.includes("<style>"), html.includes("<style>")]).toEqual([true, false]);
  });

  it("the welcome e-mail needs a template, which stays when it is switched off", async () => {
    const own = await company();
    const form = await aForm(own);
    const params = { form_id: form.id };
    expect(await own.api.ok("getWelcome", { params })).toEqual({ enabled: false, templateId: null });
    const template = await aTemplate(own, { html: "<p>Welcome</p>" });
    const set = (body: object) => own.api.call("setWelcome", { params, body });
    for (const body of [{ enabled: true }, { enabled: true, templateId: "99999" }])
      expect(await own.api.refused("setWelcome", { params, body })).toMatchObject({
        status: 400,
        message: "templateId",
      });
    expect((await set({ enabled: true, templateId: template.id })).body).toEqual({
      enabled: true,
      templateId: template.id,
    });
    expect((await set({ enabled: false })).body).toEqual({ enabled: false, templateId: template.id });
    const used = await own.api.refused("deleteTemplate", { params: { template_id: template.id } });
    expect(used).toMatchObject({ status: 409 });
  });
});

describe("the text of the consent", () => {
  it.each([
    "",
    "  \n",
    "<p> </p>",
    "<p>&nbsp;<br></p>",
    "\u200b",
    "\u3164",
    "\u115f\u2800",
    "<script>agree()</script>",
  ])("is refused when it is blank: %j", async (consentText) => {
    const own = await company();
    const form = await aForm(own);
    const body = { name: "Blank", shopId: own.shopId, listIds: [], purposeId: null, consentText };
    const refusal = { status: 400, code: "validation", message: "consentText", params: accepts.notBlank };
    expect(await own.api.refused("createForm", { body })).toEqual(refusal);
    const params = { form_id: form.id };
    expect(await own.api.refused("updateForm", { params, body: { consentText } })).toEqual(refusal);
    expect(await own.api.ok("getForm", { params })).toMatchObject({ consentText: form.consentText });
  });

  it("may be blank in a preview and in a form that was stored so", async () => {
    const own = await company();
    const form = await aForm(own);
    const { sql, tenantId } = own.ctx.db;
    await sql`update form set consent_html = '' where tenant_id = ${tenantId} and id = ${form.id}`;
    const changed = await own.api.ok("updateForm", { params: { form_id: form.id }, body: { title: "Join" } });
    expect(changed).toMatchObject({ title: "Join", consentText: "" });
    await own.api.ok("previewForm", { body: { shopId: own.shopId, consentText: "" } });
  });
});
