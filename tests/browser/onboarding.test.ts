import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aConfirmedSignUp, aForm, findContactByEmail } from "../harness/factories/forms.ts";
import { anOrder } from "../harness/factories/orders.ts";
import { aToken } from "../harness/servers/public-pages.ts";
import { checkPage, startWebApp, journeyWidths, words, type OpenedPage, type WebApp } from "./app-harness.ts";

let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

const go = (page: Page, path: string) => page.goto(`${app.origin}/app/${app.own.tenant}${path}`);

/** Waits for the title of a page and checks it. */
async function checkTitled(opened: OpenedPage, title: string | RegExp): Promise<void> {
  await opened.page.getByRole("heading", { level: 1, name: title }).waitFor();
  await opened.page.waitForLoadState("networkidle");
  await checkPage(opened);
}

const progressOf = async (page: Page): Promise<string> =>
  (await page.getByText(/^\d+\sz\s10$/).innerText()).replaceAll("\u00a0", " ");

describe.each(journeyWidths)("a fresh company, %s", (name, viewport) => {
  const isWide = name === "wide";

  it("leads from the checklist to a domain, a sender and a test recipient", async () => {
    const opened = await app.openSignedIn("/", { viewport });
    const { page } = opened;
    await page.getByRole("link", { name: words("Pokračovat v prvních krocích") }).click();
    await checkTitled(opened, /^Vítejte/);
    expect(await progressOf(page)).toBe(isWide ? "0 z 10" : "3 z 10");

    await page.getByRole("link", { name: /Přidat doménu|Otevřít: Ověřit doménu/ }).click();
    await page.getByRole("button", { name: "Přidat doménu" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Doména" }).fill("not a domain");
    await dialog.getByRole("button", { name: "Přidat doménu" }).click();
    await dialog.getByText(words("Napište doménu bez http, například priklad.cz.")).waitFor();
    expect(opened.pageErrors.splice(0)).toEqual([expect.stringContaining("400")]);
    await dialog.getByRole("textbox", { name: "Doména" }).fill(`${name}.example`);
    await dialog.getByRole("button", { name: "Přidat doménu" }).click();
    await checkTitled(opened, `${name}.example`);
    const dkim = page.getByRole("region", { name: /^DKIM/ });
    expect(await dkim.getByText(/v=DKIM1; k=rsa; p=/).count()).toBe(1);
    expect(await page.getByRole("button", { name: words("Kopírovat: DKIM, hodnota záznamu") }).count()).toBe(1);
    await page.getByRole("button", { name: words("Zkontrolovat doménu") }).click();
    await dkim.getByText("Zatím nenalezen").waitFor();

    await go(page, "/deliverability/senders");
    await page.getByRole("button", { name: words("Přidat odesílatele") }).click();
    await dialog.getByLabel("Adresa", { exact: true }).fill(`ahoj@${name}.example`);
    await dialog.getByLabel("Jméno, které uvidí příjemce").fill("Bylinkovo");
    await dialog.getByRole("button", { name: words("Přidat odesílatele") }).click();
    await page.getByText(words("Čeká na ověření")).first().waitFor();
    await checkTitled(opened, "Doručitelnost");

    await page.getByRole("link", { name: words("Testovací adresy") }).click();
    await page.getByRole("textbox", { name: words("E-mail") }).fill(`test@${name}.example`);
    await page.getByRole("button", { name: words("Přidat adresu") }).click();
    await page.getByRole("button", { name: words(`Odebrat test@${name}.example`) }).waitFor();
    await checkTitled(opened, "Doručitelnost");
    expect((await app.own.api.ok("getTestRecipients")).emails).toContain(`test@${name}.example`);

    await go(page, "/onboarding");
    await expect.poll(() => progressOf(page)).toBe(isWide ? "1 z 10" : "3 z 10");
    await page.context().close();
  });

  it("shows orders, automations and forms, and never mails a contact again that left by a link", async () => {
    const { own } = app;
    const opened = await app.openSignedIn("/shop", { viewport, locale: "en-GB" });
    const { page } = opened;
    if (isWide) await page.getByText("Orders come from your shop").waitFor();
    const externalId = `2026-${name}`;
    await own.api.ok("recordOrders", { body: anOrder(own, { externalId }) });
    await go(page, "/shop");
    await page.getByRole("link", { name: externalId }).click();
    await checkTitled(opened, `Order ${externalId}`);

    await go(page, "/automations");
    if (isWide) {
      await page.getByRole("button", { name: /^Přivítání/ }).waitFor();
      await checkTitled(opened, "Automations");
    }

    const form = await aForm(own, { name: `Footer ${name}` });
    const { email } = await aConfirmedSignUp(own, form);
    await go(page, "/forms");
    await page.getByRole("link", { name: `Footer ${name}` }).click();
    await page.getByRole("link", { name: email }).waitFor();
    await checkTitled(opened, `Footer ${name}`);
    const contact = await findContactByEmail(own, email);
    expect(contact?.status).toBe("subscribed");

    const path = `/u/${aToken(own, { purpose: "unsubscribe", contactId: contact?.id ?? "" })}`;
    const oneClick = { "List-Unsubscribe": "One-Click" };
    if (isWide) await page.request.post(`${app.origin}${path}`, { form: oneClick });
    else {
      const left = await app.open(path, { viewport, locale: "en-GB" });
      await checkPage(left);
      await left.page.getByRole("button", { name: /^(Odhlásit se ze všeho|Unsubscribe from everything)$/ }).click();
      await left.page.getByRole("heading", { name: /Jste odhlášeni|You are unsubscribed/ }).waitFor();
      await left.page.context().close();
    }
    await go(page, `/contacts/${contact?.id ?? ""}`);
    await page.getByRole("heading", { name: words("We do not e-mail this contact") }).waitFor();
    await checkPage(opened);
    await page.context().close();
  });
});
