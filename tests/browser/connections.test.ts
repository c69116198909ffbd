import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noFaults, RecordingSink } from "../crash/sink.ts";
import { addPreverifiedSender } from "../../src/features/sending/senders/preverified-sender.ts";
import { checkPage, journeyWidths, startWebApp, words, type OpenedPage, type WebApp } from "./app-harness.ts";

let app: WebApp;
const sink = new RecordingSink();
let port = 0;

beforeAll(async () => {
  port = await sink.listen();
  app = await startWebApp({ MAIL_HOSTS_ALLOW_PRIVATE: "1" });
  await addPreverifiedSender(app.own.ctx.db, { address: "shop@example.org", name: "Shop", at: new Date() });
});

afterAll(async () => {
  await sink.close();
  await app?.close();
});

const texts = {
  wide: {
    locale: "cs-CZ",
    add: "Přidat připojení",
    name: "Název",
    host: "Server",
    port: "Port",
    security: "Zabezpečení",
    plain: "bez šifrování",
    user: "Uživatel",
    secret: "Heslo nebo token",
    perDay: "Zpráv za den",
    menu: "Akce: Naše relay",
    check: "Ověřit připojení",
    works: "Přihlášení se podařilo",
    failed: "Server odmítl přihlášení",
    close: "Zavřít",
    sent: "0 z 500",
    broken: "Nefunguje",
    senderMenu: "Akce: shop@example.org",
    edit: "Upravit",
    choice: "Připojení",
    saveSender: "Uložit odesílatele",
  },
  phone: {
    locale: "en-US",
    add: "Add connection",
    name: "Name",
    host: "Server",
    port: "Port",
    security: "Security",
    plain: "no encryption",
    user: "User",
    secret: "Password or token",
    perDay: "Messages per day",
    menu: "Actions: Naše relay",
    check: "Check connection",
    works: "The sign-in succeeded",
    failed: "The server refused the sign-in",
    close: "Close",
    sent: "0 of 500",
    broken: "Does not work",
    senderMenu: "Actions: shop@example.org",
    edit: "Edit",
    choice: "Connection",
    saveSender: "Save sender",
  },
} as const;

describe.each(journeyWidths("wide"))("connections, %s", (name, viewport) => {
  const t = texts[name];
  let opened: OpenedPage;

  beforeAll(async () => {
    sink.faults = noFaults;
    const { items } = await app.own.api.ok("listSenders");
    for (const { id } of items)
      await app.own.api.ok("updateSender", { params: { sender_id: id }, body: { connectionId: null } });
    for (const { id } of (await app.own.api.ok("listConnections")).items)
      await app.own.api.ok("deleteConnection", { params: { connection_id: id } });
    opened = await app.openSignedIn("/deliverability/connections", { viewport, locale: t.locale });
  });

  const button = (text: string) => opened.page.getByRole("button", { name: words(text) });
  const field = (text: string) => opened.page.getByRole("dialog").getByLabel(words(text), { exact: true });
  const select = (text: string) => opened.page.getByRole("dialog").getByRole("combobox", { name: words(text) });
  const choose = async (menu: string, action: string) => {
    await button(menu).click();
    await opened.page.getByRole("menuitem", { name: words(action) }).click();
  };

  it("is added with its limit", async () => {
    const { page } = opened;
    await button(t.add).first().click();
    await checkPage(opened);
    await field(t.name).fill("Naše relay");
    await field(t.host).fill("127.0.0.1");
    await field(t.port).fill(String(port));
    await select(t.security).click();
    await page.getByRole("option", { name: words(t.plain) }).click();
    await field(t.user).fill("user");
    await field(t.secret).fill("password");
    await field(t.perDay).fill("500");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words(t.add) })
      .click();
    await page.getByText(words(t.sent)).waitFor();
    await checkPage(opened);
    expect((await app.own.api.ok("listConnections")).items).toMatchObject([
      { name: "Naše relay", host: "127.0.0.1", port, security: "none", limits: { perDay: 500 }, secretSet: true },
    ]);
  });

  it("is checked, and says in words what fails", async () => {
    const { page } = opened;
    await choose(t.menu, t.check);
    await page.getByText(words(t.works)).waitFor();
    await page.getByText("PIPELINING").waitFor();
    await checkPage(opened);
    await button(t.close).last().click();
    sink.faults = { ...noFaults, refusedSignIns: 1 };
    await choose(t.menu, t.check);
    await page.getByRole("dialog").getByText(words(t.failed)).waitFor();
    await checkPage(opened);
    await button(t.close).last().click();
    await page.getByText(words(t.broken)).waitFor();
    await checkPage(opened);
    sink.faults = noFaults;
  });

  it("is chosen by a sender", async () => {
    const { page } = opened;
    await page.goto(page.url().replace("/connections", "/senders"));
    await choose(t.senderMenu, t.edit);
    await select(t.choice).click();
    await page.getByRole("option", { name: "Naše relay" }).click();
    await checkPage(opened);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words(t.saveSender) })
      .click();
    const [connection] = (await app.own.api.ok("listConnections")).items;
    await expect
      .poll(async () => (await app.own.api.ok("listSenders")).items.map(({ connectionId }) => connectionId))
      .toEqual([connection?.id]);
  });
});
