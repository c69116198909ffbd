import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anEmail, type TestCompany } from "../harness/factories/company.ts";
import { aForm, findContactByEmail, sendConfirmationEmails } from "../harness/factories/forms.ts";
import { closeContexts, collectPageErrors, workerBrowser } from "./launch-browser.ts";
import { serveCompany } from "./serve-company.ts";

let own: TestCompany;
let browser: Browser;
let origin = "";

beforeAll(async () => {
  ({ own, origin } = await serveCompany());
  browser = await workerBrowser();
});

afterAll(closeContexts);

async function open(path: string, options: BrowserContextOptions): Promise<{ page: Page; pageErrors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const page = await context.newPage();
  const pageErrors = collectPageErrors(page);
  await page.goto(`${origin}${path}`);
  return { page, pageErrors };
}

const overflow = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** The accessible name of every control that a person can reach. */
const unnamedControls = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
    .filter((control) => control.closest("[aria-hidden=true]") === null && control.labels.length === 0)
    .map((control) => control.name)`);

const words = {
  cs: {
    required: "Vyplňte prosím toto pole.",
    thanks: "Ještě jeden krok",
    confirm: "Potvrdit odběr",
    done: "Vaše přihlášení je potvrzené.",
  },
  en: {
    required: "Please fill in this field.",
    thanks: "One more step",
    confirm: "Confirm",
    done: "Your sign-up is confirmed.",
  },
} as const;

const fields = [
  { key: "email", type: "email", label: "E-mail" },
  {
    key: "name",
    type: "text",
    label: "First name and whatever else belongs to it",
    target: "firstName",
    required: true,
  },
  { key: "size", type: "select", label: "Size", options: ["S", "L"] },
  { key: "agree", type: "checkbox", label: "I agree", required: true },
];

describe.each(["cs", "en"] as const)("a form in %s at 390 px", (language) => {
  it("fits, names its controls and violates no policy", async () => {
    const form = await aForm(own, { fields, captcha: true, settings: { language } });
    const { page, pageErrors } = await open(`/f/${form.key}`, {});
    expect(await overflow(page)).toBe(0);
    expect(await unnamedControls(page)).toEqual([]);
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    expect(await page.locator("h1").count()).toBe(1);
    expect(pageErrors).toEqual([]);
  });

  it("is filled in by keyboard alone, without JavaScript, and leads to a subscribed contact", async () => {
    const text = words[language];
    const form = await aForm(own, { fields, settings: { language } });
    const email = anEmail();
    const { page } = await open(`/f/${form.key}`, { javaScriptEnabled: false });
    const { keyboard } = page;
    await keyboard.press("Tab");
    await keyboard.type(email);
    await keyboard.press("Enter");
    await page.getByText(text.required).first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(1);
    expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await keyboard.type("Jana");
    await keyboard.press("Tab");
    await keyboard.press("ArrowDown");
    await keyboard.press("Tab");
    await keyboard.press("Space");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: text.thanks }).waitFor();
    expect(await page.getByRole("status").count()).toBe(1);

    const { link } = await sendConfirmationEmails(own);
    await page.goto(`${origin}${link}`);
    expect((await findContactByEmail(own, email))?.status).toBe("pending");
    await keyboard.press("Tab");
    expect(await page.locator("button:focus").textContent()).toBe(text.confirm);
    await keyboard.press("Enter");
    await page.getByText(text.done).waitFor();
    expect(await findContactByEmail(own, email)).toMatchObject({ status: "subscribed", firstName: "Jana" });
    await page.context().close();
  });
});

it("shows no tracking and asks nobody else", async () => {
  const form = await aForm(own);
  const context = await browser.newContext();
  const page = await context.newPage();
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(`${origin}/f/${form.key}`);
  expect([[...hosts], await context.cookies()]).toEqual([[origin], []]);
});
