import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkPage, journeyWidths, startWebApp, words, type WebApp } from "./app-harness.ts";

let app: WebApp;
let listId: string;

beforeAll(async () => {
  app = await startWebApp();
  const { api, aContact, aList, shopId } = app.own;
  const list = await aList({ name: "Newsletter Bylinkovo" });
  listId = list.id;
  const people = [
    ["Jana", "Novotná", "Brno"],
    ["Tomáš", "Procházka", "Praha"],
    ["Zdeňka", "Řehořová", "Brno"],
    ["Eva", "Malá", "Brno"],
    ["Petr", "Dvořák", "Ostrava"],
  ] as const;
  const contacts = [];
  for (const [firstName, lastName, city] of people) contacts.push(await aContact({ firstName, lastName, city }));
  await api.ok("addListMembers", {
    params: { list_id: listId },
    body: { contactIds: contacts.slice(0, 4).map(({ id }) => id) },
  });
  await api.ok("unsubscribeContact", { params: { id: contacts[2]?.id ?? "" }, body: {} });
  await api.ok("createSegment", {
    body: { name: "Ostravští", shopId, refresh: "daily", definition: all(city("Ostrava")) },
  });
  for (const [name] of journeyWidths("phone"))
    await api.ok("createFooter", { body: { name: `Patička ${name}`, html: "<p>Na shledanou</p>" } });
  await api.ok("createSurvey", {
    body: { name: "Spokojenost", active: true, questions: [{ type: "rating", label: "Jak se vám líbíme?" }] },
  });
});

afterAll(() => app?.close());

const czech = {
  locale: "cs-CZ",
  segments: "Segmenty",
  add: "Nový segment",
  addRule: "Přidat podmínku",
  addGroup: "Přidat skupinu",
  list: "Seznam",
  field: "Údaj kontaktu",
  value: "Hodnota",
  mailable: (count: number) => `${count} lze oslovit`,
  save: "Uložit segment",
  name: "Název",
  taken: "Tento název už má jiný segment.",
  show: (count: number) => `Zobrazit ${count} kontakt`,
  contacts: (count: number) => `${count} kontakt`,
  orderValue: "Hodnota objednávek",
  unfinished: "1 podmínka není doplněná",
  noAmount: "Zadejte částku.",
  leave: "Odejít bez uložení",
  footers: "Patičky",
  footerCode: "HTML patičky",
  publish: "Zveřejnit",
  published: "Zveřejněno.",
  surveys: "Dotazníky",
  question: "Znění otázky",
  saveQuestions: "Uložit otázky",
  saved: "Uloženo.",
};

const english: typeof czech = {
  locale: "en-GB",
  segments: "Segments",
  add: "New segment",
  addRule: "Add condition",
  addGroup: "Add group",
  list: "List",
  field: "Contact detail",
  value: "Value",
  mailable: (count) => `${count} can be e-mailed`,
  save: "Save segment",
  name: "Name",
  taken: "Another segment has this name.",
  show: (count) => `Show ${count} contact`,
  contacts: (count) => `${count} contact`,
  orderValue: "Value of orders",
  unfinished: "1 condition is not complete",
  noAmount: "Enter an amount.",
  leave: "Leave without saving",
  footers: "Footers",
  footerCode: "HTML of the footer",
  publish: "Publish",
  published: "Published.",
  surveys: "Surveys",
  question: "Wording of the question",
  saveQuestions: "Save questions",
  saved: "Saved.",
};

const runs = { wide: czech, phone: english } as const;

const all = (...rules: object[]) => ({ type: "group", match: "all", rules });
const any = (...rules: object[]) => ({ type: "group", match: "any", rules });
const city = (value: string) => ({ type: "field", field: "city", operator: "eq", value });

/** Chooses in the last drop-down with this label. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.locator(`input[aria-label="${label}"]`).last().click();
  await page
    .getByRole("option", { name: words(option) })
    .last()
    .click();
}

/** Adds a rule to the innermost group, whose button comes first on the page. */
async function addRule(page: Page, add: string, kind: string): Promise<void> {
  await page
    .getByRole("button", { name: words(add) })
    .first()
    .click();
  await page.getByRole("menuitem", { name: words(kind) }).click();
}

const count = async (definition: object) =>
  (await app.own.api.ok("previewSegment", { body: { shopId: app.own.shopId, definition } })).matched;

