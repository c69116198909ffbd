import type { Page } from "playwright-core";
import { launchBrowser } from "../tests/browser/launch-browser.ts";
import { median } from "./support/compare.ts";
import { withEnvironment } from "./support/environment.ts";
import { seedContacts } from "./support/seed-contacts.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 1_000_000);
const target = "at most 150 ms of work in the browser after the answer of the API";

type Act = { readonly name: string; readonly steps: readonly ((page: Page) => Promise<void>)[] };

const nextPage = (page: Page) => page.getByRole("button", { name: "Next page" }).click();
const view = (name: string) => (page: Page) =>
  page
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .first()
    .click();
const search = (text: string) => (page: Page) => page.getByRole("searchbox").fill(text);

const acts: readonly Act[] = [
  { name: "a page", steps: [nextPage, nextPage, nextPage, nextPage, nextPage] },
  { name: "a filter", steps: ["Subscribed", "Unsubscribed", "Bounced"].map(view) },
  { name: "a search", steps: ["novak12", "svoboda3", "marek5", "horak77", "nemec9"].map(search) },
];

/** The grid of contacts in the real browser: the time of the API, and the work of the browser after its answer. */
export async function benchWebGrid(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const { port } = await environment.serve();
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" });
      await context.addInitScript(`localStorage.setItem("postrider-language", "en")`);
      const page = await context.newPage();
      const grid = `/app/${environment.company.tenant}/contacts`;
      const origin = `http://127.0.0.1:${port}`;
      await signIn(page, `${origin}/app/sign-in?next=${encodeURIComponent(grid)}`);
      await page.getByRole("row").nth(5).waitFor();
      const lines: object[] = [];
      for (const { name, steps } of acts) {
        await page.goto(`${origin}${grid}`);
        await page.getByRole("row").nth(5).waitFor();
        lines.push(await measure(page, name, steps));
      }
      return lines;
    } finally {
      await browser.close();
    }
  });
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel(/^E-.?mail/).fill("bench@example.com");
  await page.getByRole("textbox", { name: /^Password/ }).fill("correct horse battery");
  await page.keyboard.press("Enter");
}

async function measure(page: Page, name: string, steps: Act["steps"]): Promise<object> {
  const times: { apiMs: number; workMs: number }[] = [];
  for (const step of steps) times.push(await timeStep(page, step));
  return {
    bench: `grid of ${contacts} contacts in the browser, ${name}`,
    target,
    apiMs: Math.round(median(times.map(({ apiMs }) => apiMs))),
    browserMs: Math.round(median(times.map(({ workMs }) => workMs))),
    slowestBrowserMs: Math.round(Math.max(...times.map(({ workMs }) => workMs))),
  };
}

/** By the performance API: the answer for the rows, and the last change of the grid after it. */
async function timeStep(page: Page, step: (page: Page) => Promise<void>): Promise<{ apiMs: number; workMs: number }> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(`performance.clearResourceTimings(); window.shownAt = 0; window.watcher?.disconnect();
    window.watcher = new MutationObserver(() => { window.shownAt = performance.now(); });
    window.watcher.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });`);
  await step(page);
  // `waitForFunction` would evaluate a text, which the content policy of the page forbids.
  const deadline = Date.now() + 60_000;
  while (!(await page.evaluate(`${answers}.length > 0 && window.shownAt > ${answers}.at(-1).responseEnd`))) {
    if (Date.now() > deadline) throw new Error("the grid did not change");
    await page.waitForTimeout(20);
  }
  await page.waitForLoadState("networkidle");
  return page.evaluate(
    `(({ startTime, responseEnd }) => ({ apiMs: responseEnd - startTime, workMs: window.shownAt - responseEnd }))(${answers}.at(-1))`,
  );
}

/** Answers with rows; those with the numbers of the views have a page of one. */
const answers = `performance.getEntriesByType("resource").filter(({ name }) => name.includes("/contacts?") && name.includes("pageSize=25"))`;
