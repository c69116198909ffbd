import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../harness/servers/free-port.ts";
import { signIn } from "./app-harness.ts";
import { axeFindings } from "./axe-findings.ts";
import { closeContexts, collectPageErrors, workerBrowser } from "./launch-browser.ts";
import { findAddresses, routes } from "./screenshots/addresses.ts";
import { openDemoApi } from "./screenshots/demo-api.ts";
import { startDemoServer, type DemoServer } from "./screenshots/demo-server.ts";
import { addRecords } from "./screenshots/records.ts";
import { watchRequests } from "./watch-requests.ts";

const widths = [
  ["1280 wide", { width: 1280, height: 900 }],
  ["390 wide", { width: 390, height: 844 }],
] as const;

/** A merge tag that is shown as it is written; in code and in inputs it belongs there. */
const findRawTags = `[...document.querySelectorAll("#root *")]
  .filter((element) => [...element.childNodes].some((child) => child.nodeType === 3 && child.data.includes("{{")))
  .filter((element) => element.closest("code, pre, textarea, [contenteditable], .cm-editor") === null)
  .map((element) => element.outerHTML.slice(0, 200))`;

/** Tables that are wider than what their frame shows of them. */
const findCutTables = `[...document.querySelectorAll("#root table")].flatMap((table) => {
  let frame = table.parentElement;
  while (frame !== null && getComputedStyle(frame).overflowX === "visible") frame = frame.parentElement;
  const missing = frame === null ? 0 : frame.scrollWidth - frame.clientWidth;
  return missing > 1 ? [missing + " px of " + table.outerHTML.slice(0, 200)] : [];
})`;

const findSidewaysScroll = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

let server: DemoServer;
let addresses: ReadonlyMap<string, string>;

/** The demo company in Czech, at the page after signing in. */
async function openDemo(viewport: { width: number; height: number }): Promise<Page> {
  const browser = await workerBrowser();
  const context = await browser.newContext({ viewport, locale: "cs-CZ", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${server.url}/app/sign-in`);
  await signIn(page, server.email, server.password);
  await page.getByRole("heading", { level: 1, name: "Přehled" }).waitFor();
  return page;
}

beforeAll(async () => {
  server = await startDemoServer(await freePort());
  const page = await openDemo(widths[0][1]);
  const api = await openDemoApi(page);
  await addRecords(api, await page.screenshot());
  addresses = await findAddresses(api);
}, 120_000);

afterAll(async () => {
  await closeContexts();
  await server?.stop();
});

describe.each(widths)("pages of the demo company, %s", (_name, viewport) => {
  let page: Page;
  let settle: () => Promise<void>;
  let pageErrors: string[];
  let base: string;

  beforeAll(async () => {
    page = await openDemo(viewport);
    settle = watchRequests(page);
    pageErrors = collectPageErrors(page);
    base = new URL(page.url()).pathname.replace(/\/$/, "");
  }, 120_000);

  it.each(routes)("%s", async (route) => {
    // The router notices the change of the address, so that the app is loaded once only.
    await page.evaluate(`history.pushState(null, "", ${JSON.stringify(`${base}${addresses.get(route)}`)})`);
    await settle();
    expect({
      errors: pageErrors.splice(0),
      sidewaysScroll: await page.evaluate(findSidewaysScroll),
      cutTables: await page.evaluate(findCutTables),
      rawTags: await page.evaluate(findRawTags),
      findings: await axeFindings(page),
    }).toEqual({ errors: [], sidewaysScroll: 0, cutTables: [], rawTags: [], findings: [] });
  });
});
