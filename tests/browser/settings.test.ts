import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendInvitationMail } from "../../src/features/members/jobs.ts";
import {
  aWebhookReceiver,
  runWebhooks,
  runWebhooksAgain,
  type WebhookReceiver,
} from "../harness/factories/webhooks.ts";
import { createApi } from "../harness/servers/api-client.ts";
import { adminHeaders, captureMail, password } from "../harness/servers/sign-in.ts";
import {
  checkPage,
  checkTitled,
  startWebApp,
  journeyWidths,
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
    title: "Nastavení",
    identity: { title: "Jste to vy?", password: "Vaše heslo", confirm: "Potvrdit", wrong: "Heslo nesouhlasí." },
    endAccess: "Odpojit i moje aplikace a zneplatnit moje API klíče",
    sections: ["Obchody a vzhled", "Souhlasy", "Měření webu", "Záznam činností"],
    key: {
      create: "Vytvořit klíč",
      role: "Správce účtu",
      name: "Název",
      copy: "Kopírovat klíč",
      stored: "Klíč mám uložený",
      done: "Hotovo",
      menu: "Akce pro klíč Pokladna",
      revoke: "Zneplatnit klíč",
      revoked: "Klíč už neplatí",
    },
    webhook: {
      add: "Přidat webhook",
      url: "Adresa příjemce",
      test: "Poslat zkušební volání",
      answered: "Server odpověděl za",
      disabled: "Vypnutý po chybách",
      enable: "Zapnout",
      enabled: "Webhook je zapnutý",
    },
    members: {
      invite: "Pozvat člena",
      send: "Poslat pozvánku",
      sent: "je na cestě",
      first: "Jméno",
      last: "Příjmení",
      password: "Heslo",
      accept: "Přijmout pozvánku",
      gone: "Pozvánka už neplatí",
      own: "Přihlášení a profil",
      surname: "Nová",
    },
  },
  phone: {
    locale: "en-GB",
    title: "Settings",
    identity: {
      title: "Is it you?",
      password: "Your password",
      confirm: "Confirm",
      wrong: "The password is not right.",
    },
    endAccess: "Also disconnect my apps and revoke my API keys",
    sections: ["Details and sending", "Assistants", "Labels", "Custom fields"],
    key: {
      create: "Create key",
      role: "Account admin",
      name: "Name",
      copy: "Copy key",
      stored: "I have stored the key",
      done: "Done",
      menu: "Actions for the key Pokladna",
      revoke: "Revoke key",
      revoked: "The key no longer works",
    },
    webhook: {
      add: "Add webhook",
      url: "Address of the receiver",
      test: "Send test call",
      answered: "The server answered in",
      disabled: "Disabled after errors",
      enable: "Enable",
      enabled: "The webhook is enabled",
    },
    members: {
      invite: "Invite member",
      send: "Send invitation",
      sent: "is on its way",
      first: "First name",
      last: "Last name",
      password: "Password",
      accept: "Accept invitation",
      gone: "The invitation is no longer valid",
      own: "Sign-in and profile",
      surname: "Newman",
    },
  },
} as const;

const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name: words(name) });

