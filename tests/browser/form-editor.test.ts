import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aForm } from "../harness/factories/forms.ts";
import { checkPage, journeyWidths, startWebApp, words, type WebApp } from "./app-harness.ts";

let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

const getDraft = (formId: string) => app.own.api.ok("getFormDraft", { params: { form_id: formId } });
const previewIn = (page: Page) => page.frameLocator("iframe[title='Náhled formuláře']");
const rowsIn = (page: Page) => page.getByRole("region", { name: "Pole", exact: true }).locator("[data-row]");

const aHiddenForm = () => aForm(app.own, { title: "Novinky", status: "inactive", settings: { language: "cs" } });

describe.each(journeyWidths("wide"))("the form editor at the width of a %s", (_name, viewport) => {
  it("builds a form by mouse and keyboard, shows it, and visitors see it once it is published", async () => {
    const form = await aHiddenForm();
    const opened = await app.openSignedIn(`/forms/${form.id}/edit`, { viewport });
    const { page } = opened;
    const field = (name: string) => page.getByRole("textbox", { name: words(name), exact: true });
    await previewIn(page).getByRole("heading", { name: "Novinky" }).waitFor();
    await checkPage(opened);

    await field("Nadpis").fill("Čaj zdarma");
    await previewIn(page).getByRole("heading", { name: "Čaj zdarma" }).waitFor();
    await page.getByRole("button", { name: "Přidat pole" }).click();
    await page.getByRole("menuitem", { name: "Výběr" }).click();
    await field("Popisek").fill("Zajímá mě");
    await field("Možnost 1").fill("Čaje");
    await previewIn(page).getByLabel("Zajímá mě").waitFor();

    // The keyboard moves the focused field to the first place.
    await rowsIn(page).nth(1).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => rowsIn(page).first().innerText()).toContain("Zajímá mě");
    await page.getByText(words("Zajímá mě: 1. z 2")).waitFor({ state: "attached" });
    // The mouse drags it back behind the address and to the first place again, once the first save has moved the list.
    await page.getByText(words("Formulář není veřejný.")).waitFor();
    await rowsIn(page).first().click();
    await rowsIn(page).nth(0).dragTo(rowsIn(page).nth(1));
    await expect.poll(() => rowsIn(page).first().innerText()).toContain("E-mail");
    await rowsIn(page).nth(1).dragTo(rowsIn(page).nth(0));
    await expect.poll(() => rowsIn(page).first().innerText()).toContain("Zajímá mě");
    const options = [
      { value: "Čaje", label: "Čaje" },
      { value: "Možnost 2", label: "Možnost 2" },
    ];
    const chosen = { key: "select", type: "select", label: "Zajímá mě", required: false, options, target: null };
    await expect
      .poll(async () => (await getDraft(form.id)).content)
      .toMatchObject({ title: "Čaj zdarma", fields: [chosen, { key: "email" }] });

    await page.getByRole("tab", { name: "Zobrazení" }).click();
    await page.getByRole("radio", { name: /Vyskakovací okno/ }).check();
    await previewIn(page).getByRole("button", { name: "Zavřít" }).waitFor();
    await page.getByLabel(words("Neukázat na")).first().fill("/kosik*");
    await page.keyboard.press("Enter");
    await field("Vyzkoušet adresu").fill("shop.test/kosik/2");
    await page.getByText(words("Formulář se neukáže podle pravidla /kosik*.")).waitFor();
    await checkPage(opened);

    expect(await app.own.api.ok("getForm", { params: { form_id: form.id } })).toEqual(form);
    await page.getByRole("button", { name: "Zveřejnit", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Zveřejnit", exact: true }).click();
    const codes = page.getByRole("dialog", { name: words("Vložit formulář na web") });
    await codes.getByText(`${form.url}.js`).waitFor();
    await codes.getByText("Tag Manager").click();
    await codes.getByText("createElement").waitFor();
    await codes.getByRole("img", { name: words("QR kód adresy formuláře") }).waitFor();
    await checkPage(opened);
    const published = await app.own.api.ok("getForm", { params: { form_id: form.id } });
    expect(published).toMatchObject({ status: "active", title: "Čaj zdarma", kind: "popup" });
    expect(published.popup.pages).toEqual({ include: [], exclude: ["/kosik*"] });
    expect((await getDraft(form.id)).saved).toBe(false);
  });
});

describe("the confirmation e-mail in the form editor", () => {
  it("is shown as people get it, with the reminder, in the language of the form, and becomes an own one", async () => {
    const form = await aHiddenForm();
    const opened = await app.openSignedIn(`/forms/${form.id}/edit`);
    const { page } = opened;
    await page.getByRole("combobox", { name: "Jazyk", exact: true }).click();
    await page.getByRole("option", { name: "němčina" }).click();
    await page.getByRole("tab", { name: "Potom" }).click();
    await page.getByRole("switch", { name: words("Připomenout, když nepotvrdí") }).check();
    await page.getByText(words("Potvrzovací e-mail"), { exact: true }).first().click();
    await page.getByText("Bestätigen Sie Ihre Anmeldung").first().waitFor();
    const shown = page.frameLocator("iframe[title='Potvrzení']");
    await shown.getByRole("link", { name: "Anmeldung bestätigen" }).waitFor();
    await checkPage(opened);
    await page.getByText(words("Připomenutí"), { exact: true }).click();
    await page.getByText("Erinnerung: Bestätigen Sie Ihre Anmeldung").first().waitFor();

    await page.getByRole("button", { name: words("Vytvořit vlastní e-mail") }).click();
    await page.getByRole("heading", { level: 2, name: words(`Potvrzení: ${form.name}`) }).waitFor();
    const { items } = await app.own.api.ok("listDoiTemplates");
    const template = items.find(({ name }) => name === `Potvrzení: ${form.name}`);
    expect(template).toBeDefined();
    await expect
      .poll(async () => (await getDraft(form.id)).content.settings)
      .toMatchObject({ language: "de", reminderHours: 24, doiTemplateId: template?.id });
  });
});

describe("what the form editor says of values", () => {
  it("shows inherited colours with their contrast, and leads to the tab of a refused value", async () => {
    const form = await aHiddenForm();
    const opened = await app.openSignedIn(`/forms/${form.id}/edit?tab=look`);
    const { page } = opened;
    await page.getByText(words("Text tlačítka je čitelný, kontrast 6")).waitFor();
    await page.getByText(words("Text formuláře je čitelný, kontrast 15")).waitFor();
    await page.getByLabel("Pozadí").fill("#777777");
    await page.getByText(words("Text formuláře se čte špatně, kontrast 4")).waitFor();
    await page.keyboard.press("Tab");
    await page.getByText(words("Formulář není veřejný. Návštěvníci ho uvidí, až ho zveřejníte.")).waitFor();
    await checkPage(opened);

    await page.getByRole("tab", { name: "Obsah" }).click();
    const name = page.getByRole("textbox", { name: "Název", exact: true });
    await name.fill("");
    await page.getByRole("tab", { name: "Zobrazení" }).click();
    await page.getByText(words("Změny se neuložily, opravte údaj na kartě Obsah.")).waitFor();
    await page.getByRole("button", { name: words("Otevřít kartu Obsah") }).click();
    await page.getByText("Napište název.").waitFor();
    await name.fill(form.name);
    await expect.poll(async () => (await getDraft(form.id)).content.design.backgroundColor).toBe("#777777");
  });

  it("offers the custom field of the same name instead of another one", async () => {
    const custom = await app.own.api.ok("createCustomField", { body: { name: "Oblíbený čaj", type: "text" } });
    const form = await aHiddenForm();
    const { page } = await app.openSignedIn(`/forms/${form.id}/edit`);
    await page.getByRole("button", { name: "Přidat pole" }).click();
    await page.getByRole("menuitem", { name: "Text", exact: true }).click();
    await page.getByRole("textbox", { name: "Popisek", exact: true }).fill("oblíbený čaj");
    await page.getByRole("button", { name: words("Uložit do vlastního pole Oblíbený čaj") }).click();
    await expect
      .poll(async () => (await getDraft(form.id)).content.fields[1]?.target)
      .toBe(`customFields.${custom.id}`);
  });
});

describe("two people in the form editor", () => {
  it("never overwrite each other without knowing", async () => {
    const form = await aHiddenForm();
    const { page } = await app.openSignedIn(`/forms/${form.id}/edit`);
    const title = page.getByRole("textbox", { name: "Nadpis", exact: true });
    const saved = page.getByText(/^Uloženo/);
    await title.fill("Moje");
    await saved.waitFor();
    const params = { form_id: form.id };
    await app.own.api.ok("saveFormDraft", { params, body: { title: "Cizí" } });
    await title.fill("Moje druhé");
    await page.getByText(words("Rozpracovaný formulář mezitím uložil někdo jiný.")).waitFor();
    expect((await getDraft(form.id)).content.title).toBe("Cizí");
    // Neither version is lost without a question, not by leaving either.
    await page.getByRole("button", { name: words("Načíst jeho změny") }).click();
    const lost = page.getByRole("dialog", { name: words("Načíst změny někoho jiného?") });
    await lost.getByRole("button", { name: words("Zpět") }).click();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: words("Formuláře") })
      .first()
      .click();
    const left = page.getByRole("dialog", { name: words("Odejít bez uložení?") });
    await left.getByRole("button", { name: words("Zpět") }).click();
    expect(await title.inputValue()).toBe("Moje druhé");
    await page.getByRole("button", { name: "Nechat moje" }).click();
    await page.getByRole("button", { name: words("Přepsat mými změnami") }).click();
    await expect.poll(async () => (await getDraft(form.id)).content.title).toBe("Moje druhé");

    // A change that is live at once makes the draft out of date, which the dialog says.
    await app.own.api.ok("updateForm", { params, body: { submitLabel: "Chci" } });
    await title.fill("Moje třetí");
    await page.getByText(words("Formulář se mezitím změnil mimo editor.")).waitFor();
    await page.getByRole("button", { name: "Zveřejnit", exact: true }).click();
    await page.getByRole("button", { name: words("Přepsat a zveřejnit") }).click();
    await page.getByRole("dialog", { name: words("Vložit formulář na web") }).waitFor();
    expect(await app.own.api.ok("getForm", { params })).toMatchObject({ title: "Moje třetí", submitLabel: "" });
  });
});

