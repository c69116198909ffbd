import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkPage, startWebApp, journeyWidths, words, type WebApp } from "./app-harness.ts";

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
  for (const [name] of journeyWidths)
    await api.ok("createFooter", { body: { name: `Patička ${name}`, html: "<p>Na shledanou</p>" } });
  await api.ok("createSurvey", {
    body: { name: "Spokojenost", active: true, questions: [{ type: "rating", label: "Jak se vám líbíme?" }] },
  });
});

afterAll(() => app?.close());

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

async function addRule(page: Page, group: number, kind: string): Promise<void> {
  await page
    .getByRole("button", { name: words("Přidat podmínku") })
    .nth(group)
    .click();
  await page.getByRole("menuitem", { name: words(kind) }).click();
}

const count = async (definition: object) =>
  (await app.own.api.ok("previewSegment", { body: { shopId: app.own.shopId, definition } })).matched;

const countsLive = async (page: Page, matched: number): Promise<void> => {
  await expect.poll(() => page.getByTestId("matched").innerText(), { timeout: 10_000 }).toBe(String(matched));
};

describe.each(journeyWidths)("segments, %s", (name, viewport) => {
  it("builds a nested segment whose live count, saved size and members agree with the API", async () => {
    const opened = await app.openSignedIn("/segments", { viewport });
    const { page } = opened;
    await page.getByText("Ostravští").waitFor();
    await checkPage(opened);
    await page.getByRole("link", { name: words("Nový segment") }).click();
    await addRule(page, 0, "Seznam");
    await choose(page, "Seznam", "Newsletter Bylinkovo");
    const inList = { type: "list", operator: "in", listId };
    await countsLive(page, await count(all(inList)));
    await page.getByRole("button", { name: words("Přidat skupinu") }).click();
    for (const town of ["Brno", "Ostrava"]) {
      await addRule(page, 0, "Údaj kontaktu");
      await page.getByRole("textbox", { name: "Hodnota" }).last().fill(town);
    }
    const definition = all(inList, any(city("Brno"), city("Ostrava")));
    const preview = await app.own.api.ok("previewSegment", { body: { shopId: app.own.shopId, definition } });
    await countsLive(page, preview.matched);
    await page.getByText(words(`${preview.mailable} lze oslovit`)).waitFor();
    await page.getByRole("link", { name: /Novotná/ }).waitFor();
    await checkPage(opened);

    await page.getByRole("button", { name: words("Uložit segment") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Název", exact: true }).fill("Ostravští");
    await dialog.getByRole("button", { name: words("Uložit segment") }).click();
    await dialog.getByText(words("Tento název už má jiný segment.")).waitFor();
    expect(opened.pageErrors.splice(0)).toEqual([expect.stringContaining("409")]);
    await dialog.getByRole("textbox", { name: "Název", exact: true }).fill(`Brno ${name}`);
    await dialog.getByRole("button", { name: words("Uložit segment") }).click();
    await page.getByRole("heading", { name: `Brno ${name}` }).waitFor();
    await page.getByRole("link", { name: words(`Zobrazit ${preview.matched} kontakt`) }).click();
    await page.getByText(words(`${preview.matched} kontakt`)).waitFor();
    const rows = viewport.width < 768 ? page.getByRole("listitem").filter({ hasText: "@" }) : page.getByRole("row");
    await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(preview.matched + (viewport.width < 768 ? 0 : 1));
    await checkPage(opened);
  });

  it("shows a refusal at its rule, and content pages on the way", async () => {
    const opened = await app.openSignedIn("/segments/new", { viewport });
    const { page, pageErrors } = opened;
    await addRule(page, 0, "Hodnota objednávek");
    await page.getByText(words("1 podmínka není doplněná")).waitFor();
    await page.getByRole("button", { name: words("Uložit segment") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Název", exact: true }).fill("Neúplný");
    await dialog.getByRole("button", { name: words("Uložit segment") }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: words("Zadejte částku.") })
      .waitFor();
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining("400")]);
    await checkPage(opened);

    await page.getByRole("link", { name: "Segmenty" }).last().click();
    await page.getByRole("button", { name: words("Zahodit změny a odejít") }).click();
    await page.getByRole("link", { name: "Ostravští" }).waitFor();
    await page.goto(`${app.origin}/app/${app.own.tenant}/content/footers`);
    await page.getByRole("link", { name: `Patička ${name}` }).click();
    await page.frameLocator("iframe").getByText("Na shledanou").waitFor();
    await page.getByRole("textbox", { name: words("HTML patičky") }).click();
    for (const key of ["ControlOrMeta+a", "Delete"]) await page.keyboard.press(key);
    await page.keyboard.type("Krásný den");
    await page.frameLocator("iframe").getByText("Krásný den").waitFor();
    await checkPage(opened);
    await page.getByRole("button", { name: words("Zveřejnit") }).click();
    await page.getByText(words("Zveřejněno.")).waitFor();
    await page.getByRole("link", { name: words("Patičky") }).click();
    await page.getByRole("link", { name: words("Dotazníky") }).click();
    await page.getByRole("link", { name: "Spokojenost" }).click();
    await page.getByRole("textbox", { name: words("Znění otázky") }).fill(`Doporučíte nás? ${name}`);
    await page.getByRole("button", { name: words("Uložit otázky") }).click();
    await page.getByText(words("Uloženo.")).waitFor();
    await checkPage(opened);
  });
});
