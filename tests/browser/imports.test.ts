import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { checkPage, startWebApp, journeyWidths, words, type WebApp } from "./app-harness.ts";

let app: WebApp;

const czech = {
  locale: "cs-CZ",
  newList: "Nový seznam",
  createList: "Vytvořit seznam",
  name: "Název",
  emptyList: "Seznam je prázdný",
  newImport: "Nový import",
  drop: "Přetáhněte sem soubor Excel nebo CSV",
  encoding: "Kódování",
  windows: "Windows-1250 (středoevropské)",
  columnTarget: (column: string) => `Sloupec ${column} se uloží jako`,
  lastName: "Příjmení",
  counting: "Počítám…",
  next: "Pokračovat",
  lists: "Přidat do seznamů",
  consent: "Ano, a souhlas každého mohu doložit",
  start: "Importovat",
  progress: "Importuje se",
  download: "Stáhnout 2 řádky s důvody",
  unsubscribed: "1 kontakt není v seznamu, protože se odhlásil nebo z něj odešel.",
  duplicate: "stejná adresa je v souboru znovu",
  whyLocked: (email: string) => `Proč nelze zrušit blokaci ${email}`,
  locked: "Ten člověk se odhlásil sám.",
  addAddress: "Přidat adresu",
  addresses: "Adresy",
  suppress: "Zablokovat 2 adresy",
  alreadyOut: "už je odhlášená",
  unsuppress: (email: string) => `Zrušit blokaci ${email}`,
  unsuppressDo: "Zrušit blokaci",
};

const english: typeof czech = {
  locale: "en-GB",
  newList: "New list",
  createList: "Create list",
  name: "Name",
  emptyList: "The list is empty",
  newImport: "New import",
  drop: "Drop an Excel or CSV file here",
  encoding: "Encoding",
  windows: "Windows-1250 (Central European)",
  columnTarget: (column) => `Column ${column} is stored as`,
  lastName: "Last name",
  counting: "Counting…",
  next: "Continue",
  lists: "Add to lists",
  consent: "Yes, and I can prove the consent of everybody",
  start: "Import",
  progress: "Importing",
  download: "Download 2 rows with reasons",
  unsubscribed: "1 contact is not in the list, having unsubscribed or left it.",
  duplicate: "the same address is in the file again",
  whyLocked: (email) => `Why the suppression of ${email} cannot be removed`,
  locked: "The person unsubscribed.",
  addAddress: "Add address",
  addresses: "Addresses",
  suppress: "Suppress 2 addresses",
  alreadyOut: "has unsubscribed already",
  unsuppress: (email) => `Remove the suppression of ${email}`,
  unsuppressDo: "Remove the suppression",
};

/** Bytes of windows-1250, for which Node.js has only a decoder. */
function windows1250(text: string): Buffer {
  const decoder = new TextDecoder("windows-1250");
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));
  return Buffer.from(Array.from(text, (letter) => codes.get(letter) ?? 63));
}

/** Two people with diacritics, one of them twice, an invalid row, a person who unsubscribed, and `more` others. */
const toFile = (key: string, unsubscribed: string, more: number): Buffer =>
  windows1250(
    [
      "E-mail;Křestní jméno;Rod",
      `zofie.${key}@example.cz;Žofie;Čápková`,
      `radek.${key}@example.cz;Řádek;Šťastný`,
      `ZOFIE.${key}@example.cz;Žofie;Jiná`,
      "bez-adresy;Nikdo;Nikde",
      `${unsubscribed};Jana;Odhlášená`,
      ...Array.from({ length: more }, (_, index) => `clen.${key}.${index}@example.cz;Člen;Č. ${index}`),
      "",
    ].join("\r\n"),
  );

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

const runs = { wide: { say: czech, more: 1100 }, phone: { say: english, more: 2 } } as const;

