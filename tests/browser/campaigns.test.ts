import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorker, loadBackground } from "../../src/composition/background.ts";
import { campaignSource } from "../../src/features/campaigns/source.ts";
import { sendTestEmail, testEmailJob } from "../../src/features/content/test-emails/jobs.ts";
import { DeliveryEngine } from "../../src/features/delivery/engine.ts";
import { createTransport, type Transport } from "../../src/mail/transport.ts";
import { aSender } from "../harness/factories/campaign-drafts.ts";
import { aTemplate } from "../harness/factories/templates.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { checkPage, startWebApp, journeyWidths, words, type OpenedPage, type WebApp } from "./app-harness.ts";

const tester = "tester@example.com";
const people = 10;

type Received = { to: string; raw: string };

/** What the relay accepted. */
const received: Received[] = [];
const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, { envelope }, done) {
    let raw = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => (raw += chunk));
    stream.on("end", () => {
      received.push(...envelope.rcptTo.map(({ address }) => ({ to: address, raw: raw.replaceAll("=\r\n", "") })));
      done();
    });
  },
});

let app: WebApp;
let transport: Transport;

beforeAll(async () => {
  const port = await freePort();
  await once(relay.listen(port, "127.0.0.1"), "listening");
  app = await startWebApp({ MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${port}` });
  transport = createTransport(app.own.app.config);
  await aSender(app.own, { email: "shop@example.org" });
  const links = `<p><a href="https://shop.example/tea">Choose a tea</a> <a href="{{unsubscribe_url}}">Bye</a></p>`;
  const texts = [{ html: "<p>Teas</p>" }, { html: links }].map((fields) => ({ kind: "text", ...fields }));
  const blocks = { sections: [{ kind: "section", columns: [{ blocks: texts }] }] };
  await aTemplate(app.own, { name: "Autumn", subject: "Autumn teas", html: undefined, blocks });
  await app.own.api.ok("setTestRecipients", { body: { emails: [tester] } });
});

afterAll(async () => {
  await app?.close();
  await transport?.close();
  relay.close();
});

/** What this company's recipients got: the engine also sends what other tests left in the database. */
async function takeReceivedOfMembers(listId: string): Promise<Received[]> {
  const members = await app.own.app.db.sql<{ email: string }[]>`
    select c.email from list_member m join contact c on c.tenant_id = m.tenant_id and c.id = m.contact_id
    where m.tenant_id = ${app.own.tenantId} and m.list_id = ${listId}`;
  const emails = new Set(members.map(({ email }) => email));
  return received.splice(0).filter(({ to }) => emails.has(to));
}

/** A list of ten who get the e-mail and one who unsubscribed. */
async function aMixedList(name: string): Promise<string> {
  const { own } = app;
  const { id } = await own.aList({ name });
  for (let index = 0; index < people; index += 1) await own.aContact({ listIds: [id] });
  const gone = await own.aContact({ listIds: [id] });
  await own.api.ok("unsubscribeContact", { params: { id: gone.id }, body: {} });
  return id;
}

/** Sends the test e-mails that wait, as a worker does. */
async function sendTests(): Promise<void> {
  const { own } = app;
  const waiting = await own.app.db.sql<{ data: Parameters<typeof sendTestEmail>[1] }[]>`
    select data from pgboss.job where name = ${testEmailJob.name} and data->>'tenantId' = ${own.tenantId}`;
  for (const { data } of waiting) await sendTestEmail(createWorker(own.app, transport), data);
}

/** Sends the campaign over SMTP and lets the statistics catch up, as a worker does. */
async function sendCampaign(): Promise<void> {
  const { relayBounceHooks, replyReaders } = await loadBackground();
  const worker = createWorker(app.own.app, transport);
  const engine = new DeliveryEngine({
    ...worker,
    messageSources: [campaignSource],
    relayBounceHooks,
    replyReaders,
  });
  while (await engine.advance());
  worker.signals.messages.announce();
  while (await engine.sendNext());
  await engine.advance();
  await app.own.runListeners();
}

const texts = {
  cs: {
    add: "Nová kampaň",
    name: "Název kampaně",
    toAudience: "Pokračovat k příjemcům",
    lists: "Seznamy",
    reach: (count: number) => `příjemců z ${count} kontaktů`,
    unsubscribed: "Odhlášení",
    toSubject: "Pokračovat k předmětu",
    sender: "Odesílatel",
    subject: "Předmět",
    toContent: "Pokračovat k obsahu",
    use: "Použít",
    openEditor: "Otevřít editor",
    structure: "Struktura",
    editorSaved: /Uloženo.+verze/,
    close: "Zavřít",
    back: "Zpět ke kampani",
    test: "Poslat test",
    testTo: "Poslat test na 1 adresu",
    toReview: "Pokračovat ke kontrole",
    checks: "Kontrola před odesláním",
    confirm: "Pro potvrzení napište počet příjemců",
    send: (count: number) => `Odeslat ${count} kontaktům`,
    changed: "Počet příjemců se mezitím změnil",
    take: (count: number) => `Převzít nový počet ${count}`,
    sending: "Odesílá se",
    delivered: "Doručeno",
    emails: (count: number) => `${count} e-mailů`,
    recipients: "Příjemci",
  },
  en: {
    add: "New campaign",
    name: "Name of the campaign",
    toAudience: "Continue to recipients",
    lists: "Lists",
    reach: (count: number) => `recipients of ${count} contacts`,
    unsubscribed: "Unsubscribed",
    toSubject: "Continue to the subject",
    sender: "Sender",
    subject: "Subject",
    toContent: "Continue to the content",
    use: "Use",
    openEditor: "Open the editor",
    structure: "Structure",
    editorSaved: /Saved.+version/,
    close: "Close",
    back: "Back to the campaign",
    test: "Send test",
    testTo: "Send test to 1 address",
    toReview: "Continue to the review",
    checks: "Check before sending",
    confirm: "To confirm, type the number of recipients",
    send: (count: number) => `Send to ${count} contacts`,
    changed: "The number of recipients has changed",
    take: (count: number) => `Use the new number ${count}`,
    sending: "Sending",
    delivered: "Delivered",
    emails: (count: number) => `${count} e-mails`,
    recipients: "Recipients",
  },
} as const;

type Texts = (typeof texts)[keyof typeof texts];

/** The campaign's e-mail; templates beside it are shown in small. */
const emailIn = (page: OpenedPage["page"]) => page.frameLocator("iframe:not([aria-hidden='true'] iframe)");

/** Changes the first text of the e-mail in the editor and returns to the wizard. */
async function editEmail(opened: OpenedPage, t: Texts): Promise<void> {
  const { page } = opened;
  await page.getByRole("button", { name: t.openEditor }).click();
  await emailIn(page).getByText("Teas", { exact: true }).waitFor();
  await page.getByRole("region", { name: t.structure }).locator("[data-row]").filter({ hasText: "Teas" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Winter teas");
  const close = page.getByRole("dialog").getByRole("button", { name: t.close });
  if ((await close.count()) > 0) await close.click();
  // What was below the dialog shows its tooltip otherwise.
  await page.mouse.move(0, 0);
  await emailIn(page).getByText("Winter teas").waitFor();
  await page.getByText(t.editorSaved).waitFor();
  await checkPage(opened);
  await page.getByRole("link", { name: words(t.back) }).click();
  await page.getByRole("button", { name: words(t.toReview) }).waitFor();
  await emailIn(page).getByText("Winter teas").waitFor();
}

/** Steps one to three: who gets it, the subject, the content. Returns at the review. */
async function fillWizard(opened: OpenedPage, name: string, t: Texts): Promise<void> {
  const { page } = opened;
  await page.getByRole("link", { name: t.add }).first().click();
  await page.getByLabel(words(t.name)).fill(name);
  await page.getByRole("button", { name: words(t.toAudience) }).click();
  await page.getByLabel(t.lists, { exact: true }).first().click();
  await page.getByRole("option", { name: new RegExp(name) }).click();
  await page.keyboard.press("Escape");
  await page.getByText(words(t.reach(people + 1))).waitFor();
  await page.getByRole("rowheader", { name: t.unsubscribed }).waitFor();
  await checkPage(opened);
  await page.getByRole("button", { name: words(t.toSubject) }).click();
  await page.getByLabel(t.sender, { exact: true }).first().click();
  await page.getByRole("option", { name: /shop@example\.org/ }).click();
  await page.getByLabel(t.subject, { exact: true }).fill("Autumn teas");
  await checkPage(opened);
  await page.getByRole("button", { name: words(t.toContent) }).click();
  await page.getByText("Autumn", { exact: true }).locator("xpath=../..").getByRole("button", { name: t.use }).click();
  await emailIn(page).getByText("Choose a tea").waitFor();
  await checkPage(opened);
  await editEmail(opened, t);
  await page.getByRole("button", { name: words(t.toReview) }).click();
  await page.getByRole("heading", { name: words(t.checks) }).waitFor();
}

const languages = { wide: "cs", phone: "en" } as const;

describe.each(journeyWidths("wide"))("campaigns, %s", (size, viewport) => {
  const language = languages[size];
  it("leads from the audience to the report, and refuses a number that has changed", async () => {
    const t: Texts = texts[language];
    const name = `Teas ${size}`;
    const listId = await aMixedList(name);
    const opened = await app.openSignedIn("/campaigns", { viewport, locale: language });
    const { page, pageErrors } = opened;
    await fillWizard(opened, name, t);
    await page.getByText(words(t.reach(people + 1))).waitFor();

    await page.getByRole("button", { name: t.test }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words(t.testTo) })
      .click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await sendTests();
    expect(received.splice(0)).toContainEqual({ to: tester, raw: expect.stringContaining("Winter teas") });

    // Somebody else adds a contact: ten per cent more.
    await app.own.aContact({ listIds: [listId] });
    await page.getByLabel(words(t.confirm)).fill(String(people));
    await checkPage(opened);
    await page.getByRole("button", { name: words(t.send(people)) }).click();
    await page.getByRole("dialog", { name: words(t.changed) }).waitFor();
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining("409")]);
    await checkPage(opened);
    await page.getByRole("button", { name: words(t.take(people + 1)) }).click();
    await page.getByLabel(words(t.confirm)).fill(String(people + 1));
    await page.getByRole("button", { name: words(t.send(people + 1)) }).click();

    await page.waitForURL(/\/campaigns\/\d+$/);
    await page.getByText(t.sending, { exact: true }).first().waitFor();
    await checkPage(opened);
    await sendCampaign();
    const sent = await takeReceivedOfMembers(listId);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(people + 1);
    expect(sent.map(({ raw }) => raw.includes("Winter teas"))).toEqual(Array.from({ length: people + 1 }, () => true));
    await page.getByText(t.delivered, { exact: true }).first().waitFor();
    await page.getByText(words(t.emails(people + 1))).waitFor();
    await opened.settle();
    await checkPage(opened);
    await page.getByRole("link", { name: t.recipients, exact: true }).click();
    // The address of the member, outside of the page, looks the same.
    await page
      .getByRole("main")
      .getByText(/person\d+\./)
      .first()
      .waitFor();
    await checkPage(opened);
  }, 120_000);
});
