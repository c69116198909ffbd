import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aConfirmedSignUp, aForm, findContactByEmail } from "../harness/factories/forms.ts";
import { anOrder } from "../harness/factories/orders.ts";
import { aToken } from "../harness/servers/public-pages.ts";
import { checkPage, checkTitled, journeyWidths, startWebApp, words, type WebApp } from "./app-harness.ts";

let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

const czech = {
  language: "cs",
  noOrders: "Objednávky přicházejí z e-shopu",
  order: (id: string) => `Objednávka ${id}`,
  automations: "Automatizace",
  mailable: "Tomuto kontaktu můžeme psát",
  blocked: "Tomuto kontaktu e-maily neposíláme",
  save: "Uložit nastavení",
  saved: "Nastavení je uložené.",
  all: "Odhlásit se ze všeho",
  thanks: "Jste odhlášeni",
  nothing: "Nic vám neposíláme",
};

const english: typeof czech = {
  language: "en",
  noOrders: "Orders come from your shop",
  order: (id) => `Order ${id}`,
  automations: "Automations",
  mailable: "This contact can be e-mailed",
  blocked: "We do not e-mail this contact",
  save: "Save my choice",
  saved: "Your choice is saved.",
  all: "Unsubscribe from everything",
  thanks: "You are unsubscribed",
  nothing: "We are not sending you anything",
};

const runs = { wide: czech, phone: english } as const;

describe.each(journeyWidths("phone"))("pages of a shop and of its subscribers, %s", (name, viewport) => {
  const t = runs[name];

  it("shows orders and automations", async () => {
    const { own } = app;
    const externalId = `2026-${name}`;
    const opened = await app.openSignedIn("/shop", { viewport, locale: t.language });
    const { page } = opened;
    if (name === "wide") await page.getByText(words(t.noOrders)).waitFor();
    await own.api.ok("recordOrders", { body: anOrder(own, { externalId }) });
    await page.reload();
    await page.getByRole("link", { name: externalId }).click();
    await checkTitled(opened, t.order(externalId));
    await app.follow(page, "/automations");
    await page.getByRole("button", { name: /^Přivítání/ }).waitFor();
    await checkTitled(opened, t.automations);
  });

  it("never mails a subscriber of a form again who left by the link of an e-mail", async () => {
    const { own } = app;
    const publicName = `Novinky ${name}`;
    const list = await own.aList({ name: publicName, publicName });
    const settings = { language: t.language };
    const form = await aForm(own, { name: `Footer ${name}`, listIds: [list.id], purposeId: own.purposeId, settings });
    const { email } = await aConfirmedSignUp(own, form);
    const contact = await findContactByEmail(own, email);
    const contactId = contact?.id ?? "";
    expect(contact).toMatchObject({ status: "subscribed", consentBasis: "double_opt_in" });
    await own.api.ok("updateContact", { params: { id: contactId }, body: { language: t.language } });
    const opened = await app.openSignedIn("/forms", { viewport, locale: t.language });
    const { page } = opened;
    await page.getByRole("link", { name: `Footer ${name}` }).click();
    await page.getByRole("link", { name: email }).waitFor();
    await checkTitled(opened, `Footer ${name}`);
    await page.getByRole("link", { name: email }).click();
    await page.getByRole("heading", { name: words(t.mailable) }).waitFor();

    const path = `/u/${aToken(own, { purpose: "unsubscribe", contactId })}`;
    const left = await app.open(path, { viewport, locale: t.language });
    const choice = left.page.getByLabel(publicName);
    expect(await choice.isChecked()).toBe(true);
    // Opening the link changes nothing: programs that check links open it too.
    expect((await findContactByEmail(own, email))?.status).toBe("subscribed");
    await checkPage(left);
    await choice.uncheck();
    await left.page.getByRole("button", { name: t.save }).click();
    await left.page.getByText(t.saved).waitFor();
    expect(await choice.isChecked()).toBe(false);
    await checkPage(left);
    expect((await findContactByEmail(own, email))?.status).toBe("subscribed");
    if (name === "wide") {
      const answer = await left.page.request.post(left.page.url(), { form: { "List-Unsubscribe": "One-Click" } });
      expect(answer.status()).toBe(200);
    } else {
      await left.page.getByRole("button", { name: t.all }).click();
      await left.page.getByRole("heading", { name: t.thanks }).waitFor();
      await checkPage(left);
    }
    await left.page.goto(`${app.origin}${path}`);
    await left.page.getByRole("heading", { name: t.nothing }).waitFor();
    await checkPage(left);

    await page.reload();
    await page.getByRole("heading", { name: words(t.blocked) }).waitFor();
    await opened.settle();
    await checkPage(opened);
    const members = { params: { list_id: (await own.aList()).id }, body: { contactIds: [contactId] } };
    expect(await own.api.ok("addListMembers", members)).toMatchObject({ added: 0, skipped: 1 });
    const definition = {
      type: "group",
      match: "all",
      rules: [{ type: "field", field: "email", operator: "eq", value: email }],
    };
    const reach = await own.api.ok("previewSegment", { body: { shopId: own.shopId, definition } });
    expect(reach).toMatchObject({ matched: 1, mailable: 0 });
    expect((await findContactByEmail(own, email))?.status).toBe("unsubscribed");
  });
});