describe.each(journeyWidths("wide"))("import of a file, %s", (key, viewport) => {
  const { say, more } = runs[key];
  const address = `${key}.odhlasena@example.cz`;

  async function choose(page: Page, label: string, option: string): Promise<void> {
    await page.getByRole("combobox", { name: words(label) }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  }

  it("reads windows-1250, shows its progress and leaves the unsubscribed person alone", async () => {
    const { purposeId, api } = app.own;
    const { id } = await api.ok("createContact", { body: { email: address, purposeId, consentConfirmed: true } });
    await api.ok("unsubscribeContact", { params: { id }, body: {} });
    const opened = await app.openSignedIn("/lists", { viewport, locale: say.locale });
    const { page, pageErrors } = opened;

    await page.getByRole("button", { name: say.newList }).first().click();
    await page.getByRole("textbox", { name: say.name, exact: true }).fill(`Jaro ${key}`);
    await page.getByRole("button", { name: say.createList }).click();
    await page.getByText(say.emptyList).waitFor();
    await checkPage(opened);
    const list = page.url().split("/").at(-1) ?? "";

    await app.follow(page, "/transfers");
    await page.getByRole("link", { name: say.newImport }).first().click();
    await page.getByLabel(say.drop).waitFor({ state: "attached" });
    await checkPage(opened);
    const buffer = toFile(key, address, more);
    await page.getByLabel(say.drop).setInputFiles({ name: "jaro.csv", mimeType: "text/csv", buffer });
    await page.getByText("Šťastný").waitFor();
    expect(await page.getByRole("combobox", { name: say.encoding }).inputValue()).toBe(say.windows);
    expect(await page.getByText("Žofie").count()).toBe(1);
    await choose(page, say.columnTarget("Rod"), say.lastName);
    await expect.poll(() => page.getByText(say.counting).count()).toBe(0);
    await checkPage(opened);
    await page.getByRole("button", { name: say.next }).click();

    await page.getByLabel(words(say.consent)).check();
    await choose(page, say.lists, `Jaro ${key}`);
    await page.keyboard.press("Escape");
    await checkPage(opened);
    await page.getByRole("button", { name: say.next }).click();
    const count = (3 + more).toLocaleString(say.locale).replaceAll(/\s/g, "\\s");
    const start = page.getByRole("button", { name: new RegExp(`^${say.start} ${count}`) });
    await start.waitFor();
    await page.reload();
    await start.waitFor();
    await checkPage(opened);
    await start.click();

    if (more > 1000) {
      await page.getByRole("heading", { name: say.progress }).waitFor();
      await checkPage(opened);
      await app.own.runActions();
    }
    await page.getByText(words(say.unsubscribed)).waitFor();
    await page.getByText(say.duplicate).waitFor();
    await checkPage(opened);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: words(say.download) }).click();
    const rejected = Buffer.concat(await (await (await download).createReadStream()).toArray()).toString();
    expect(rejected).toContain("bez-adresy,Nikdo,Nikde,");

    await app.follow(page, `/lists/${list}?q=stastny`);
    await page.getByText("Řádek Šťastný").waitFor();
    await checkPage(opened);
    const found = async (query: { q: string; list?: string }) => (await api.ok("listContacts", { query })).items;
    expect(await found({ q: address, list })).toEqual([]);
    expect(await found({ q: address })).toMatchObject([{ email: address, state: "unsubscribed" }]);
    expect(await found({ q: `zofie.${key}@` })).toMatchObject([
      { firstName: "Žofie", lastName: "Jiná", state: "active" },
    ]);

    await app.follow(page, `/suppressions?q=${address}`);
    await page.getByRole("button", { name: say.whyLocked(address) }).click();
    await page.getByText(words(say.locked)).waitFor();
    await checkPage(opened);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: say.addAddress }).click();
    await page.getByRole("textbox", { name: say.addresses }).fill(`${address}, ${key}.stop@example.cz`);
    await page.getByRole("button", { name: words(say.suppress) }).click();
    await page.getByText(words(say.alreadyOut)).waitFor();
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining("409")]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await app.follow(page, `/suppressions?q=${key}.stop`);
    await page.getByRole("button", { name: say.unsuppress(`${key}.stop@example.cz`) }).click();
    await page.getByRole("dialog").getByRole("button", { name: say.unsuppressDo }).click();
    await expect.poll(() => page.getByRole("button", { name: say.unsuppress(key) }).count()).toBe(0);
    expect(pageErrors).toEqual([]);
  }, 120_000);
});
