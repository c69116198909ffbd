import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { visitorPages } from "../../web/app/visitor-pages.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { signIn } from "./app-harness.ts";
import { closeContexts, collectPageErrors, workerBrowser } from "./launch-browser.ts";
import { clean, findProblems } from "./page-findings.ts";
import { findAddresses, routes } from "./screenshots/addresses.ts";
import { openDemoApi } from "./screenshots/demo-api.ts";
import { startDemoServer, type DemoServer } from "./screenshots/demo-server.ts";
import { addRecords } from "./screenshots/records.ts";
import { watchRequests } from "./watch-requests.ts";

const widths = [
  ["1280 wide", { width: 1280, height: 900 }],
  ["390 wide", { width: 390, height: 844 }],
] as const;

let server: DemoServer;
let addresses: ReadonlyMap<string, string>;

async function openVisitor(viewport: { width: number; height: number }): Promise<Page> {
  const browser = await workerBrowser();
  const context = await browser.newContext({ viewport, locale: "cs-CZ", reducedMotion: "reduce" });
  return context.newPage();
}

/** The demo company in Czech, at the page after signing in. */
async function openDemo(viewport: { width: number; height: number }): Promise<Page> {
  const page = await openVisitor(viewport);
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

  /** The router notices the change of the address, so that the app is loaded once only. */
  const follow = async (address: string) => {
    await page.evaluate(`history.pushState(null, "", ${JSON.stringify(base + address)})`);
    await settle();
    await page.locator("h1").first().waitFor();
    await settle();
  };

  it.each(routes)("%s", async (route) => {
    await follow(addresses.get(route) ?? "");
    expect(await findProblems(page, pageErrors)).toEqual(clean);
  });

  it("an address that no page has", async () => {
    await follow("/no-such-page");
    await page.getByRole("heading", { level: 1, name: "Tady nic není" }).waitFor();
    expect(await findProblems(page, pageErrors)).toEqual(clean);
  });
});

describe.each(widths)("pages of visitors, %s", (_name, viewport) => {
  it.each([...visitorPages.keys()])("%s", async (place) => {
    const page = await openVisitor(viewport);
    const settle = watchRequests(page);
    const pageErrors = collectPageErrors(page);
    await page.goto(`${server.url}/app/${place}/token`);
    await page.locator("h1").waitFor();
    await settle();
    expect(await findProblems(page, pageErrors)).toEqual(clean);
    await page.context().close();
  });
});
