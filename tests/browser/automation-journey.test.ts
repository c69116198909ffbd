import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aGraph, anAutomation, enter, paramsOf, runAutomations } from "../harness/factories/automations.ts";
import { aVerifiedSender } from "../harness/factories/sending-campaigns.ts";
import { checkPage, journeyWidths, startWebApp, words, type WebApp } from "./app-harness.ts";

let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

const automationOf = ({ id }: { id: string }) => app.own.api.ok("getAutomation", { params: paramsOf({ id }) });

const waysOf = async (automation: { id: string }): Promise<string[]> =>
  (await automationOf(automation)).graph.edges.map(({ from, output, to }) => `${from} ${output} ${to}`).toSorted();

const centre = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("The element is not shown");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Drags what is at the first place to the second one, slowly enough to be a drag. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await centre(from), await centre(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 20, start.y + 10, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

describe("an automation from its recipe to the people inside", () => {
  it.each(journeyWidths("wide"))(
    "is edited, mended, tried, started, entered and saved again, %s",
    async (name, viewport) => {
      const { own } = app;
      await aVerifiedSender(own);
      const opened = await app.openSignedIn("/automations", { viewport });
      const { page } = opened;
      const title = `Zájem ${name}`;
      const recipe = words("Potvrzení zájmu");
      // The first automation of a company is chosen on the page itself.
      const tile = page.getByRole("button", { name: recipe });
      await tile
        .or(page.getByRole("button", { name: words("Nová automatizace") }))
        .first()
        .click();
      const dialog = page.getByRole("dialog", { name: words("Nová automatizace") });
      await dialog.getByRole("button", { name: recipe }).click();
      await dialog.getByLabel("Název").fill(title);
      await dialog.getByRole("button", { name: words("Vytvořit koncept") }).click();
      await page.waitForURL(/\/edit/);
      const id = /automations\/(\d+)\/edit/.exec(page.url())?.[1] ?? "";
      const made = await automationOf({ id });
      const emailNode = JSON.parse(JSON.stringify(made.graph.nodes)).find(
        (node: { type: string }) => node.type === "email",
      );
      const step = page.locator(`[data-node="${emailNode.id}"]`);
      await step.first().click();
      const subject = page.getByRole("textbox", { name: words("Předmět") });
      await subject.fill("");
      const issue = page.getByRole("button", { name: words("chybí předmět") });
      await issue.waitFor();
      expect(await page.getByRole("button", { name: "Spustit", exact: true }).isDisabled()).toBe(true);
      if (name === "phone") await page.getByRole("button", { name: words("Zavřít nastavení") }).click();
      await issue.click();
      await page.keyboard.type("Chcete od nás psát dál?");
      const preheader = page.getByRole("textbox", { name: words("Text náhledu (nepovinné)") });
      await preheader.fill("Stačí kliknout, ");
      await page.getByRole("button", { name: words("Vložit údaj do pole Text náhledu") }).click();
      await page.keyboard.type("df_name");
      await page.getByRole("button", { name: "{{df_name}}" }).first().click();
      expect(await preheader.inputValue()).toBe("Stačí kliknout, {{df_name}}");
      await expect
        .poll(async () => JSON.stringify((await automationOf({ id })).graph))
        .toContain('"preheader":"Stačí kliknout, {{df_name}}"');
      await opened.settle();
      await checkPage(opened);
      await page.getByRole("button", { name: words("Zavřít nastavení") }).click();

      const start = page.getByRole("button", { name: "Spustit", exact: true });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      const review = page.getByRole("dialog", { name: words(`Spustit automatizaci ${title}`) });
      await review.getByText(words("Ruční přidání")).waitFor();
      await review.getByText(words("Chcete od nás psát dál?")).waitFor();
      await opened.settle();
      await checkPage(opened);
      await review.getByRole("button", { name: "Spustit", exact: true }).click();
      await page.getByText(words("Automatizace běží.")).waitFor();

      await enter(own, { id });
      await runAutomations(own);
      await page.reload();
      await step.first().waitFor();
      await expect.poll(async () => (await page.locator("[data-node]").first().textContent()) ?? "").toMatch(/1$/);

      const { version, graph } = await automationOf({ id });
      await own.api.ok("saveAutomationGraph", {
        params: paramsOf({ id }),
        body: { graph, baseVersion: version, confirmRunning: true },
      });
      await step.first().click();
      await subject.fill("Můj předmět");
      if (name === "phone") await page.getByRole("button", { name: words("Zavřít nastavení") }).click();
      await page.getByRole("button", { name: words(`Uložit verzi ${version + 1}`) }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: words(`Uložit verzi ${version + 1}`) })
        .click();
      await page.getByRole("dialog", { name: words("Mezitím uložil novější verzi někdo jiný") }).waitFor();
      expect(JSON.stringify((await automationOf({ id })).graph)).not.toContain("Můj předmět");
    },
  );
});

