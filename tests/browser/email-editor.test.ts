import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkPage, startWebApp, words, type OpenedPage, type WebApp } from "./app-harness.ts";

let app: WebApp;
/** One page for all tests of the wide editor. */
let wide: OpenedPage;

beforeAll(async () => {
  app = await startWebApp();
  await app.own.api.ok("setTestRecipients", { body: { emails: ["tester@example.cz"] } });
  wide = await app.openSignedIn("/content");
  // Leaving before the pause of saving ends asks.
  wide.page.on("dialog", (dialog) => void dialog.accept());
});

afterAll(() => app?.close());

const frameOf = (page: Page) => page.frameLocator("iframe[title^='Náhled']");
const rowsOf = (page: Page) => page.getByRole("region", { name: "Struktura" }).locator("[data-row]");
const rowNames = async (page: Page) => (await rowsOf(page).allInnerTexts()).map((text) => text.replace(/:.*/s, ""));
const idIn = (page: Page) => /templates\/(\d+)/.exec(page.url())?.[1] ?? "";
const saved = (page: Page, version: number) => page.getByText(words(`· verze ${version}`)).waitFor();
const getContent = (page: Page) => app.own.api.ok("getTemplateContent", { params: { template_id: idIn(page) } });

async function createTemplate({ page }: OpenedPage, name: string): Promise<void> {
  await page.getByRole("button", { name: "Nová šablona" }).first().click();
  await page.getByRole("textbox", { name: "Název", exact: true }).fill(name);
  await page.getByRole("button", { name: "Vytvořit šablonu" }).click();
  await page.getByRole("heading", { name }).waitFor();
}

