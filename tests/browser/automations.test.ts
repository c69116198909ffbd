import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  aGraph,
  anActiveAutomation,
  enter,
  paramsOf,
  runAutomations,
  waitGraph,
} from "../harness/factories/automations.ts";
import { aSender } from "../harness/factories/campaign-drafts.ts";
import { aTemplate } from "../harness/factories/templates.ts";
import { sendTestEmails } from "../harness/factories/test-emails.ts";
import { checkPage, startWebApp, words, type WebApp } from "./app-harness.ts";

let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

const aDraft = (name: string) => app.own.api.ok("createAutomation", { body: { name, shopId: app.own.shopId } });

type Shape = { readonly types: string[]; readonly edges: string[] };

/** The stored graph: types of the steps, and edges between them. */
async function storedShape(id: string): Promise<Shape> {
  const { graph } = await app.own.api.ok("getAutomation", { params: { automation_id: id } });
  const nodes: readonly { id: string; type: string }[] = JSON.parse(JSON.stringify(graph.nodes));
  const typeOf = (key: string) => nodes.find((node) => node.id === key)?.type ?? key;
  return {
    types: nodes.map(({ type }) => type).toSorted(),
    edges: graph.edges.map(({ from, output, to }) => `${typeOf(from)} ${output} ${typeOf(to)}`).toSorted(),
  };
}

const plus = (page: Page, name: string) => page.getByRole("button", { name: words(name) });

const chooseStep = async (page: Page, place: string, text: string) => {
  await plus(page, place).press("Enter");
  await page.getByLabel(words("Hledat krok…")).fill(text);
  await page.keyboard.press("Enter");
};

const centre = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("The element is not shown");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

