import { describe, expect, it, onTestFinished } from "vitest";
import { checkPage, journeyWidths, startWebApp, words } from "./app-harness.ts";

describe.each(journeyWidths("wide"))("the shop of the switcher, %s", (name, viewport) => {
  it("filters lists and their numbers, and is what new records begin with", async () => {
    const app = await startWebApp();
    onTestFinished(() => app.close());
    const { own } = app;
    const other = await own.api.ok("createShop", {
      body: { name: "Včelí dvor", language: "sk", country: "SK", currencies: ["EUR"] },
    });
    const purposeId = (await own.api.ok("listPurposes")).items[0]?.id;
    const add = (email: string, shopId: string) =>
      own.api.ok("createContact", { body: { email, shopId, purposeId, consentConfirmed: true } });
    await add("jana@first.example", own.shopId);
    await add("eva@other.example", other.id);
    await own.api.ok("createFooter", {
      body: { name: "Patička první", shopId: own.shopId, kind: "html", html: "<p>1</p>" },
    });
    await own.api.ok("createFooter", { body: { name: "Patička všech", kind: "html", html: "<p>2</p>" } });

    const opened = await app.openSignedIn("/contacts", { viewport });
    const { page } = opened;
    await page.getByText("jana@first.example").first().waitFor();
    if (name === "phone") await page.getByRole("button", { name: words("Více") }).click();
    await page.getByRole("button", { name: words("Obchod: Všechny obchody") }).click();
    await page.getByRole("menuitem", { name: "Včelí dvor" }).click();
    if (name === "phone") await page.keyboard.press("Escape");
    await page.getByText("jana@first.example").first().waitFor({ state: "detached" });
    await page.getByText("eva@other.example").first().waitFor();
    await page.getByText(words("1 celkem")).waitFor();
    await opened.settle();
    await checkPage(opened);

    await page.getByRole("button", { name: words("Přidat kontakt") }).click();
    const dialog = page.getByRole("dialog", { name: words("Přidat kontakt") });
    expect(await dialog.getByRole("combobox", { name: /^Obchod/ }).inputValue()).toBe("Včelí dvor");
    await page.keyboard.press("Escape");

    await app.follow(page, "/content/footers");
    await page.getByText(words("Patička všech")).first().waitFor();
    await opened.settle();
    expect(await page.getByText(words("Patička první")).count()).toBe(0);
    await checkPage(opened);
    await page.getByRole("button", { name: words("Nová patička") }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Název" }).fill("Patička dvora");
    await page.getByRole("button", { name: "Vytvořit", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: words("Patička dvora") }).waitFor();
    const { items } = await own.api.ok("listFooters", { query: { q: "dvora" } });
    expect(items.map(({ shopId }) => shopId)).toEqual([other.id]);
  }, 120_000);
});
