import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aForm } from "../../../../tests/harness/factories/forms.ts";
import { aTemplate } from "../../../../tests/harness/factories/templates.ts";
import { visit } from "../../../../tests/harness/servers/public-pages.ts";

/** A form and what it shows to visitors. */
async function aPublishedForm(own: TestCompany, fields: Record<string, unknown> = {}) {
  const form = await aForm(own, { title: "News", ...fields });
  const params = { form_id: form.id };
  return {
    form,
    params,
    save: (body: Record<string, unknown>) => own.api.ok("saveFormDraft", { params, body }),
    publish: (body: Record<string, unknown> = {}) => own.api.ok("publishForm", { params, body }),
    refusedPublish: (body: Record<string, unknown> = {}) => own.api.refused("publishForm", { params, body }),
    heading: async () => /<h1[^>]*>([^<]*)</.exec((await visit(own, `/f/${form.key}`)).html)?.[1],
  };
}

describe("a draft of a form", () => {
  it("is the form itself until it is saved, then what was saved, while visitors see the form", async () => {
    const own = await company();
    const { form, params, save, heading } = await aPublishedForm(own, { tags: ["web"] });
    const { id: _id, key: _key, url: _url, status: _status, counts: _counts, ...more } = form;
    const { createdAt: _createdAt, updatedAt: _updatedAt, ...content } = more;
    const welcome = { enabled: false, templateId: null };
    const formDigest = expect.stringMatching(/^[\w-]{22}$/);
    const none = {
      saved: false,
      revision: 0,
      content: { ...content, welcome },
      outOfDate: false,
      formVersion: 1,
      formDigest,
    };
    const nobody = { authorId: null, authorName: null, updatedAt: null };
    expect(await own.api.ok("getFormDraft", { params })).toEqual({ ...none, ...nobody });
    const saved = await save({ title: "Tea", popup: { delayS: 9 } });
    expect(saved).toEqual({
      saved: true,
      revision: 1,
      content: { ...none.content, title: "Tea", popup: { ...content.popup, delayS: 9 } },
      outOfDate: false,
      formVersion: 1,
      formDigest,
      authorId: own.member,
      authorName: expect.stringContaining("@"),
      updatedAt: expect.any(String),
    });
    expect(await own.api.ok("getFormDraft", { params })).toEqual(saved);
    expect(await heading()).toBe("News");
    expect(await own.api.ok("getForm", { params })).toEqual(form);
    // A draft is replaced, not changed.
    expect((await save({ submitLabel: "Go" })).content).toMatchObject({ title: "News", submitLabel: "Go" });
  });

  it("becomes the form when it is published, with its tags and its welcome e-mail, and is gone", async () => {
    const own = await company();
    const { id: templateId } = await aTemplate(own, { html: "<p>Welcome</p>" });
    const list = await own.aList();
    const { params, save, publish, heading } = await aPublishedForm(own, { status: "inactive" });
    await save({ title: "Tea", listIds: [list.id], tags: ["spring"], welcome: { enabled: true, templateId } });
    const published = await publish({ revision: 1 });
    expect(published).toMatchObject({ status: "active", title: "Tea", listIds: [list.id], tags: ["spring"] });
    expect(await own.api.ok("getForm", { params })).toEqual(published);
    expect(await own.api.ok("getWelcome", { params })).toEqual({ enabled: true, templateId });
    expect(await heading()).toBe("Tea");
    expect(await own.api.ok("getFormDraft", { params })).toMatchObject({ saved: false, revision: 0, formVersion: 2 });
    const used = await own.api.refused("deleteTemplate", { params: { template_id: templateId } });
    expect(used).toMatchObject({ status: 409, message: "used" });
  });

  it("gets no revision twice, so that an editor of a draft that is gone notices the next one", async () => {
    const own = await company();
    const { params, save, publish } = await aPublishedForm(own);
    expect((await save({ title: "Tea" })).revision).toBe(1);
    await publish({ revision: 1 });
    expect((await save({ title: "Coffee" })).revision).toBe(2);
    await own.api.ok("discardFormDraft", { params });
    expect((await save({ title: "Cocoa" })).revision).toBe(3);
    for (const revision of [0, 1, 2])
      expect(await own.api.refused("saveFormDraft", { params, body: { title: "Old", revision } })).toMatchObject({
        status: 409,
        message: "revision",
        params: { revision: 3 },
      });
  });

  it("is out of date once the form is changed otherwise, and then says which version it replaces", async () => {
    const own = await company();
    const { params, save, publish, refusedPublish } = await aPublishedForm(own);
    await save({ title: "Tea" });
    // Hiding the form changes nothing that the draft has.
    await own.api.ok("updateForm", { params, body: { status: "inactive" } });
    expect(await own.api.ok("getFormDraft", { params })).toMatchObject({ outOfDate: false, formVersion: 2 });
    await own.api.ok("updateForm", { params, body: { submitLabel: "Go" } });
    const refusal = { status: 409, code: "conflict", message: "version", params: { version: 3 } };
    expect(await own.api.ok("getFormDraft", { params })).toMatchObject({ outOfDate: true, formVersion: 3 });
    expect(await save({ title: "Tea" })).toMatchObject({ outOfDate: true });
    expect(await refusedPublish()).toEqual(refusal);
    expect(await refusedPublish({ formVersion: 2 })).toEqual(refusal);
    expect(await publish({ formVersion: 3 })).toMatchObject({ title: "Tea", status: "active" });
  });

  it("is out of date after a change of the welcome e-mail or of tags, which the version of the form leaves out", async () => {
    const own = await company();
    const { form, params, save, publish, refusedPublish } = await aPublishedForm(own);
    const { formDigest: first } = await save({ title: "Tea" });
    const { id: templateId } = await aTemplate(own, { html: "<p>Welcome</p>" });
    await own.api.ok("setWelcome", { params, body: { enabled: true, templateId } });
    const second = await own.api.ok("getFormDraft", { params });
    expect(second).toMatchObject({ outOfDate: true, formVersion: 1 });
    await own.api.ok("tagForms", { body: { ids: [form.id], add: ["spring"] } });
    const third = await own.api.ok("getFormDraft", { params });
    expect(third).toMatchObject({ outOfDate: true, formVersion: 1 });
    expect(new Set([first, second.formDigest, third.formDigest]).size).toBe(3);
    const refusal = { status: 409, message: "version", params: { version: 1 } };
    for (const known of [{}, { formVersion: 1 }, { formDigest: first }, { formDigest: second.formDigest }])
      expect(await refusedPublish(known)).toMatchObject(refusal);
    expect(await own.api.ok("getWelcome", { params })).toEqual({ enabled: true, templateId });
    expect(await publish({ formDigest: third.formDigest })).toMatchObject({ title: "Tea", tags: [] });
  });

  it("notices the save of another editor", async () => {
    const own = await company();
    const { params, save, refusedPublish } = await aPublishedForm(own);
    await save({ title: "Tea", revision: 0 });
    await save({ title: "Coffee", revision: 1 });
    const refusal = { status: 409, code: "conflict", message: "revision", params: { revision: 2 } };
    expect(await own.api.refused("saveFormDraft", { params, body: { title: "Tea", revision: 1 } })).toEqual(refusal);
    expect(await refusedPublish({ revision: 1 })).toEqual(refusal);
    expect(await own.api.ok("getFormDraft", { params })).toMatchObject({ content: { title: "Coffee" } });
  });

  it("is discarded, and a deleted form has none", async () => {
    const own = await company();
    const { params, save } = await aPublishedForm(own);
    expect(await own.api.refused("discardFormDraft", { params })).toMatchObject({ status: 404, message: "draft" });
    await save({ title: "Tea" });
    await own.api.ok("discardFormDraft", { params });
    expect(await own.api.ok("getFormDraft", { params })).toMatchObject({ saved: false, content: { title: "News" } });
    await save({ title: "Tea" });
    await own.api.ok("deleteForm", { params });
    expect(await own.api.refused("getFormDraft", { params })).toMatchObject({ status: 404, message: "form" });
    const { sql, tenantId } = own.ctx.db;
    expect(await sql`select form_id from form_draft where tenant_id = ${tenantId}`).toEqual([]);
  });

  it.each([
    [{ fields: [] }, "fields"],
    [{ fields: [{ key: "e", type: "email", label: "" }] }, "fields.0.label"],
    [{ listIds: ["999999"] }, "listIds.0"],
    [{ design: { imageUrl: "https://evil.test/files/x" } }, "design.imageUrl"],
    [{ welcome: { enabled: true } }, "welcome.templateId"],
    [{ welcome: { enabled: true, templateId: "999999" } }, "welcome.templateId"],
  ])("is refused as the form would be: %j", async (body, message) => {
    const own = await company();
    const { params } = await aPublishedForm(own);
    const refusal = await own.api.refused("saveFormDraft", { params, body });
    expect(refusal).toMatchObject({ status: 400, code: "validation", message });
  });
});