describe("the preview of the form editor", () => {
  it("stays as it was when a new one cannot be loaded, beside the reason", async () => {
    const form = await aHiddenForm();
    const { page } = await app.openSignedIn(`/forms/${form.id}/edit`);
    const title = page.getByRole("textbox", { name: "Nadpis", exact: true });
    await previewIn(page).getByRole("heading", { name: "Novinky" }).waitFor();
    await page.route("**/forms/preview", (route) => route.fulfill({ status: 503, json: {} }));
    await title.fill("Čaj zdarma");
    await page.getByText(words("Náhled se nepodařilo načíst.")).waitFor();
    await previewIn(page).getByRole("heading", { name: "Novinky" }).waitFor();
    await page.unroute("**/forms/preview");
    await title.fill("Čaj zdarma pro všechny");
    await previewIn(page).getByRole("heading", { name: "Čaj zdarma pro všechny" }).waitFor();
    await expect.poll(() => page.getByText(words("Náhled se nepodařilo načíst.")).count()).toBe(0);
  });
});

describe("unsaved input of the form editor", () => {
  it("is saved when the page is left, and a draft is discarded only after a question", async () => {
    const form = await aHiddenForm();
    const { page } = await app.openSignedIn(`/forms/${form.id}/edit`);
    const title = page.getByRole("textbox", { name: "Nadpis", exact: true });
    await title.fill("Před odchodem");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: words("Formuláře") })
      .first()
      .click();
    await page.waitForURL(/\/forms$/);
    expect((await getDraft(form.id)).content.title).toBe("Před odchodem");

    await page.goBack();
    await page.getByRole("button", { name: words("Zahodit změny") }).click();
    const question = page.getByRole("dialog", { name: words("Zahodit změny?") });
    await question.getByRole("button", { name: words("Zpět") }).click();
    expect((await getDraft(form.id)).saved).toBe(true);
    await page.getByRole("button", { name: words("Zahodit změny") }).click();
    await question.getByRole("button", { name: words("Zahodit změny") }).click();
    await page.getByText(words("Změny jsou zahozené.")).waitFor();
    expect((await getDraft(form.id)).saved).toBe(false);
    await expect.poll(() => title.inputValue()).toBe("Novinky");
  });
});
