import { describe, expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aConfirmedSignUp, aForm, aSignUp, findContactByEmail } from "../../../../tests/harness/factories/forms.ts";
import { submitForm, visit } from "../../../../tests/harness/servers/public-pages.ts";
import { formLanguages } from "../public/form-language.ts";
import { formTexts } from "../public/texts.ts";

const { en } = formTexts;
const button = "<button";

describe("the confirmation page", () => {
  it("says that the sign-up is confirmed already, without a button", async () => {
    const own = await company();
    const form = await aForm(own);
    const { link, answer } = await aConfirmedSignUp(own, form);
    expect(answer.html).toContain(en.confirmedLead);
    for (const page of [await visit(own, link), await submitForm(own, link, {})]) {
      expect([page.status, page.html]).toEqual([200, expect.stringContaining(en.alreadyLead)]);
      expect(page.html).not.toContain(button);
    }
  });

  it("says that the person unsubscribed since, and how to come back", async () => {
    const own = await company();
    const list = await own.aList();
    const forms = [await aForm(own), await aForm(own, { listIds: [list.id] })] as const;
    const [everything, oneList] = [await aConfirmedSignUp(own, forms[0]), await aConfirmedSignUp(own, forms[1])];
    const idOf = async (email: string) => (await findContactByEmail(own, email))?.id ?? "";
    await own.api.ok("unsubscribeContact", { params: { id: await idOf(everything.email) } });
    const contactIds = [await idOf(oneList.email)];
    await own.api.ok("unsubscribeListMembers", { params: { list_id: list.id }, body: { contactIds } });
    for (const [form, { link, email }] of [
      [forms[0], everything],
      [forms[1], oneList],
    ] as const) {
      const before = await findContactByEmail(own, email);
      for (const page of [await visit(own, link), await submitForm(own, link, {})]) {
        expect([page.status, page.html]).toEqual([200, expect.stringContaining(en.unsubscribedLead)]);
        expect(page.html).toContain(`href="/f/${form.key}"`);
        expect(page.html).not.toContain(button);
      }
      expect(await findContactByEmail(own, email)).toEqual(before);
    }
  });

  it("does not offer the button to an address that is blocked, and no closed form", async () => {
    const own = await company();
    const form = await aForm(own);
    const [blocked, late] = [await aSignUp(own, form), await aSignUp(own, form)];
    const id = (await findContactByEmail(own, blocked.email))?.id ?? "";
    await own.api.ok("blacklistContact", { params: { id } });
    for (const page of [await visit(own, blocked.link), await submitForm(own, blocked.link, {})]) {
      expect([page.status, page.html]).toEqual([410, expect.stringContaining(en.endedLead)]);
      expect(page.html).not.toContain(button);
    }
    await own.api.ok("updateForm", { params: { form_id: form.id }, body: { status: "inactive" } });
    own.clock.set(new Date(own.clock.now().getTime() + 8 * 86_400_000));
    const page = await visit(own, late.link);
    expect([page.status, page.html]).toEqual([410, expect.stringContaining(en.expiredLead)]);
    expect(page.html).not.toContain(`href="/f/`);
  });
});

describe("languages", () => {
  it.each(formLanguages)("%s has texts of its own in form, letter and confirmation", async (language) => {
    const own = await company();
    const form = await aForm(own, { settings: { language } });
    const text = formTexts[language];
    const page = await visit(own, `/f/${form.key}`);
    expect(page.html).toContain(`<html lang="${language}">`);
    expect(page.html).toContain(text.submit);
    const { link, caught } = await aSignUp(own, form);
    expect(caught[0]?.raw).toContain(`<html lang="${language}">`);
    const opened = await visit(own, link);
    expect(opened.html).toContain(`<html lang="${language}">`);
    expect(opened.html).toContain(text.confirm);
  });

  it("marks the owner's texts where ours are in English", async () => {
    const own = await company();
    const fields = [{ key: "email", type: "email", label: "Courriel" }];
    const form = await aForm(own, { settings: { language: "fr" }, title: "Bonjour", fields });
    const { html } = await visit(own, `/f/${form.key}`);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<h1 lang="fr">Bonjour</h1>');
    expect(html).toContain('<span lang="fr">Courriel</span>');
    expect(html).toContain('<div class="consent" lang="fr">');
  });
});

it("counts addresses of one mailbox together", async () => {
  const own = await company();
  const form = await aForm(own);
  const name = `jana${Date.now()}`;
  const typed = [`${name}+a@gmail.com`, `j.${name.slice(1)}@gmail.com`, `${name}@googlemail.com`];
  for (const email of typed) expect((await submitForm(own, `/f/${form.key}`, { email })).status).toBe(303);
  expect((await submitForm(own, `/f/${form.key}`, { email: `${name}@gmail.com` })).status).toBe(429);
  expect((await submitForm(own, `/f/${form.key}`, { email: `x${name}@gmail.com` })).status).toBe(303);
  expect((await own.api.ok("listContacts")).total).toBe(4);
});