describe("e-mail editor", () => {
  it("builds an e-mail by keyboard and mouse, shows it as it is sent, and saves it", async () => {
    const opened = wide;
    const { page } = opened;
    await page.getByText("Zatím tu nejsou žádné šablony").waitFor();
    await checkPage(opened);
    await createTemplate(opened, "Podzimní čaje");

    const add = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await add("Text");
    await add("Tlačítko");
    await add("Oddělovač");
    await expect.poll(() => rowNames(page)).toEqual(["Řádek", "Text", "Tlačítko", "Oddělovač"]);
    await frameOf(page).getByText("Zobrazit nabídku").waitFor();

    // By keyboard: up, duplicate, delete, undo.
    await rowsOf(page).nth(3).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => rowNames(page)).toEqual(["Řádek", "Text", "Oddělovač", "Tlačítko"]);
    await rowsOf(page).nth(1).focus();
    await page.keyboard.press("Control+d");
    await expect.poll(() => rowNames(page)).toEqual(["Řádek", "Text", "Text", "Oddělovač", "Tlačítko"]);
    await rowsOf(page).nth(2).focus();
    await page.keyboard.press("Delete");
    await expect.poll(() => rowNames(page)).toEqual(["Řádek", "Text", "Oddělovač", "Tlačítko"]);

    // By mouse: a row below another one, a block from the palette into the preview.
    await rowsOf(page)
      .nth(3)
      .dragTo(rowsOf(page).nth(1), { targetPosition: { x: 20, y: 3 } });
    await expect.poll(() => rowNames(page)).toEqual(["Řádek", "Tlačítko", "Text", "Oddělovač"]);
    await frameOf(page).getByText("Napište sem text.").waitFor();
    await page
      .getByRole("button", { name: "Mezera", exact: true })
      .dragTo(page.locator("iframe[title^='Náhled']"), { targetPosition: { x: 80, y: 5 } });
    await expect.poll(() => rowNames(page)).toEqual(["Řádek", "Mezera", "Tlačítko", "Text", "Oddělovač"]);

    // A click in the preview selects the text; what is typed appears as the renderer writes it.
    await frameOf(page).getByText("Napište sem text.").click();
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.fill("Dobrý den, ");
    await page.getByRole("button", { name: "Vložit údaj" }).first().click();
    await page.getByLabel("Hledat údaj").fill("df_first_name");
    await page.getByRole("button", { name: /df_first_name/ }).click();
    await frameOf(page).getByText("Dobrý den, Jana").waitFor();
    await page.getByText(words("Uloženo")).waitFor();
    await expect.poll(async () => (await getContent(page)).html).toContain("Dobrý den, {{df_first_name}}");
    await checkPage(opened);
  });

  it("shows moved and removed blocks, and takes a drop between them, before they are rendered anew", async () => {
    const texts = ["První", "Druhý", "Třetí", "Čtvrtý"].map((text) => ({ kind: "text", html: `<p>${text}</p>` }));
    const blocks = { sections: [{ kind: "section", columns: [{ blocks: texts }] }] };
    const { id } = await app.own.api.ok("createTemplate", { body: { name: "Pomalý náhled", blocks } });
    const { page } = wide;
    await page.goto(`${app.origin}/app/${app.own.tenant}/content/templates/${id}`);
    await frameOf(page).getByText("První").waitFor();

    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/content/preview", async (route) => {
      await released;
      await route.continue();
    });
    const shown = async () => (await frameOf(page).locator("p").allInnerTexts()).filter((text) => text !== "");
    await rowsOf(page).nth(3).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Alt+ArrowUp");
    await rowsOf(page).nth(4).focus();
    await page.keyboard.press("Delete");
    await expect.poll(shown).toEqual(["Třetí", "První", "Druhý"]);
    await page
      .getByRole("button", { name: "Mezera", exact: true })
      .dragTo(page.locator("iframe[title^='Náhled']"), { targetPosition: { x: 80, y: 5 } });
    await expect.poll(() => rowNames(page)).toEqual(["Řádek", "Mezera", "Text", "Text", "Text"]);
    // New blocks are drawn at once: as they will look, or as a box with their name.
    await page.getByRole("button", { name: "Tlačítko", exact: true }).click();
    await frameOf(page).getByText("Zobrazit nabídku").waitFor();
    await page.getByRole("button", { name: "Články", exact: true }).click();
    await frameOf(page).getByText("Články").waitFor();
    await page.getByText("Překresluji…").waitFor();
    await page.getByRole("button", { name: "Vrátit zpět" }).click();
    await frameOf(page).getByText("Články").waitFor({ state: "detached" });
    release();
    await page.unrouteAll({ behavior: "wait" });
    await expect.poll(async () => (await getContent(page)).html).toMatch(/Třetí.*První.*Druhý/s);
  });

  it("types in the e-mail itself, with formats, data of the contact and steps back", async () => {
    const greeting = { kind: "text", html: "<p>Dobrý den</p>" };
    const blocks = { sections: [{ kind: "section", columns: [{ blocks: [greeting] }] }] };
    const { id } = await app.own.api.ok("createTemplate", { body: { name: "Psaní na místě", blocks } });
    const opened = wide;
    const { page } = opened;
    await page.goto(`${app.origin}/app/${app.own.tenant}/content/templates/${id}`);
    const frame = frameOf(page);
    const tools = page.getByRole("toolbar", { name: "Formátování" }).first();
    await frame.getByText("Dobrý den").click();
    const text = frame.getByRole("textbox", { name: "Text" });
    await text.waitFor();
    await page.keyboard.press("End");
    await page.keyboard.type(" všem");
    await expect.poll(() => text.innerText()).toBe("Dobrý den všem");
    // The panel shows the same words.
    await expect
      .poll(() => page.getByRole("textbox", { name: "Text", exact: true }).innerText())
      .toBe("Dobrý den všem");
    await page.keyboard.press("Control+z");
    await expect.poll(() => text.innerText()).toBe("Dobrý den");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => text.innerText()).toBe("Dobrý den všem");
    await page.keyboard.press("Control+Shift+ArrowLeft");
    await tools.getByRole("button", { name: "Tučně" }).click();
    await tools.getByRole("button", { name: "Písmo a barva" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Barva" }).fill("#b42318");
    await checkPage(opened);
    await page.keyboard.press("Escape");
    await page.keyboard.press("End");
    await page.keyboard.type(", ");
    await tools.getByRole("button", { name: "Vložit údaj" }).click();
    await page.getByLabel("Hledat údaj").fill("df_first_name");
    await page.getByRole("button", { name: /df_first_name/ }).click();
    await expect.poll(() => text.innerText()).toBe("Dobrý den všem, {{df_first_name}}");
    // Scripts of the frame never run, so that the page pastes.
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", '<p class="x" style="color:red">a <b>vám</b></p><style>p{}</style>');
      const { contentDocument } = document.querySelector("iframe[title^='Náhled']");
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      contentDocument.querySelector(".ProseMirror").dispatchEvent(event);
    }`);
    await page.keyboard.press("Escape");
    await frame.getByText("Jana").waitFor();
    // What is pasted brings its bold, not its other styles.
    await expect
      .poll(async () => (await getContent(page)).html)
      .toMatch(/\{\{df_first_name\}\}(?:<\/span>)?(?:<\/strong>)?a <strong>vám<\/strong>/);
    const { html } = await getContent(page);
    expect(html).toMatch(/Dobrý den <strong><span style="color:\s?#b42318;?">všem/);
  });

  it("types in the label of a button", async () => {
    const button = { kind: "button", label: "Koupit", href: "https://example.cz" };
    const blocks = { sections: [{ kind: "section", columns: [{ blocks: [button] }] }] };
    const { id } = await app.own.api.ok("createTemplate", { body: { name: "Tlačítko na místě", blocks } });
    const { page } = wide;
    await page.goto(`${app.origin}/app/${app.own.tenant}/content/templates/${id}`);
    const frame = frameOf(page);
    await frame.getByText("Koupit").click();
    const label = frame.getByRole("textbox", { name: "Tlačítko" });
    await label.waitFor();
    await page.keyboard.press("End");
    await page.keyboard.type(" hned");
    await expect.poll(() => label.innerText()).toBe("Koupit hned");
    await page.keyboard.press("Enter");
    await frame.getByText("Koupit hned").waitFor();
    await expect.poll(async () => (await getContent(page)).html).toContain("Koupit hned");
  });

  it("saves a row, adds it to another e-mail as blocks, renames and deletes it", async () => {
    const columns = ["Levý", "Pravý"].map((words) => ({ blocks: [{ kind: "text", html: `<p>${words}</p>` }] }));
    const blocks = { sections: [{ kind: "section", columns }] };
    const { id } = await app.own.api.ok("createTemplate", { body: { name: "Odkud", blocks } });
    const other = await app.own.api.ok("createTemplate", { body: { name: "Kam", blocks: { sections: [] } } });
    const { page } = wide;
    const open = (template: string) => page.goto(`${app.origin}/app/${app.own.tenant}/content/templates/${template}`);
    await open(id);
    await frameOf(page).getByText("Levý").waitFor();
    await rowsOf(page).first().click();
    await page.getByRole("button", { name: "Uložit jako prvek" }).click();
    await page.getByRole("textbox", { name: "Název", exact: true }).fill("Dva sloupce");
    await page.getByRole("button", { name: "Uložit prvek" }).click();
    const saved = page.getByRole("group", { name: "Uložené řádky a bloky" });
    await saved.getByRole("button", { name: /^Dva sloupce/ }).waitFor();

    await open(other.id);
    await saved.getByRole("button", { name: /^Dva sloupce/ }).click();
    await expect
      .poll(async () => (await rowsOf(page).allInnerTexts()).join("|"))
      .toMatch(/^Řádek, 2.sloupce\|Sloupec.1\|Text: Levý\|Sloupec.2\|Text: Pravý$/);
    await frameOf(page).getByText("Pravý").waitFor();
    await expect.poll(async () => (await getContent(page)).html).toContain("Pravý");

    const act = async (name: string) => {
      await saved.getByRole("button", { name: /^Akce prvku/ }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await act("Přejmenovat");
    await page.getByRole("textbox", { name: "Název", exact: true }).fill("Dvojice");
    await page.getByRole("button", { name: "Přejmenovat" }).click();
    await saved.getByRole("button", { name: /^Dvojice/ }).waitFor();
    await checkPage(wide);
    await act("Smazat prvek");
    await page.getByRole("dialog").getByRole("button", { name: "Smazat prvek" }).click();
    await saved.getByText("Vyberte blok nebo řádek").waitFor();
  });

  it("shows the e-mail and its line in the mailbox as a chosen contact gets them", async () => {
    await app.own.aContact({ email: "karel@example.cz", firstName: "Karel", lastName: "Novotný" });
    const text = { kind: "text", html: "<p>Pro {{df_first_name}}</p>" };
    const { id } = await app.own.api.ok("createTemplate", {
      body: {
        name: "Osobní náhled",
        subject: "Dárek: {{df_first_name}}",
        blocks: { sections: [{ kind: "section", columns: [{ blocks: [text] }] }] },
      },
    });
    const { page } = wide;
    await page.goto(`${app.origin}/app/${app.own.tenant}/content/templates/${id}`);
    await page.getByText("Dárek: Jana").waitFor();
    await page.getByRole("combobox", { name: "Náhled pro" }).fill("karel@");
    await page.getByRole("option", { name: "Karel Novotný" }).click();
    await page.getByText("Dárek: Karel").waitFor();
    await frameOf(page).getByText("Pro Karel").waitFor();
    await checkPage(wide);
  });

  it("edits code without running its scripts, and offers the choice when somebody saved a newer version", async () => {
    const html = `<h1>Čaje</h1><p>Nabídka</p><script>document.title = "cracked"; parent.cracked = 1</script>
      <img src="x" onerror="parent.cracked = 1" alt="">`;
    const { id } = await app.own.api.ok("createTemplate", { body: { name: "Vlastní kód", html } });
    const opened = wide;
    const { page, pageErrors } = opened;
    await app.follow(page, `/content/templates/${id}`);
    await frameOf(page).getByRole("heading", { name: "Čaje" }).waitFor();
    await page.locator(".cm-content").waitFor();
    expect(await page.evaluate("window.cracked")).toBeUndefined();
    await checkPage(opened);

    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("<p>Moje</p>");
    await saved(page, 2);
    await app.own.api.ok("saveTemplateContent", {
      params: { template_id: id },
      body: { html: "<p>Cizí</p>", baseVersion: 2 },
    });
    await page.keyboard.insertText("<p>Druhé</p>");
    const dialog = page.getByRole("dialog", { name: words("Mezitím vznikla novější verze") });
    await dialog.waitFor();
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining("409")]);
    await checkPage(opened);
    await dialog.getByRole("button", { name: words("Uložit mé změny jako verzi 4") }).click();
    await saved(page, 4);
    expect((await getContent(page)).html).toContain("<p>Druhé</p>");

    await page.getByRole("button", { name: "Verze", exact: true }).click();
    await page.getByRole("button", { name: /^Verze\s3/ }).click();
    await page.getByRole("button", { name: words("Obnovit verzi 3") }).click();
    await frameOf(page).getByText("Cizí").waitFor();
    await saved(page, 5);

    await page.getByRole("button", { name: "Poslat test" }).click();
    const send = page.getByRole("button", { name: words("Poslat test na 1 adresu") });
    await send.waitFor();
    await checkPage(opened);
    await send.click();
    await page.getByText(words("Test odchází na 1.")).waitFor();
    expect(pageErrors).toEqual([]);
  });

  it("edits text on a phone, but not the layout", async () => {
    const blocks = {
      sections: [{ kind: "section", columns: [{ blocks: [{ kind: "text", html: "<p>Ahoj</p>" }] }] }],
    };
    const { id } = await app.own.api.ok("createTemplate", { body: { name: "Na telefonu", blocks } });
    const opened = await app.openSignedIn(`/content/templates/${id}`, { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    await frameOf(page).getByText("Ahoj").waitFor();
    expect(await page.getByRole("button", { name: "Tlačítko", exact: true }).count()).toBe(0);
    await checkPage(opened);
    await rowsOf(page).first().click();
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Nazdar");
    await checkPage(opened);
    await page.getByRole("button", { name: "Zavřít" }).click();
    await frameOf(page).getByText("Nazdar").waitFor();
    await expect.poll(async () => (await getContent(page)).html).toContain("Nazdar");
  });
});
