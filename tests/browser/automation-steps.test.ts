import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aGraph, anAutomation, paramsOf } from "../harness/factories/automations.ts";
import { checkPage, startWebApp, words, type WebApp } from "./app-harness.ts";

let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

const save = (automation: { id: string }, baseVersion: number, graph: object) =>
  app.own.api.ok("saveAutomationGraph", { params: paramsOf(automation), body: { graph, baseVersion } });

const delay = (amount: number) => ({ spec: { kind: "delay", amount, unit: "days" } });

describe("versions of an automation", () => {
  it("shows what has changed since one, and brings it back as a change of the draft", async () => {
    const { api } = app.own;
    const first = aGraph({ t: ["order_paid"], w: ["wait", delay(1)], l: ["add_label", { label: "vip" }] }, [
      "t w",
      "w l",
    ]);
    const automation = await anAutomation(app.own, { name: "S verzemi", graph: first });
    const second = aGraph({ t: ["order_paid"], w: ["wait", delay(3)], g: ["goal", { name: "Konec" }] }, ["t w", "w g"]);
    await save(automation, 1, second);

    const opened = await app.openSignedIn(`/automations/${automation.id}`);
    const { page } = opened;
    await page.getByRole("link", { name: words("Verze 1") }).click();
    const dialog = page.getByRole("dialog", { name: words("Verze automatizace") });
    await dialog.getByRole("heading", { name: words("Co se změnilo od verze 1") }).waitFor();
    const group = (name: string) =>
      dialog.locator("section", { has: page.getByRole("heading", { name: words(name) }) });
    await group("Přidané kroky (1)").last().getByText("Konec").waitFor();
    await group("Odebrané kroky (1)").last().getByText("vip").waitFor();
    const changed = group("Změněné kroky (1)").last();
    await changed.getByText(words("je 3 dny")).waitFor();
    await changed.getByText(words("bylo 1 den")).waitFor();
    await opened.settle();
    await checkPage(opened);

    await dialog.getByRole("button", { name: words("Obnovit verzi 1") }).click();
    await page.getByText(words("V editoru je podoba z verze 1.")).waitFor();
    await expect.poll(async () => (await api.ok("getAutomation", { params: paramsOf(automation) })).version).toBe(3);
    const { graph } = await api.ok("getAutomation", { params: paramsOf(automation) });
    expect(graph.nodes).toMatchObject(first.nodes);
    const kept = await api.ok("getAutomationVersion", { params: { ...paramsOf(automation), version: "2" } });
    expect(kept.graph.nodes).toMatchObject(second.nodes);
    await page
      .getByRole("alert")
      .getByRole("button", { name: words("Vrátit zpět") })
      .click();
    await expect
      .poll(async () => (await api.ok("getAutomation", { params: paramsOf(automation) })).graph.nodes)
      .toMatchObject(second.nodes);
  });
});

describe("the panel of a coupon step", () => {
  it("says how many codes are left, and warns when none is", async () => {
    const { api } = app.own;
    const stackOf = async (name: string, codes: readonly string[]) => {
      const { id: stack_id } = await api.ok("createCouponStack", { body: { name, mergeKey: name } });
      if (codes.length > 0) await api.ok("addCouponCodes", { params: { stack_id }, body: { codes } });
      return stack_id;
    };
    const enough = await stackOf(
      "mnoho",
      Array.from({ length: 25 }, (_, index) => `KOD${index}`),
    );
    const few = await stackOf("malo", ["POSLEDNI"]);
    const none = await stackOf("nic", []);
    const graph = aGraph(
      {
        t: ["order_paid"],
        enough: ["assign_coupon", { stackId: enough }],
        few: ["assign_coupon", { stackId: few }],
        none: ["assign_coupon", { stackId: none }],
      },
      ["t enough", "enough few", "few none"],
    );
    const { id } = await anAutomation(app.own, { name: "S kupóny", graph });
    const opened = await app.openSignedIn(`/automations/${id}/edit?view=list&node=enough`);
    const panel = opened.page.getByRole("complementary");
    await panel.getByText(words("V balíčku zbývá 25 volných kódů.")).waitFor();
    await opened.page.locator('[data-node="few"]').click();
    await panel.getByText(words("V balíčku zbývá 1 volný kód.")).waitFor();
    await panel.getByRole("link", { name: words("Doplnit kódy") }).waitFor();
    await opened.page.locator('[data-node="none"]').click();
    await panel.getByRole("alert").getByText(words("V balíčku nezbyl žádný kód.")).waitFor();
    await opened.settle();
    await checkPage(opened);
  });
});
