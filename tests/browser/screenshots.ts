// Writes one picture of every page of the web app, in both themes and widths, from the demo company.
// `SCREENSHOTS_URL`, `SCREENSHOTS_EMAIL` and `SCREENSHOTS_PASSWORD` use a running server instead of starting one,
// `SCREENSHOTS_ONLY` limits them to names that contain it, `SCREENSHOTS_LANGUAGE=en` or `sk` shows another language and
// `SCREENSHOTS_AXE=1` prints the findings of axe in both themes.
import { mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { axeFindings } from "./axe-findings.ts";
import { launchBrowser } from "./launch-browser.ts";
import { openDemoApi } from "./screenshots/demo-api.ts";
import { startDemoServer, type DemoServer } from "./screenshots/demo-server.ts";
import { addRecords } from "./screenshots/records.ts";
import { findViews, type View } from "./screenshots/views.ts";
import { watchRequests } from "./watch-requests.ts";

const { SCREENSHOTS_URL, SCREENSHOTS_EMAIL, SCREENSHOTS_PASSWORD, SCREENSHOTS_FOLDER, SCREENSHOTS_ONLY } = process.env;
const { SCREENSHOTS_LANGUAGE = "cs", SCREENSHOTS_AXE } = process.env;
const folder = SCREENSHOTS_FOLDER ?? path.join(os.tmpdir(), "postrider-screenshots");
const themes = ["light", "dark"] as const;
const widths = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

/** Counts start a moment after their page is shown. */
const quietMs = 500;

const visitorPages = ["sign-in", "forgotten", "invitation/token", "password-reset/token"];

const findServer = (): Promise<DemoServer> | DemoServer =>
  SCREENSHOTS_URL === undefined
    ? startDemoServer()
    : {
        url: SCREENSHOTS_URL,
        email: SCREENSHOTS_EMAIL ?? "",
        password: SCREENSHOTS_PASSWORD ?? "",
        stop: async () => {},
      };

/** A chart measures its place before it draws. */
const drawn = (page: Page) =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

/** The wanted pictures of a view: names such as `390-dark-contacts`. */
const wantedThemes = (page: Page, name: string) =>
  themes
    .map((colorScheme) => ({ colorScheme, picture: `${widthOf(page)}-${colorScheme}-${name}` }))
    .filter(({ picture }) => SCREENSHOTS_ONLY === undefined || picture.includes(SCREENSHOTS_ONLY));

/** Both themes from one load: the app follows the browser's. */
async function takePictures(page: Page, name: string, fullPage = true): Promise<void> {
  await drawn(page);
  for (const { colorScheme, picture } of wantedThemes(page, name)) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(folder, `${picture}.png`), fullPage });
    if (SCREENSHOTS_AXE !== undefined) report(picture, await axeFindings(page));
  }
  report(
    name,
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth || []"),
  );
}

/** Prints what is wrong with a page: a width by which it scrolls sideways, or findings of axe. */
function report(name: string, findings: unknown): void {
  const text = JSON.stringify(findings);
  if (text !== "[]") process.stdout.write(`${name}: ${text}\n`);
}

const widthOf = (page: Page): number => page.viewportSize()?.width ?? 0;

async function signIn(page: Page, { url, email, password }: DemoServer): Promise<void> {
  await page.goto(`${url}/app/sign-in`);
  await page.getByLabel(/^E-.?mail/).fill(email);
  await page.getByRole("textbox", { name: /^(Heslo|Password)/ }).fill(password);
  await page.keyboard.press("Enter");
  await page
    .locator("h1")
    .filter({ hasText: /Přehled|Prehľad|Overview/ })
    .waitFor();
}

async function openPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", colorScheme: "light" });
  await context.addInitScript(`localStorage.setItem("postrider-language", "${SCREENSHOTS_LANGUAGE}")`);
  return context.newPage();
}

async function showPages(page: Page, views: readonly View[]): Promise<void> {
  const settle = watchRequests(page, quietMs);
  const base = new URL(page.url()).pathname.replace(/\/$/, "");
  const isPhone = widthOf(page) < 768;
  for (const { name, address, open, isWide } of views.filter((view) => wantedThemes(page, view.name).length > 0)) {
    if (isPhone && isWide === true) continue;
    // The router notices the change of the address, so that the app is loaded once only.
    await page.evaluate(`history.pushState({}, "", ${JSON.stringify(`${base}${address}`)})`);
    await settle();
    if (open !== undefined) {
      await open(page).catch((error: unknown) => report(name, String(error)));
      await settle();
    }
    await takePictures(page, name, open === undefined);
    if (open !== undefined) await page.keyboard.press("Escape");
  }
}

mkdirSync(folder, { recursive: true });
const server = await findServer();
const browser = await launchBrowser();
try {
  let views: View[] = [];
  for (const viewport of widths) {
    const page = await openPage(browser, viewport);
    const settle = watchRequests(page, quietMs);
    for (const visitorPage of visitorPages.filter((name) => wantedThemes(page, name).length > 0)) {
      await page.goto(`${server.url}/app/${visitorPage}`);
      await page.locator("h1").first().waitFor();
      await settle();
      await takePictures(page, visitorPage.replace("/token", ""));
    }
    await page.emulateMedia({ colorScheme: "light" });
    await signIn(page, server);
    if (views.length === 0) {
      const api = await openDemoApi(page);
      views = await findViews(api, await addRecords(api, await page.screenshot()));
    }
    await showPages(page, views);
    await page.context().close();
  }
  process.stdout.write(`Pictures are in ${folder}\n`);
} finally {
  await browser.close();
  await server.stop();
}
