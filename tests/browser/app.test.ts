import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workerBrowser } from "./launch-browser.ts";
import { checkPage, journeyWidths, signIn, startWebApp, words, type WebApp } from "./app-harness.ts";

let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
  const { purposeId } = app.own;
  await app.own.api.ok("updateOnboarding", { body: { hidden: true } });
  const people = [
    ["jana.novotna@example.cz", "Jana", "Novotná"],
    ["tomas.prochazka@example.cz", "Tomáš", "Procházka"],
    ["zdenka.rehorova@example.cz", "Zdeňka", "Řehořová"],
  ];
  for (const [email, firstName, lastName] of people)
    await app.own.api.ok("createContact", { body: { email, firstName, lastName, purposeId, consentConfirmed: true } });
});

afterAll(() => app?.close());

describe.each(journeyWidths("wide"))("web app, %s", (_name, viewport) => {
  it("asks visitors to sign in, explains a wrong password, and returns to the address", async () => {
    const opened = await app.open(`/app/${app.own.tenant}/contacts?q=jana`, { viewport });
    const { page, pageErrors } = opened;
    await page.getByRole("heading", { name: "Přihlášení" }).waitFor();
    // The browser reports the refused requests itself: the missing session and the wrong password.
    const refused = "Failed to load resource: the server responded with a status of 401 (Unauthorized)";
    expect(pageErrors.splice(0)).toEqual([refused]);
    await checkPage(opened);
    await signIn(page, app.email, "not the password");
    await page.getByText(words("E-mail nebo heslo nesouhlasí.")).waitFor();
    expect(pageErrors.splice(0)).toEqual([refused]);
    await signIn(page, app.email);
    await page.waitForURL(`**/app/${app.own.tenant}/contacts?q=jana`);
    await page.getByText("Novotná").waitFor();
    expect(await page.getByText("Procházka").count()).toBe(0);
    await checkPage(opened);
    // An address without a company leads to the page in the company that was opened last.
    await page.goto(new URL("/app/contacts?q=zdenka", page.url()).href);
    await page.waitForURL(`**/app/${app.own.tenant}/contacts?q=zdenka`);
    await page.getByText("Řehořová").waitFor();
  });

  it("shows contacts with filters in the address, and the detail", async () => {
    const opened = await app.openSignedIn("/contacts", { viewport });
    const { page } = opened;
    await page.getByText("Řehořová").waitFor();
    await checkPage(opened);
    await page.getByRole("searchbox", { name: words("E-mail, jméno, telefon…") }).fill("prochazka");
    await page.waitForURL("**/contacts?q=prochazka");
    await expect.poll(() => page.getByText("Řehořová").count()).toBe(0);
    await app.follow(page, "/contacts?tab=unsubscribed");
    await page.getByText("Žádný kontakt neodpovídá filtrům").waitFor();
    await page.getByRole("button", { name: "Zrušit filtry" }).click();
    await page.getByRole("link", { name: /Novotná|jana\.novotna/ }).click();
    await page.getByRole("heading", { name: "Jana Novotná" }).waitFor();
    await page.getByRole("heading", { name: words("Tomuto kontaktu můžeme psát") }).waitFor();
    await checkPage(opened);
  });

  it("shows the overview in both themes", async () => {
    const opened = await app.openSignedIn("/", { viewport });
    const { page } = opened;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.getByRole("heading", { name: words("Kontakty, které lze oslovit") }).waitFor();
      await opened.settle();
      await checkPage(opened);
    }
    await page.reload();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  });
});

describe("web app", () => {
  it("adds a contact, and shows a refusal of the API at its field", async () => {
    const opened = await app.openSignedIn("/contacts", { locale: "en-GB" });
    const { page, pageErrors } = opened;
    await page.getByRole("button", { name: "Add contact" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words("E-mail")).fill("jana.novotna@example.cz");
    await dialog.getByLabel(words("I hold a proof that this person agreed to be e-mailed")).check();
    await checkPage(opened);
    await dialog.getByRole("button", { name: "Add contact" }).click();
    await dialog.getByText("You already have a contact with this address.").waitFor();
    expect(
      await dialog.getByLabel(words("E-mail")).evaluate((field) => field === field.ownerDocument.activeElement),
    ).toBe(true);
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining("409")]);
    await dialog.getByLabel(words("E-mail")).fill("new.person@example.com");
    await dialog.getByRole("button", { name: "Add contact" }).click();
    await page.getByRole("link", { name: "new.person@example.com" }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  it("jumps to a contact by Ctrl-K", async () => {
    const opened = await app.openSignedIn("/");
    const { page } = opened;
    await page.getByRole("heading", { name: "Přehled" }).waitFor();
    await opened.settle();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("rehor");
    await page.getByRole("option", { name: /Řehořová/ }).waitFor();
    await checkPage(opened);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Zdeňka Řehořová" }).waitFor();
    expect(opened.pageErrors).toEqual([]);
  });

  it("shows the calls of a page as commands without a key", async () => {
    const opened = await app.openSignedIn("/contacts");
    const { page } = opened;
    await page.getByText("Řehořová").waitFor();
    await page.getByRole("button", { name: "Totéž přes API" }).click();
    const call = page.getByRole("region", { name: "GET /contacts" }).first();
    await call.waitFor();
    expect(await call.innerText()).toContain(
      `curl '${app.origin}/api/v1/tenants/${app.own.tenant}/contacts?page=1&pageSize=25&sort=-createdAt'`,
    );
    expect(await call.innerText()).toContain("Bearer $POSTRIDER_KEY");
    await checkPage(opened);
  });

  it("speaks the first language of the browser that it knows before anybody signs in, then the chosen one", async () => {
    const page = await (await (await workerBrowser()).newContext({ locale: "sk-SK" })).newPage();
    await page.goto(`${app.origin}/app/sign-in`);
    await page.getByRole("heading", { name: "Prihlásenie" }).waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate("navigator.languages[0]")).toBe("sk-SK");
  });

  it("loads at most 250 KB for the first view with its fonts, of that 180 KB of JavaScript", async () => {
    const opened = await app.open("/app/sign-in");
    const { page } = opened;
    await opened.settle();
    const [all, scripts] = await page.evaluate<[number, number]>(
      `((found) => [() => true, ({ name }) => name.endsWith(".js")]
        .map((counts) => found.filter(counts).reduce((sum, { transferSize }) => sum + transferSize, 0)))
        (performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation")))`,
    );
    expect(scripts).toBeLessThan(180 * 1024);
    expect(all).toBeLessThan(250 * 1024);
  });
});
