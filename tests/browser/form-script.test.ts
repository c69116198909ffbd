import { SMTPServer } from "smtp-server";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorker } from "../../src/composition/background.ts";
import { sendConfirmationEmail } from "../../src/features/forms/confirmation-emails/send.ts";
import { createTransport } from "../../src/mail/transport.ts";
import { anEmail, type TestCompany } from "../harness/factories/company.ts";
import { aForm, findContactByEmail } from "../harness/factories/forms.ts";
import { aToken } from "../harness/servers/public-pages.ts";
import { axeFindings } from "./axe-findings.ts";
import { aForeignSite, type ForeignSite } from "./foreign-site.ts";
import { closeContexts, collectPageErrors, workerBrowser } from "./launch-browser.ts";
import { serveCompany } from "./serve-company.ts";

let own: TestCompany;
/** The address of the service, which its scripts contain. */
let service = "";
let browser: Browser;
let site: ForeignSite;
let code = "";

/** A page of another web site: no inline style, no script without the nonce, nothing from others but the form. */
const policy = (): string =>
  `default-src 'none'; script-src 'nonce-r4nd0m'; connect-src ${service}; img-src ${service}; base-uri 'none'; ` +
  "form-action 'none'; require-trusted-types-for 'script'";

const foreignPage = (): string => `<!doctype html><html lang="en"><head><title>Boots</title>
  <meta name="viewport" content="width=device-width, initial-scale=1"></head>
  <body><main><h1>Boots</h1><p><a id="before" href="/next">Next page</a></p>
  ${code.replace("<script", '<script nonce="r4nd0m"')}</main></body></html>`;

beforeAll(async () => {
  ({ own, origin: service } = await serveCompany());
  site = await aForeignSite((_asked, answer) => {
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy() });
    answer.end(foreignPage());
  }, "localhost");
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeContexts();
  site?.close();
});

const fields = [
  { key: "email", type: "email", label: "E-mail" },
  { key: "name", type: "text", label: "First name", target: "firstName", required: true },
  { key: "size", type: "select", label: "Size", options: ["S", "L"] },
  { key: "agree", type: "checkbox", label: "I agree", required: true },
];

async function embed(form: Record<string, unknown>) {
  const made = await aForm(own, { fields, title: "News of the shop", description: "<p>Once a week.</p>", ...form });
  code = (await own.api.ok("getFormEmbed", { params: { form_id: made.id } })).script;
  return made;
}

async function openPage(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
  const page = await context.newPage();
  await page.clock.install();
  const pageErrors = collectPageErrors(page);
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(site.url);
  return { page, pageErrors, hosts };
}

const storage = (page: Page) => page.evaluate("Object.keys(localStorage)");
const dialog = (page: Page) => page.getByRole("dialog", { name: "News of the shop" });
const isFocusInside = (page: Page) => page.evaluate("document.activeElement?.dataset.postrider !== undefined");
/** The control that has the focus, inside the form too. */
const focused = (page: Page) =>
  page.evaluate(`(() => {
    const it = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    return it?.getAttribute("aria-label") ?? it?.name ?? it?.id;
  })()`);