const statusWith = async (key: string): Promise<number> => {
  const answer = await fetch(`${app.origin}/api/v1/tenants/${app.own.tenant}/contacts`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return answer.status;
};

/** As if the sign-in were some time ago. */
const forgetConfirmations = async (): Promise<void> => {
  await app.own.app.db.sql`update person_session set confirmed_at = created_at - interval '1 hour'`;
};

const deleteWebhooks = async (): Promise<void> => {
  const { items } = await app.own.api.ok("listAccountWebhooks");
  for (const { id } of items) await app.own.api.ok("deleteAccountWebhook", { params: { webhook_id: id } });
};

/** The path of the link in the e-mail of the newest invitation. */
async function invitationLink(): Promise<string> {
  const admin = createApi(app.own.server, app.own.tenant, await adminHeaders(app.own));
  const [invitation] = (await admin.ok("listInvitations")).items.toReversed();
  const { caught, transport } = captureMail();
  const parts = { db: app.own.app.db, clock: app.own.clock, transport, mailFrom: "p@localhost", publicUrl: app.origin };
  await sendInvitationMail(parts, { tenantId: app.own.tenantId, invitationId: invitation?.id ?? "" });
  return /\/app\/invitation\/[\w-]{43}/.exec(caught[0]?.raw ?? "")?.[0] ?? "";
}

describe.each(journeyWidths("wide"))("settings, %s", (name, viewport) => {
  const t = texts[name];
  let opened: OpenedPage;

  beforeAll(async () => {
    opened = await app.openSignedIn("/settings/api-keys", { viewport, locale: t.locale });
  });

  it("asks for the password again, shows a new API key once; it works until it is revoked", async () => {
    const { page } = opened;
    await forgetConfirmations();
    await button(page, t.key.create).first().click();
    await page.getByRole("dialog").getByLabel(t.key.name).fill("Pokladna");
    const role = page.getByRole("dialog").getByRole("checkbox", { name: words(t.key.role) });
    expect(await role.isChecked()).toBe(false);
    await role.check();
    await button(page.getByRole("dialog"), t.key.create).click();
    const identity = page.getByRole("dialog", { name: words(t.identity.title) });
    await identity.getByRole("textbox", { name: words(t.identity.password) }).fill("not this one");
    await button(identity, t.identity.confirm).click();
    await identity.getByText(words(t.identity.wrong)).waitFor();
    // The browser reports both refusals.
    expect(opened.pageErrors.splice(0)).toHaveLength(2);
    await checkPage(opened);
    await identity.getByRole("textbox", { name: words(t.identity.password) }).fill(password);
    await button(identity, t.identity.confirm).click();
    const copy = button(page, t.key.copy);
    await copy.waitFor();
    await expect.poll(() => copy.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    const done = button(page, t.key.done);
    expect(await done.isDisabled()).toBe(true);
    await checkPage(opened);
    const key = await page.getByRole("dialog").locator("code").first().innerText();
    expect(await statusWith(key)).toBe(200);
    await page.getByLabel(words(t.key.stored)).check();
    await done.click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(key);
    await button(page, t.key.menu).click();
    await page.getByRole("menuitem", { name: words(t.key.revoke) }).click();
    await button(page.getByRole("dialog"), t.key.revoke).click();
    await page.getByText(words(t.key.revoked)).waitFor();
    expect(await statusWith(key)).toBe(401);
  });

  it("lists the person's keys, which end with the password while the box is ticked", async () => {
    const { page } = opened;
    await app.follow(page, "/settings/account");
    await page.getByText("First key").waitFor();
    expect(await page.getByLabel(words(t.endAccess)).isChecked()).toBe(true);
    await checkPage(opened);
  });

  it("tests a webhook, and shows that ten errors disabled it", async () => {
    const { page } = opened;
    receiver.reset();
    await deleteWebhooks();
    await app.follow(page, "/settings/webhooks");
    await button(page, t.webhook.add).first().click();
    await page.getByRole("dialog").getByLabel(words(t.webhook.url)).fill(`${receiver.origin}/${name}`);
    await button(page.getByRole("dialog"), t.webhook.add).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button(page, t.webhook.test).click();
    await page.getByText(words(t.webhook.answered)).waitFor();
    expect(receiver.bodiesAt(`/${name}`)).toHaveLength(1);

    receiver.answer = (response) => void response.writeHead(500).end();
    await app.own.aContact();
    await runWebhooks(app.own);
    for (let count = 1; count < 10; count += 1) await runWebhooksAgain(app.own);
    expect(receiver.bodiesAt(`/${name}`)).toHaveLength(11);
    await page.reload();
    await page.getByText(words(t.webhook.disabled)).waitFor();
    await checkPage(opened);
    await button(page.getByRole("alert"), t.webhook.enable).click();
    await page.getByText(words(t.webhook.enabled)).waitFor();
  });

  it("invites a member, who sets a name and a password and sees only what the roles allow", async () => {
    const { page } = opened;
    const email = `eva.${name}@example.com`;
    const fullName = `Eva ${t.members.surname}`;
    await app.follow(page, "/settings/members");
    await button(page, t.members.invite).click();
    await page.getByRole("dialog").getByLabel(words("E-mail")).fill(email);
    await button(page.getByRole("dialog"), t.members.send).click();
    await page.getByText(words(t.members.sent)).waitFor();
    await checkPage(opened);

    const link = await invitationLink();
    const visitor = await app.open(link, { viewport, locale: t.locale });
    await visitor.page.getByLabel(words(t.members.first)).fill("Eva");
    await visitor.page.getByLabel(words(t.members.last)).fill(t.members.surname);
    await visitor.page.getByRole("textbox", { name: t.members.password }).fill("modrá lampa u okna");
    await checkPage(visitor);
    await button(visitor.page, t.members.accept).click();
    await visitor.page.waitForURL(`**/app/${app.own.tenant}/`);
    await app.follow(visitor.page, "/settings/account");
    await visitor.page.getByRole("heading", { name: words(t.members.own) }).waitFor();
    await visitor.settle();
    const nameField = (label: string) => visitor.page.getByRole("textbox", { name: words(label) }).inputValue();
    expect([await nameField(t.members.first), await nameField(t.members.last)]).toEqual(["Eva", t.members.surname]);
    expect(await visitor.page.getByRole("link", { name: /^Webhook/ }).count()).toBe(0);
    await checkPage(visitor);

    await visitor.page.goto(`${app.origin}${link}`);
    await visitor.page.getByRole("textbox", { name: t.members.password }).fill("modrá lampa u okna");
    await button(visitor.page, t.members.accept).click();
    await visitor.page.getByText(words(t.members.gone)).waitFor();
    await visitor.page.context().close();
    await page.reload();
    await page.getByRole("main").getByText(fullName).waitFor();
  });

  it("shows the audit log without a filter by a day that is none", async () => {
    await app.follow(opened.page, "/settings/audit?from=x&to=2026-13-01");
    await opened.page.getByRole("heading", { level: 1 }).waitFor();
    await opened.settle();
    await checkPage(opened);
  });

  it("leads to every section from its own navigation", async () => {
    const { page } = opened;
    await app.follow(page, "/settings");
    for (const section of t.sections) {
      await page
        .getByRole("navigation", { name: t.title, exact: true })
        .getByRole("link", { name: words(section) })
        .click();
      await checkTitled(opened, words(section));
      if (name === "phone") await page.goBack();
    }
  });
});