describe("the editor of automations", () => {
  it("draws an automation by keyboard, saves the draft by itself, and shows it on the canvas, where steps are dragged", async () => {
    const { id } = await aDraft("Košík");
    const opened = await app.openSignedIn(`/automations/${id}/edit?view=list`);
    const { page } = opened;
    await page.getByLabel(words("Hledat spouštěč…")).fill("kosik");
    await page.keyboard.press("Enter");
    await chooseStep(page, "Přidat krok za Opuštěný košík", "rozdeleni");
    await chooseStep(page, "Přidat krok za Náhodné rozdělení, větev b 50 %", "e-mail");
    await page.getByRole("button", { name: words("chybí předmět") }).press("Enter");
    await page.keyboard.type("Zůstalo vám něco v košíku");
    await expect
      .poll(() => storedShape(id))
      .toEqual({
        types: ["cart_abandoned", "email", "split"],
        edges: ["cart_abandoned next split", "split b email"],
      });
    await opened.settle();
    await checkPage(opened);

    await page.getByText("Plátno", { exact: true }).click();
    await page.getByRole("button", { name: words("Zavřít nastavení") }).click();
    await page.getByRole("button", { name: words("Zobrazit vše") }).click();
    const step = page.locator("[data-node]", { hasText: words("Zůstalo vám něco v košíku") });
    await step.waitFor();
    const from = await centre(step);
    const to = await centre(plus(page, "větev a 50 %"));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 20, from.y, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    await expect
      .poll(async () => (await storedShape(id)).edges)
      .toEqual(["cart_abandoned next split", "split a email"]);
    await page.getByRole("button", { name: "Vrátit zpět" }).press("Enter");
    await expect
      .poll(async () => (await storedShape(id)).edges)
      .toEqual(["cart_abandoned next split", "split b email"]);
    await opened.settle();
    await checkPage(opened);

    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole("button", { name: words("Opuštěný košík") })
      .first()
      .waitFor();
    await opened.settle();
    await checkPage(opened);
  });

  it("overwrites nothing when somebody else saved meanwhile: the own state stays behind undo", async () => {
    const { id } = await aDraft("Dva lidé");
    const { page } = await app.openSignedIn(`/automations/${id}/edit?view=list`);
    await page.getByLabel(words("Hledat spouštěč…")).waitFor();
    const graph = { nodes: [{ id: "theirs", type: "order_paid", config: {} }], edges: [] };
    await app.own.api.ok("saveAutomationGraph", { params: { automation_id: id }, body: { graph, baseVersion: 1 } });
    await page.getByLabel(words("Hledat spouštěč…")).fill("datum");
    await page.keyboard.press("Enter");
    await page.getByText(words("Mezitím uložil novější verzi někdo jiný")).waitFor();
    await page.getByRole("button", { name: words("Načíst verzi 2") }).click();
    await page
      .getByRole("button", { name: words("Zaplacená objednávka") })
      .first()
      .waitFor();
    expect((await storedShape(id)).types).toEqual(["order_paid"]);
    await page.getByRole("button", { name: "Vrátit zpět" }).click();
    await expect.poll(async () => (await storedShape(id)).types).toEqual(["date"]);
  });

  it("writes the rules of a condition as segments have them, with who meets them now", async () => {
    const { api, aContact } = app.own;
    await aContact({ city: "Brno" });
    await aContact({ city: "Praha" });
    const { id } = await aDraft("Z Brna");
    const params = { automation_id: id };
    const definition = { type: "group", match: "all", rules: [] };
    const graph = {
      nodes: [
        { id: "t", type: "manual", config: {} },
        { id: "c", type: "condition", config: { definition } },
      ],
      edges: [{ from: "t", to: "c" }],
    };
    await api.ok("saveAutomationGraph", { params, body: { graph, baseVersion: 1 } });
    const opened = await app.openSignedIn(`/automations/${id}/edit?view=list`);
    const { page } = opened;
    await page
      .getByRole("button", { name: words("Podmínka") })
      .first()
      .click();
    await page.getByRole("button", { name: "Přidat podmínku" }).click();
    await page.getByRole("menuitem", { name: "Údaj kontaktu" }).click();
    await page.getByText(words("doplňte")).waitFor();
    await page.getByLabel("Hodnota").fill("Brno");
    await page.getByText(words("Teď je splňuje 1 z 2 kontaktů obchodu.")).waitFor();
    const rule = { type: "field", field: "city", operator: "eq", value: "Brno" };
    await expect
      .poll(async () => (await api.ok("getAutomation", { params })).graph.nodes[1])
      .toMatchObject({ config: { definition: { ...definition, rules: [rule] } } });
    await page.getByText(words("Město je Brno")).first().waitFor();
    await opened.settle();
    await checkPage(opened);
    await page.getByRole("button", { name: words("Odebrat podmínku") }).click();
    await page.getByRole("button", { name: "Vrátit zpět" }).click();
    expect(await page.getByLabel("Hodnota").inputValue()).toBe("Brno");
  });

  it("asks before it changes an automation that somebody has started meanwhile", async () => {
    const { id } = await aDraft("Spuštěná jinde");
    const params = { automation_id: id };
    const graph = { nodes: [{ id: "first", type: "order_paid", config: {} }], edges: [] };
    await app.own.api.ok("saveAutomationGraph", { params, body: { graph, baseVersion: 1 } });
    const { page } = await app.openSignedIn(`/automations/${id}/edit?view=list`);
    await plus(page, "Přidat krok za Zaplacená objednávka").waitFor();
    await app.own.api.ok("activateAutomation", { params });
    await chooseStep(page, "Přidat krok za Zaplacená objednávka", "konec");
    const dialog = page.getByRole("dialog", { name: words("Uložit verzi 3") });
    await dialog.getByText(words("Automatizace běží.")).waitFor();
    expect((await storedShape(id)).types).toEqual(["order_paid"]);
    await dialog.getByRole("button", { name: words("Uložit verzi 3") }).click();
    await page.getByText(words("Verze 3 je uložená.")).waitFor();
    expect((await storedShape(id)).types).toEqual(["end", "order_paid"]);
  });

  it("takes negative numbers, names of branches when they are left, and hides secrets", async () => {
    const { id } = await aDraft("Pole");
    const node = (key: string, type: string, config: object) => ({ id: key, type, config });
    const shares = [
      { output: "a", percent: 50 },
      { output: "b", percent: 30 },
      { output: "c", percent: 20 },
    ];
    const spec = { kind: "field", field: "birthday", offsetDays: 0, time: "09:00" };
    const basicAuth = { enabled: true, username: "shop", password: "heslo-obchodu" };
    const graph = {
      nodes: [
        node("start", "order_paid", {}),
        node("wait", "wait", { spec }),
        node("split", "split", { shares }),
        node("hook", "webhook", { url: "https://shop.test/hook", basicAuth }),
      ],
      edges: [
        { id: "1", from: "start", output: "next", to: "wait" },
        { id: "2", from: "wait", output: "next", to: "split" },
        { id: "3", from: "split", output: "a", to: "hook" },
      ],
    };
    await app.own.api.ok("saveAutomationGraph", {
      params: { automation_id: id },
      body: { graph, baseVersion: 1 },
    });
    const getConfig = async (key: string) => {
      const stored = await app.own.api.ok("getAutomation", { params: { automation_id: id } });
      const nodes: readonly { id: string; config: unknown }[] = JSON.parse(JSON.stringify(stored.graph.nodes));
      return nodes.find((one) => one.id === key)?.config;
    };
    const opened = await app.openSignedIn(`/automations/${id}/edit?view=list`);
    const { page } = opened;
    const open = (key: string) => page.locator(`[data-node="${key}"]`).click();

    await open("wait");
    const offset = page.getByLabel(words("Dnů od data (záporné: před ním)"));
    await offset.fill("");
    await offset.pressSequentially("-3");
    expect(await offset.inputValue()).toBe("-3");
    await expect.poll(() => getConfig("wait")).toMatchObject({ spec: { offsetDays: -3 } });

    await open("split");
    const name = page.getByLabel(words("Název větve 1"));
    await name.fill("");
    await name.pressSequentially("sleva");
    await page.keyboard.press("Enter");
    const percent = page.getByLabel(words("Podíl v %: sleva"));
    await percent.fill("60");
    await page.keyboard.press("Enter");
    await name.fill("b");
    await page.getByText(words("Takovou větev už krok má.")).waitFor();
    await expect
      .poll(() => getConfig("split"))
      .toEqual({
        shares: [
          { output: "sleva", percent: 60 },
          { output: "b", percent: 24 },
          { output: "c", percent: 16 },
        ],
      });

    await open("hook");
    const password = page.getByLabel(words("Heslo"), { exact: true });
    expect(await password.getAttribute("type")).toBe("password");
    expect(await password.inputValue()).toBe("");
    await page.getByText(words("Prázdné pole uloženou hodnotu nechá.")).waitFor();
    await opened.settle();
    await checkPage(opened);
    await password.fill("nové");
    await page.keyboard.press("Tab");
    await page.locator('[data-node="hook"]').focus();
    await page.keyboard.press("Control+c");
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("nové");
  });

  it("undoes what a message says while it is the last change, and leaves keys to menus and selected text", async () => {
    const { id } = await aDraft("Kroky zpět");
    const node = (key: string, type: string) => ({ id: key, type, config: {} });
    const graph = {
      nodes: [
        node("start", "order_paid"),
        node("first", "unsubscribe"),
        node("goal", "unsubscribe"),
        node("end", "end"),
      ],
      edges: [
        { id: "1", from: "start", output: "next", to: "first" },
        { id: "2", from: "first", output: "next", to: "goal" },
        { id: "3", from: "goal", output: "next", to: "end" },
      ],
    };
    await app.own.api.ok("saveAutomationGraph", { params: { automation_id: id }, body: { graph, baseVersion: 1 } });
    const { page } = await app.openSignedIn(`/automations/${id}/edit?view=list`);
    const step = (key: string) => page.locator(`[data-node="${key}"]`);
    const menu = page.getByRole("complementary").getByRole("button", { name: words("Akce kroku") });
    const undo = page.getByRole("alert").getByRole("button", { name: words("Vrátit zpět") });

    await step("goal").click();
    await menu.click();
    const removal = page.getByRole("menuitem", { name: words("Odebrat i s tím, co následuje") });
    await removal.waitFor();
    await page.locator("[role=menu]").press("Delete");
    await removal.click();
    await step("end").waitFor({ state: "detached" });
    await undo.click();
    await step("end").waitFor();
    await step("goal").click();
    await menu.click();
    await removal.click();
    await undo.waitFor();
    await step("first").click();
    await page.keyboard.press("Delete");
    await undo.waitFor({ state: "detached" });
    await expect.poll(() => storedShape(id)).toEqual({ types: ["order_paid"], edges: [] });

    await page.getByRole("button", { name: "Vrátit zpět" }).click();
    await step("first").click();
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))");
    await page.keyboard.press("Control+c");
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("unsubscribe");
    await page.evaluate("getSelection().removeAllRanges()");
    await page.keyboard.press("Control+c");
    expect(await page.evaluate("JSON.stringify(localStorage)")).toContain("unsubscribe");
  });

  it("opens an automation with steps that it does not know for reading only", async () => {
    const { id } = await aDraft("Novější kroky");
    const graph = { nodes: [{ id: "start", type: "order_paid", config: {} }], edges: [] };
    await app.own.api.ok("saveAutomationGraph", { params: { automation_id: id }, body: { graph, baseVersion: 1 } });
    const opened = await app.openSignedIn(`/automations`);
    const { page } = opened;
    await page.route(`**/automations/${id}/editor`, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      answer.automation.graph.nodes.push({ id: "newer", type: "fax", config: {} });
      await route.fulfill({ response, json: answer });
    });
    await page.goto(`${app.origin}/app/${app.own.tenant}/automations/${id}/edit?view=list`);
    await page.getByText(words("Automatizace má kroky, které tato verze aplikace nezná")).waitFor();
    expect(await plus(page, "Přidat krok za Zaplacená objednávka").count()).toBe(0);
    await opened.settle();
    await checkPage(opened);
  });

  it("waits for the running save before the next one, also when the page is left meanwhile", async () => {
    const { id } = await aDraft("Pomalé ukládání");
    const { page } = await app.openSignedIn(`/automations/${id}/edit?view=list`);
    let saves = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/graph", async (route) => {
      saves += 1;
      await released;
      await route.continue();
    });
    await page.getByLabel(words("Hledat spouštěč…")).fill("datum");
    await page.keyboard.press("Enter");
    await expect.poll(() => saves).toBe(1);
    await chooseStep(page, "Přidat krok za Datum kontaktu", "konec");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: words("Automatizace") })
      .first()
      .click();
    expect(saves).toBe(1);
    release();
    await page.waitForURL(/\/automations$/);
    expect(saves).toBe(2);
    expect((await storedShape(id)).types).toEqual(["date", "end"]);
  });

  it("leads from an e-mail to its content and back, and tests it as the step sends it", async () => {
    const { own } = app;
    const sender = await aSender(own);
    const template = await aTemplate(own, { name: "Vítací", subject: "Ze šablony", html: "<p>Vítejte</p>" });
    await own.api.ok("setTestRecipients", { body: { emails: ["tester@example.com"] } });
    const { id } = await aDraft("Vítání");
    const config = { senderId: sender.id, subject: "Dobrý den", templateId: template.id };
    const graph = {
      nodes: [
        { id: "t", type: "manual", config: {} },
        { id: "hello", type: "email", config },
      ],
      edges: [{ from: "t", to: "hello" }],
    };
    await own.api.ok("saveAutomationGraph", { params: { automation_id: id }, body: { graph, baseVersion: 1 } });
    const opened = await app.openSignedIn(`/automations/${id}/edit?view=list&node=hello`);
    const { page } = opened;
    const subject = page.getByRole("textbox", { name: words("Předmět") });
    await subject.press("End");
    await subject.pressSequentially(", ");
    await page.getByRole("button", { name: words("Vložit údaj do pole Předmět") }).click();
    await page.keyboard.type("df_name");
    await page.getByRole("button", { name: "{{df_name}}" }).first().click();
    expect(await subject.inputValue()).toBe("Dobrý den, {{df_name}}");
    await opened.settle();
    await checkPage(opened);
    await page.getByRole("button", { name: "Poslat test" }).click();
    await page.getByRole("button", { name: words("Poslat test na 1 adresu") }).click();
    await page.getByText(words("Test odchází na 1.")).waitFor();
    const [mail] = await sendTestEmails(own);
    expect(mail?.raw).toContain(`<${sender.email}>`);
    expect(mail?.raw).toContain(Buffer.from("[Test] Dobrý den, Jano").toString("base64").slice(0, -1));
    await page.getByRole("link", { name: "Upravit obsah" }).click();
    await page.getByRole("heading", { name: "Vítací" }).waitFor();
    await page.getByRole("link", { name: "Automatizace" }).last().click();
    await subject.waitFor();
    expect(await subject.inputValue()).toBe("Dobrý den, {{df_name}}");
  });

  it("shows what a step did and who stands there, and lets people go on", async () => {
    const { own } = app;
    const automation = await anActiveAutomation(own, waitGraph, { name: "Čekárna" });
    const contacts = await Promise.all([1, 2, 3].map(() => own.aContact()));
    await enter(
      own,
      automation,
      contacts.map(({ id }) => id),
    );
    await runAutomations(own);
    const opened = await app.openSignedIn(`/automations/${automation.id}/edit?view=list&node=w`);
    const { page } = opened;
    const panel = page.getByRole("complementary");
    const waiting = panel.getByRole("list", { name: words("Stojí tady") });
    const passed = panel.getByRole("list", { name: words("Prošlo") });
    await panel.getByRole("tab", { name: words("Nastavení") }).press("ArrowRight");
    await panel.getByText(words("Stojí tady")).waitFor();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => waiting.getByRole("listitem").count()).toBe(3);
    await opened.settle();
    await checkPage(opened);

    const first = contacts[0]?.email ?? "";
    await panel.getByRole("button", { name: words(`Pustit dál: ${first}`) }).click();
    await page.getByRole("button", { name: words("Pustit dál 1 kontakt") }).click();
    await page.getByText(words("1 kontakt jde dál.")).waitFor();
    await runAutomations(own);
    await page.reload();
    await panel.getByRole("tab", { name: words("Kontakty") }).click();
    await expect.poll(() => passed.getByRole("link").allTextContents()).toEqual([first]);
    expect(await waiting.getByRole("listitem").count()).toBe(2);

    await panel.getByRole("button", { name: words("Přepočítat čekání") }).click();
    await page.getByRole("button", { name: words("Přepočítat 2 kontaktům") }).click();
    await page.getByText(words("2 kontakty mají nový konec čekání.")).waitFor();
    await panel.getByRole("button", { name: words("Pustit všechny dál") }).click();
    const all = page.getByRole("button", { name: words("Pustit dál 2 kontakty") });
    expect(await all.isDisabled()).toBe(true);
    await page.getByRole("dialog").getByRole("textbox").fill("2");
    await all.click();
    await page.getByText(words("2 kontakty jdou dál.")).waitFor();
    await runAutomations(own);
    const counts = await own.api.ok("getAutomationCounts", { params: paramsOf(automation) });
    expect(counts).toMatchObject({ active: 0, completed: 3 });
  });

  it("is tried out on everybody and on one contact, on the canvas and without sending", async () => {
    const { own } = app;
    const inBrno = await own.aContact({ city: "Brno" });
    const { id } = await aDraft("Zkoušená");
    const rule = { type: "field", field: "city", operator: "eq", value: "Brno" };
    const definition = { type: "group", match: "all", rules: [rule] };
    const graph = aGraph(
      {
        t: ["contact_created"],
        c: ["condition", { definition }],
        yes: ["notify", { memberIds: [own.member], subject: "Z Brna", text: "Přišel" }],
        no: ["end"],
      },
      ["t c", "c yes yes", "c no no"],
    );
    await own.api.ok("saveAutomationGraph", { params: { automation_id: id }, body: { graph, baseVersion: 1 } });
    const opened = await app.openSignedIn(`/automations/${id}/edit`);
    const { page } = opened;
    const step = (key: string) => page.locator(`[data-node="${key}"]`);
    await step("t").waitFor();
    await page.getByRole("button", { name: "Vyzkoušet" }).click();
    await page.getByRole("button", { name: words("Projít se všemi") }).click();
    const bar = page.getByRole("status").filter({ hasText: words("Zkouška na všech") });
    await bar.getByText(words("odešlo by 0 e-mailů")).waitFor();
    await step("yes")
      .getByText(/^projde/)
      .waitFor();
    await opened.settle();
    await checkPage(opened);
    await page.getByRole("button", { name: words("Ukončit zkoušku") }).click();
    await bar.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Vyzkoušet" }).click();
    await page.getByLabel(words("E-mail kontaktu")).fill("nikdo@example.com");
    await page.getByRole("button", { name: words("Projít kroky") }).click();
    await page.getByText(words("Takový kontakt nemáme.")).waitFor();
    await page.getByLabel(words("E-mail kontaktu")).fill(inBrno.email);
    await page.getByRole("button", { name: words("Projít kroky") }).click();
    await page.getByText(words(`Zkouška: ${inBrno.email}`)).waitFor();
    await step("yes")
      .getByText(/^projde/)
      .waitFor();
    await step("no").getByText(words("sem se nedostane")).waitFor();
    const counts = await own.api.ok("getAutomationCounts", { params: { automation_id: id } });
    expect(counts).toMatchObject({ entered: 0, active: 0 });
    await page.getByRole("button", { name: "Spustit", exact: true }).click();
    await page.getByRole("dialog").getByText(words("Kdyby vstoupili všichni")).waitFor();
  });
});