const takePicture = async (page: Page, name: string) => {
  const folder = process.env["SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

const words = {
  cs: { problem: "Vyplňte prosím toto pole.", thanks: "Poslali jsme vám e-mail.", close: "Zavřít", submit: "Odeslat" },
  en: {
    problem: "Please fill in this field.",
    thanks: "We have sent you an e-mail.",
    close: "Close",
    submit: "Submit",
  },
} as const;

it.each([
  ["cs", 1000],
  ["en", 390],
] as const)("a pop-up in %s at %i px is used by keyboard alone, under a strict policy", async (language, width) => {
  const text = words[language];
  await embed({ kind: "popup", popup: { delayS: 0 }, settings: { language } });
  const { page, pageErrors, hosts } = await openPage({ viewport: { width, height: 800 } });
  const { keyboard } = page;
  await dialog(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await takePicture(page, `popup-${language}-${width}`);
  // One round: close button, four controls, submit, close button again.
  for (let n = 0; n < 7; n += 1) {
    await keyboard.press("Tab");
    expect(await isFocusInside(page)).toBe(true);
  }
  expect(await focused(page)).toBe(text.close);
  await keyboard.press("Tab");
  await keyboard.type("wrong");
  await keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  expect(await page.getByText(text.problem).count()).toBe(2);
  // The first wrong field has the focus and keeps what was typed.
  expect([await focused(page), await page.getByLabel("E-mail").inputValue()]).toEqual(["email", "wrong"]);
  expect(await axeFindings(page)).toEqual([]);
  await takePicture(page, `popup-errors-${language}-${width}`);
  const email = anEmail();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type(email);
  await keyboard.press("Tab");
  await keyboard.type("Jana");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("Enter");
  await page.getByRole("status").getByText(text.thanks).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await takePicture(page, `popup-thanks-${language}-${width}`);
  await keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(pageErrors).toEqual([expect.stringContaining("400")]);
  expect([...hosts].toSorted()).toEqual([service, site.url].toSorted());
  expect(await page.context().cookies()).toEqual([]);
  await page.reload();
  await page.clock.runFor(300);
  expect(await dialog(page).count()).toBe(0);
  await page.context().close();
});

it("a pop-up that is closed gives the focus back and comes again after its days", async () => {
  const form = await embed({ kind: "popup", popup: { delayS: 1, repeatDays: 1 } });
  const { page } = await openPage();
  await page.locator("#before").focus();
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(await page.locator("#before:focus").count()).toBe(1);
  expect(await storage(page)).toEqual([`postrider.form.${form.key}`]);
  const reloadAfter = async (days: number) => {
    await page.evaluate(`localStorage["postrider.form.${form.key}"] = String(Date.now() - ${days} * 86400000)`);
    await page.reload();
  };
  await reloadAfter(0.9);
  await page.clock.runFor(1500);
  expect(await dialog(page).count()).toBe(0);
  await reloadAfter(1.1);
  await dialog(page).waitFor();
  await page.context().close();
});

it("a pop-up that needs consent stores nothing before it", async () => {
  const form = await embed({ kind: "popup", popup: { delayS: 0, requireConsent: true } });
  const { page } = await openPage();
  await dialog(page).waitFor();
  expect(await storage(page)).toEqual([]);
  await page.evaluate("localStorage['postrider.consent'] = '1'");
  await page.reload();
  await dialog(page).waitFor();
  expect(await storage(page)).toEqual(expect.arrayContaining([`postrider.form.${form.key}`]));
  await page.context().close();
});

it.each([
  ["an included page", { pages: { include: ["/*"], exclude: ["/cart"] } }],
  ["the right device", { devices: "desktop" }],
  ["a page that is read to its end", { trigger: "scroll", scrollPercent: 90 }],
])("a pop-up opens on %s", async (_name, rules) => {
  await embed({ kind: "popup", popup: { delayS: 0, ...rules } });
  const { page } = await openPage();
  await expect.poll(() => dialog(page).count(), { timeout: 10_000 }).toBe(1);
  await page.context().close();
});

it.each<[string, Record<string, unknown>]>([
  ["an excluded page", { pages: { exclude: ["/"] } }],
  ["a page that is not included", { pages: { include: ["/shop/*"] } }],
  ["another device", { devices: "mobile" }],
  ["a page whose pointer stays", { trigger: "exit" }],
])("a pop-up does not open on %s", async (_name, rules) => {
  await embed({ kind: "popup", popup: { delayS: 0, ...rules } });
  const { page } = await openPage();
  await page.clock.runFor(400);
  expect(await dialog(page).count()).toBe(0);
  if (Object(rules)["trigger"] === "exit") {
    await page.evaluate("document.body.dispatchEvent(new MouseEvent('mouseout', { clientY: -1, bubbles: true }))");
    await dialog(page).waitFor();
  }
  await page.context().close();
});

it("a slide-in takes no focus, is closed by Escape and fits at 390 px", async () => {
  await embed({
    kind: "slide",
    popup: { delayS: 0, position: "left" },
    design: { backgroundColor: "#123b2d", accentColor: "#ffd24d", font: "georgia", radius: 4 },
  });
  const { page, pageErrors } = await openPage({ viewport: { width: 390, height: 844 } });
  await dialog(page).waitFor();
  expect(await isFocusInside(page)).toBe(false);
  // It fades in.
  await expect.poll(() => axeFindings(page), { timeout: 10_000 }).toEqual([]);
  await takePicture(page, "slide-390");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(pageErrors).toEqual([]);
  await page.context().close();
});

it("an inline form stands where its script does; without JavaScript there is a link to the page", async () => {
  const form = await embed({ captcha: true });
  const { page, pageErrors } = await openPage();
  const region = page.getByRole("region", { name: "News of the shop" });
  await region.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await takePicture(page, "inline-1000");
  await region.getByLabel("E-mail").fill(anEmail());
  await region.getByLabel("First name").fill("Jana");
  await region.getByLabel("I agree").check();
  const solve = async (offset: number) => {
    const sum = (await region.getByText(/\d \+ \d\?/).textContent()) ?? "";
    const [left = 0, right = 0] = (sum.match(/\d+/g) ?? []).map(Number);
    await region.getByLabel(/\d \+ \d\?/).fill(String(left + right + offset));
    await region.getByRole("button").click();
  };
  await solve(1);
  await region.getByRole("alert").waitFor();
  expect(await region.getByLabel("First name").inputValue()).toBe("Jana");
  await solve(0);
  await region.getByRole("status").getByText("We have sent you an e-mail.").waitFor();
  expect(await storage(page)).toEqual([]);
  expect(pageErrors).toEqual([expect.stringContaining("400")]);
  await page.context().close();
  const plain = await openPage({ javaScriptEnabled: false });
  expect(await plain.page.getByRole("link", { name: "News of the shop" }).getAttribute("href")).toBe(form.url);
  await plain.page.context().close();
});

/** A relay that keeps what it accepted. */
async function aRelay() {
  const received: string[] = [];
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let raw = "";
      stream.setEncoding("utf8").on("data", (chunk: string) => (raw += chunk));
      stream.on("end", () => {
        received.push(raw);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    relay.listen(0, "127.0.0.1", resolve);
  });
  const address = relay.server.address();
  const relayPort = typeof address === "object" ? address?.port : 0;
  return { received, smtpUrl: `smtp://127.0.0.1:${relayPort}?tls=never`, relay };
}

it("leads from the form over the e-mail in a mailbox and the button to a subscription, and out of it again", async () => {
  await embed({ fields: [{ key: "email", type: "email", label: "E-mail" }] });
  const email = anEmail();
  const { page } = await openPage();
  await page.getByLabel("E-mail").fill(email);
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("We have sent you an e-mail.").waitFor();
  expect((await findContactByEmail(own, email))?.status).toBe("pending");

  const { received, smtpUrl, relay } = await aRelay();
  const transport = createTransport({ ...own.app.config, mailMode: "live", smtpUrl });
  const { sql, tenantId } = own.ctx.db;
  const confirmationEmails = await sql<{ id: string }[]>`
    select l.id from confirmation_email l join form_signup s on s.tenant_id = ${tenantId} and s.id = l.signup_id
    where l.tenant_id = ${tenantId} and s.email = ${email}`;
  for (const { id } of confirmationEmails)
    await sendConfirmationEmail(createWorker(own.app, transport), { tenantId, letterId: id });
  await transport.close();
  relay.close();
  expect(received).toHaveLength(1);
  const [link = ""] = /\/c\/[\w-]+/.exec(received[0]?.replaceAll("=\r\n", "") ?? "") ?? [];

  await page.goto(`${service}${link}`);
  await takePicture(page, "confirm-1000");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Your sign-up is confirmed.").waitFor();
  const contact = await findContactByEmail(own, email);
  expect(contact).toMatchObject({ status: "subscribed", consentBasis: "double_opt_in" });

  await page.goto(`${service}/u/${aToken(own, { purpose: "unsubscribe", contactId: contact?.id ?? "" })}`);
  await page.locator("button[value=all]").click();
  await page.getByRole("heading").waitFor();
  expect((await findContactByEmail(own, email))?.status).toBe("unsubscribed");
  await page.goto(`${service}${link}`);
  expect((await findContactByEmail(own, email))?.status).toBe("unsubscribed");
  await page.context().close();
});