const countsLive = async (page: Page, matched: number): Promise<void> => {
  await expect.poll(() => page.getByTestId("matched").innerText(), { timeout: 10_000 }).toBe(String(matched));
};

describe.each(journeyWidths("phone"))("segments, %s", (name, viewport) => {
  const t = runs[name];

  it("builds a nested segment whose live count, saved size and members agree with the API", async () => {
    const opened = await app.openSignedIn("/segments", { viewport, locale: t.locale });
    const { page } = opened;
    await page.getByText("Ostravští").waitFor();
    await checkPage(opened);
    await page.getByRole("link", { name: words(t.add) }).click();
    await addRule(page, t.addRule, t.list);
    await choose(page, t.list, "Newsletter Bylinkovo");
    const inList = { type: "list", operator: "in", listId };
    await countsLive(page, await count(all(inList)));
    await page.getByRole("button", { name: words(t.addGroup) }).click();
    for (const town of ["Brno", "Ostrava"]) {
      await addRule(page, t.addRule, t.field);
      await page.getByRole("textbox", { name: t.value }).last().fill(town);
    }
    const definition = all(inList, any(city("Brno"), city("Ostrava")));
    const preview = await app.own.api.ok("previewSegment", { body: { shopId: app.own.shopId, definition } });
    await countsLive(page, preview.matched);
    await page.getByText(words(t.mailable(preview.mailable))).waitFor();
    await page.getByRole("link", { name: /Novotná/ }).waitFor();
    // An older answer is dimmed while the next one is on its way.
    await expect.poll(() => page.locator("[data-counting]").count()).toBe(0);
    await checkPage(opened);

    await page.getByRole("button", { name: words(t.save) }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: t.name, exact: true }).fill("Ostravští");
    await dialog.getByRole("button", { name: words(t.save) }).click();
    await dialog.getByText(words(t.taken)).waitFor();
    expect(opened.pageErrors.splice(0)).toEqual([expect.stringContaining("409")]);
    await dialog.getByRole("textbox", { name: t.name, exact: true }).fill(`Brno ${name}`);
    await dialog.getByRole("button", { name: words(t.save) }).click();
    await page.getByRole("heading", { name: `Brno ${name}` }).waitFor();
    await page.getByRole("link", { name: words(t.show(preview.matched)) }).click();
    await page.getByText(words(t.contacts(preview.matched))).waitFor();
    const rows = viewport.width < 768 ? page.getByRole("listitem").filter({ hasText: "@" }) : page.getByRole("row");
    await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(preview.matched + (viewport.width < 768 ? 0 : 1));
    await checkPage(opened);
  });

  it("shows a refusal at its rule, and content pages on the way", async () => {
    const opened = await app.openSignedIn("/segments/new", { viewport, locale: t.locale });
    const { page, pageErrors } = opened;
    await addRule(page, t.addRule, t.orderValue);
    await page.getByText(words(t.unfinished)).waitFor();
    await page.getByRole("button", { name: words(t.save) }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: t.name, exact: true }).fill("Neúplný");
    await dialog.getByRole("button", { name: words(t.save) }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: words(t.noAmount) })
      .waitFor();
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining("400")]);
    await checkPage(opened);

    await page.getByRole("link", { name: t.segments }).last().click();
    await page.getByRole("button", { name: words(t.leave) }).click();
    await page.getByRole("link", { name: "Ostravští" }).waitFor();
    await app.follow(page, "/content/footers");
    await page.getByRole("link", { name: `Patička ${name}` }).click();
    await page.frameLocator("iframe").getByText("Na shledanou").waitFor();
    await page.getByRole("textbox", { name: words(t.footerCode) }).click();
    for (const key of ["ControlOrMeta+a", "Delete"]) await page.keyboard.press(key);
    await page.keyboard.type("Krásný den");
    await page.frameLocator("iframe").getByText("Krásný den").waitFor();
    await checkPage(opened);
    await page.getByRole("button", { name: words(t.publish) }).click();
    await page.getByText(words(t.published)).waitFor();
    await page.getByRole("link", { name: words(t.footers) }).click();
    await page.getByRole("link", { name: words(t.surveys) }).click();
    await page.getByRole("link", { name: "Spokojenost" }).click();
    await page.getByRole("textbox", { name: words(t.question) }).fill(`Doporučíte nás? ${name}`);
    await page.getByRole("button", { name: words(t.saveQuestions) }).click();
    await page.getByText(words(t.saved)).waitFor();
    await checkPage(opened);
  });
});
