import { describe, expect, it, onTestFinished } from "vitest";
import { checkTitled, journeyWidths, startWebApp, words } from "./app-harness.ts";

const czech = {
  locale: "cs-CZ",
  firstName: "Vaše křestní jméno",
  street: "Ulice a číslo společnosti",
  city: "Město",
  saveProfile: "Uložit a pokračovat",
  welcome: /^Vítejte/,
  named: "Vítejte, Klára",
  skipContacts: "Přeskočit: Nahrát kontakty",
  skipTemplate: "Přeskočit: Vybrat vzhled e-mailů",
  skipSender: "Přeskočit: Nastavit, odkud budete psát",
  skipCampaign: "Přeskočit: Poslat první kampaň",
  overview: "Přehled",
  progress: (done: number) => new RegExp(`^${done}\\sz\\s5$`),
  addDomain: "Přidat doménu",
  domain: "Doména",
  notADomain: "Napište doménu bez http, například priklad.cz.",
  copyDkim: "Kopírovat: DKIM, hodnota záznamu",
  check: "Zkontrolovat doménu",
  notFound: "Zatím nenalezen",
  deliverability: "Doručitelnost",
  addSender: "Přidat odesílatele",
  address: "Adresa",
  shownName: "Jméno, které uvidí příjemce",
  unverified: "Čeká na ověření",
  testAddresses: "Testovací adresy",
  addAddress: "Přidat adresu",
  removeAddress: (email: string) => `Odebrat ${email}`,
};

const english: typeof czech = {
  locale: "en-GB",
  firstName: "Your first name",
  street: "Street of the company",
  city: "City",
  saveProfile: "Save and continue",
  welcome: /^Welcome/,
  named: "Welcome, Klára",
  skipContacts: "Skip: Upload contacts",
  skipTemplate: "Skip: Choose the look of e-mails",
  skipSender: "Skip: Set up where you write from",
  skipCampaign: "Skip: Send the first campaign",
  overview: "Overview",
  progress: (done) => new RegExp(`^${done}\\sof\\s5$`),
  addDomain: "Add domain",
  domain: "Domain",
  notADomain: "Write the domain without http, such as example.com.",
  copyDkim: "Copy: DKIM, value of the record",
  check: "Check domain",
  notFound: "Not found yet",
  deliverability: "Deliverability",
  addSender: "Add sender",
  address: "Address",
  shownName: "Name that the recipient sees",
  unverified: "Waits for verification",
  testAddresses: "Test addresses",
  addAddress: "Add address",
  removeAddress: (email) => `Remove ${email}`,
};

const runs = { wide: czech, phone: english } as const;

describe.each(journeyWidths("phone"))("a fresh company, %s", (name, viewport) => {
  const t = runs[name];

  it("begins with its first steps, which ask for a name and lead to a domain, a sender and the overview", async () => {
    const app = await startWebApp();
    onTestFinished(() => app.close());
    const opened = await app.openSignedIn("/", { viewport, locale: t.locale });
    const { page, pageErrors } = opened;
    await checkTitled(opened, t.welcome);
    await page.getByText(t.progress(0)).waitFor();
    await page.getByLabel(t.firstName).fill("Klára");
    await page.getByLabel(t.street).fill("Dlouhá 1");
    await page.getByLabel(t.city, { exact: true }).fill("Praha");
    await page.getByRole("button", { name: words(t.saveProfile) }).click();
    await page.getByText(t.progress(1)).waitFor();
    await checkTitled(opened, t.named);

    await page.getByRole("link", { name: t.addDomain }).click();
    await page.getByRole("button", { name: t.addDomain }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: t.domain }).fill("not a domain");
    await dialog.getByRole("button", { name: t.addDomain }).click();
    await dialog.getByText(words(t.notADomain)).waitFor();
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining("400")]);
    await dialog.getByRole("textbox", { name: t.domain }).fill(`${name}.example`);
    await dialog.getByRole("button", { name: t.addDomain }).click();
    await checkTitled(opened, `${name}.example`);
    const dkim = page.getByRole("region", { name: /^DKIM/ });
    expect(await dkim.getByText(/v=DKIM1; k=rsa; p=/).count()).toBe(1);
    expect(await page.getByRole("button", { name: words(t.copyDkim) }).count()).toBe(1);
    await page.getByRole("button", { name: words(t.check) }).click();
    await dkim.getByText(t.notFound).waitFor();

    await app.follow(page, "/deliverability/senders");
    await page.getByRole("button", { name: words(t.addSender) }).click();
    await dialog.getByLabel(t.address, { exact: true }).fill(`ahoj@${name}.example`);
    await dialog.getByLabel(t.shownName).fill("Bylinkovo");
    await dialog.getByRole("button", { name: words(t.addSender) }).click();
    await page.getByText(words(t.unverified)).first().waitFor();
    await checkTitled(opened, t.deliverability);

    await page.getByRole("link", { name: words(t.testAddresses) }).click();
    await page.getByRole("textbox", { name: words("E-mail") }).fill(`test@${name}.example`);
    await page.getByRole("button", { name: words(t.addAddress) }).click();
    await page.getByRole("button", { name: words(t.removeAddress(`test@${name}.example`)) }).waitFor();
    await checkTitled(opened, t.deliverability);
    expect((await app.own.api.ok("getTestRecipients")).emails).toEqual([`test@${name}.example`]);

    await app.follow(page, "/onboarding");
    await page.getByText(t.progress(1)).waitFor();
    // Skipped steps do not come back, and after the last one the first page is the overview.
    for (const skip of [t.skipSender, t.skipContacts, t.skipTemplate, t.skipCampaign])
      await page.getByRole("button", { name: words(skip) }).click();
    await app.follow(page, "/");
    await checkTitled(opened, t.overview);
  }, 120_000);
});