describe("several chosen steps", () => {
  it("move together by mouse, also from a drawn frame, and by keyboard, and the bar keeps the name", async () => {
    const delay = { spec: { kind: "delay", amount: 1, unit: "days" } };
    const automation = await anAutomation(app.own, {
      name: "Stěhování několika kroků",
      graph: aGraph(
        {
          t: ["order_paid"],
          a: ["add_label", { label: "vip" }],
          b: ["wait", delay],
          g: ["goal", { name: "Uprostřed" }],
          h: ["goal", { name: "Na konci" }],
        },
        ["t a", "a b", "b g", "g h"],
      ),
    });
    const before = await waysOf(automation);
    const opened = await app.openSignedIn(`/automations/${automation.id}/edit`);
    const { page } = opened;
    const step = (key: string) => page.locator(`[data-node="${key}"]`);
    const plus = (after: string) => page.getByRole("button", { name: words(`Přidat krok za ${after}`) });
    await step("a").waitFor();
    await page.getByRole("button", { name: words("Zobrazit vše") }).click();
    await step("a").click();
    await step("b").click({ modifiers: ["Control"] });
    await page.getByRole("toolbar", { name: words("2 vybrané kroky") }).waitFor();
    await drag(page, step("a"), plus("Cíl").first());
    const moved = ["a next b", "b next h", "g next a", "t next g"];
    await expect.poll(() => waysOf(automation)).toEqual(moved);
    await page.keyboard.press("Control+z");
    await expect.poll(() => waysOf(automation)).toEqual(before);
    await opened.settle();
    const name = await page.getByRole("heading", { level: 1 }).evaluate((h1) => h1.scrollWidth - h1.clientWidth);
    expect(name).toBe(0);

    await page.keyboard.press("Escape");
    const [first, second] = [await step("a").boundingBox(), await step("b").boundingBox()];
    if (first === null || second === null) throw new Error("The steps are not shown");
    await page.keyboard.down("Shift");
    await page.mouse.move(first.x - 12, first.y - 8);
    await page.mouse.down();
    await page.mouse.move(second.x + second.width + 12, second.y + second.height + 8, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await page.getByRole("toolbar", { name: words("2 vybrané kroky") }).waitFor();
    await drag(page, step("a"), plus("Cíl").first());
    await expect.poll(() => waysOf(automation)).toEqual(moved);
    await checkPage(opened);
    await page.keyboard.press("Control+z");
    await expect.poll(() => waysOf(automation)).toEqual(before);

    await page.getByText("Seznam kroků", { exact: true }).click();
    await step("a").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+ArrowDown");
    await plus("Cíl").first().press("Enter");
    await page.getByRole("dialog").or(page.locator("[data-entry=move]")).first().waitFor();
    await page.getByLabel(words("Hledat krok…")).press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => waysOf(automation)).toEqual(moved);
  });
});

describe("settings of steps", () => {
  it("offer the e-mails of another automation, tomorrow morning as a date, and an e-mail in the look of the shop", async () => {
    const { own } = app;
    const source = await anAutomation(own, {
      name: "Se dvěma e-maily",
      graph: aGraph({ t: ["order_paid"], hello: ["email", { subject: "Dobrý den, {{df_name}}" }] }, ["t hello"]),
    });
    const automation = await anAutomation(own, {
      name: "Po otevření",
      graph: aGraph({ t: ["email_opened"], w: ["wait"], mail: ["email", { subject: "Díky" }] }, ["t w", "w mail"]),
    });
    const configOf = async (key: string) => {
      const { graph } = await automationOf(automation);
      const nodes: readonly { id: string; config: unknown }[] = JSON.parse(JSON.stringify(graph.nodes));
      return nodes.find(({ id }) => id === key)?.config;
    };
    const opened = await app.openSignedIn(`/automations/${automation.id}/edit?view=list&node=t`);
    const { page } = opened;
    const panel = page.getByRole("complementary");
    const choose = async (label: string, option: string) => {
      await panel.getByRole("combobox", { name: words(label) }).click();
      await page.getByRole("option", { name: words(option) }).click();
    };
    await choose("Automatizace (nepovinné)", "Se dvěma e-maily");
    await choose("E-mail automatizace (nepovinné)", "Dobrý den, ‹jméno›");
    await expect.poll(() => configOf("t")).toEqual({ automationId: source.id, node: "hello" });

    await page.locator('[data-node="w"]').click();
    await choose("Jak dlouho", "Do data");
    await panel.getByText(words("Kdo přijde teď, pokračuje:")).waitFor();
    await choose("Jak dlouho", "Podle data kontaktu");
    await panel.getByText(words("Kdo má ten den dnes, pokračuje:")).waitFor();
    await page.locator('[data-node="w"]').getByText(words("Narozeniny, 09:00")).waitFor();

    await page.locator('[data-node="mail"]').click();
    await panel.getByRole("button", { name: words("Vytvořit e-mail") }).click();
    await panel.getByRole("link", { name: "Upravit obsah" }).waitFor();
    const { items } = await own.api.ok("listTemplates", { query: { q: "Po otevření" } });
    expect(items).toMatchObject([{ name: "Po otevření: Díky", shopId: own.shopId, kind: "blocks" }]);
    await expect.poll(() => configOf("mail")).toMatchObject({ templateId: items[0]?.id });
    await opened.settle();
    await checkPage(opened);
  });
});