describe("publishing", () => {
  it("activates a form without a draft, and changes nothing of an active one", async () => {
    const own = await company();
    const { params, publish } = await aPublishedForm(own, { status: "inactive" });
    const published = await publish();
    expect(published).toMatchObject({ status: "active", title: "News" });
    expect(await publish({ revision: 0 })).toEqual(published);
    expect(await own.api.ok("getFormDraft", { params })).toMatchObject({ formVersion: 2 });
  });

  it("refuses a taken name, a blank consent and what was deleted meanwhile, and keeps the draft", async () => {
    const own = await company();
    const other = await aForm(own, { name: "Taken" });
    const list = await own.aList();
    const { params, save, refusedPublish } = await aPublishedForm(own);
    await save({ name: other.name });
    expect(await refusedPublish()).toMatchObject({ status: 409, message: "name" });
    await save({ consentText: "<p> </p>" });
    expect(await refusedPublish()).toMatchObject({ status: 400, message: "consentText" });
    await save({ listIds: [list.id] });
    await own.api.ok("deleteList", { params: { list_id: list.id } });
    expect(await refusedPublish()).toMatchObject({ status: 400, message: "listIds.0" });
    const { id: templateId } = await aTemplate(own, { html: "<p>Welcome</p>" });
    await save({ welcome: { enabled: true, templateId } });
    await own.api.ok("deleteTemplate", { params: { template_id: templateId } });
    expect(await refusedPublish()).toMatchObject({ status: 400, message: "welcome.templateId" });
    expect(await own.api.ok("getFormDraft", { params })).toMatchObject({ saved: true, revision: 4 });
    expect(await own.api.ok("getForm", { params })).toMatchObject({ title: "News", listIds: [] });
  });
});
