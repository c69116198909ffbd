import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runEndpoints } from "../harness/factories/webhook-endpoints.ts";
import { aWebhookReceiver, type WebhookReceiver } from "../harness/factories/webhooks.ts";
import {
  checkPage,
  checkTitled,
  journeyWidths,
  startWebApp,
  words,
  type OpenedPage,
  type WebApp,
} from "./app-harness.ts";

let app: WebApp;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await aWebhookReceiver();
  app = await startWebApp({ WEBHOOK_ALLOW_PRIVATE: "1" });
});

afterAll(async () => {
  receiver?.close();
  await app?.close();
});

const texts = {
  wide: {
    locale: "cs-CZ",
    title: "Podepsané webhooky",
    add: "Přidat příjemce",
    url: "Adresa příjemce",
    events: "Události",
    event: "Nový kontakt",
    stored: "Klíč mám uložený",
    done: "Hotovo",
    menu: "Akce pro příjemce",
    rotate: "Nový podpisový klíč",
    rotateDo: "Vytvořit klíč",
    previous: "Dvěma klíči se podepisuje do",
    log: "Záznam volání",
    call: "Akce pro volání",
    open: "Podrobnosti",
    request: "Hlavičky požadavku",
    resend: "Poslat znovu",
    resent: "Volání se pošle znovu",
  },
  phone: {
    locale: "en-US",
    title: "Signed webhooks",
    add: "Add endpoint",
    url: "Address of the receiver",
    events: "Events",
    event: "New contact",
    stored: "I have stored the secret",
    done: "Done",
    menu: "Actions for the endpoint",
    rotate: "New signing secret",
    rotateDo: "Create secret",
    previous: "Two secrets sign until",
    log: "Log of calls",
    call: "Actions for the call",
    open: "Details",
    request: "Headers of the request",
    resend: "Send again",
    resent: "The call is sent again",
  },
} as const;

describe.each(journeyWidths("phone"))("signed webhooks, %s", (name, viewport) => {
  const t = texts[name];
  let opened: OpenedPage;

  beforeAll(async () => {
    const { items } = await app.own.api.ok("listWebhookEndpoints");
    for (const { id } of items) await app.own.api.ok("deleteWebhookEndpoint", { params: { endpoint_id: id } });
    opened = await app.openSignedIn("/settings/webhooks/signed", { viewport, locale: t.locale });
  });

  const button = (text: string) => opened.page.getByRole("button", { name: words(text) });

  const secretOnce = async (): Promise<string> => {
    const dialog = opened.page.getByRole("dialog").filter({ hasText: "whsec_" });
    const secret = (await dialog.locator("code").textContent()) ?? "";
    await checkPage(opened);
    await dialog.getByLabel(words(t.stored)).check();
    await dialog.getByRole("button", { name: words(t.done) }).click();
    await dialog.waitFor({ state: "hidden" });
    return secret;
  };

  it("shows the secret of a new endpoint and a new secret once", async () => {
    const { page } = opened;
    await checkTitled(opened, words(t.title));
    await button(t.add).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words(t.url)).fill(`${receiver.origin}/${name}`);
    await dialog.getByRole("combobox", { name: words(t.events) }).click();
    await page.getByRole("option", { name: words(t.event) }).click();
    await page.keyboard.press("Tab");
    await dialog.getByRole("button", { name: words(t.add) }).click();
    const first = await secretOnce();
    expect(first).toMatch(/^whsec_/);
    await button(t.menu).click();
    await page.getByRole("menuitem", { name: words(t.rotate) }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words(t.rotateDo) })
      .click();
    expect(await secretOnce()).not.toBe(first);
    await page.getByText(words(t.previous)).waitFor();
    await checkPage(opened);
  });

  it("shows the log of calls and sends one again", async () => {
    const { page } = opened;
    await app.own.aContact();
    await runEndpoints(app.own);
    await page.getByRole("link", { name: words(t.log) }).click();
    await checkTitled(opened, words(t.log));
    await button(t.call).click();
    await page.getByRole("menuitem", { name: words(t.open) }).click();
    await page.getByRole("dialog").getByText(words(t.request)).first().waitFor();
    await checkPage(opened);
    await page.keyboard.press("Escape");
    await button(t.call).click();
    await page.getByRole("menuitem", { name: words(t.resend) }).click();
    await page.getByText(words(t.resent)).waitFor();
    await runEndpoints(app.own);
    expect(receiver.bodiesAt(`/${name}`)).toHaveLength(2);
  });
});
