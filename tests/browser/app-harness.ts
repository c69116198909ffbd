import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { TestCompany } from "../harness/factories/company.ts";
import { isFull } from "../harness/scope.ts";
import { adminEmail, password, signInHeaders } from "../harness/servers/sign-in.ts";
import { axeFindings } from "./axe-findings.ts";
import { closeContexts, collectPageErrors, workerBrowser } from "./launch-browser.ts";
import { serveCompany } from "./serve-company.ts";
import { watchRequests } from "./watch-requests.ts";

const widths = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

const { wide } = widths;

type Width = keyof typeof widths;

/** On commit a journey runs once, at the width that it names; in `npm run test:full` at both. */
export const journeyWidths = (onCommit: Width): (readonly [Width, (typeof widths)[Width]])[] =>
  (isFull ? (["wide", "phone"] as const) : [onCommit]).map((name) => [name, widths[name]]);

export type WebApp = {
  readonly own: TestCompany;
  readonly origin: string;
  readonly email: string;
  /** A page of a visitor, in a browser context of its own, at an address of the server. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  /**
   * A page of the administrator, at an address inside the company: `/contacts`. Calls with the same options apart from
   * the size share a browser context, so that the scripts of the app are loaded and compiled once.
   */
  openSignedIn(path: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  /** Follows an address inside the company as a link in the app does, without loading the app again. */
  follow(page: Page, path: string): Promise<void>;
  /** Closes all pages. */
  close(): Promise<void>;
};

export type OpenedPage = {
  readonly page: Page;
  readonly pageErrors: string[];
  /** Waits until the page has loaded what it shows: no request runs, and none has ended in the last moment. */
  settle(): Promise<void>;
};

/** A company on the server of this worker. Pages are Czech unless `locale` says otherwise. */
export async function startWebApp(env: Record<string, string> = {}): Promise<WebApp> {
  const { own, origin } = await serveCompany(env);
  const browser = await workerBrowser();
  const email = await adminEmail(own);
  const signedIn = new Map<string, Promise<BrowserContext>>();

  const signIntoContext = async (options: BrowserContextOptions) => {
    const context = await newContext(browser, options);
    const { cookie } = await signInHeaders(own.server, email);
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: origin }]);
    return context;
  };
  return {
    own,
    origin,
    email,
    open: async (path, options = {}) => openPage(await newContext(browser, options), `${origin}${path}`),
    openSignedIn: async (path, { viewport = wide, ...options } = {}) => {
      const key = JSON.stringify(options);
      const context = signedIn.get(key) ?? signIntoContext(options);
      signedIn.set(key, context);
      return openPage(await context, `${origin}/app/${own.tenant}${path}`, viewport);
    },
    follow: async (page, path) => {
      await page.evaluate(`history.pushState(null, "", ${JSON.stringify(`/app/${own.tenant}${path}`)})`);
    },
    close: closeContexts,
  };
}

async function openPage(
  context: BrowserContext,
  url: string,
  viewport: BrowserContextOptions["viewport"] = null,
): Promise<OpenedPage> {
  const page = await context.newPage();
  if (viewport !== null) await page.setViewportSize(viewport);
  const pageErrors = collectPageErrors(page);
  const settle = watchRequests(page);
  await page.goto(url);
  return { page, pageErrors, settle };
}

const newContext = (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> =>
  browser.newContext({ viewport: wide, locale: "cs-CZ", reducedMotion: "reduce", ...options });

export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel(words("E-mail")).fill(email);
  await page.getByRole("textbox", { name: /^(Heslo|Password)/ }).fill(secret);
  await page.keyboard.press("Enter");
}

/** Matches a text of the dictionaries as it is shown: with no-break spaces and a word joiner in "e-mail". */
export const words = (text: string): RegExp =>
  new RegExp(
    text
      .replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")
      .replaceAll(" ", "\\s")
      .replaceAll("-", "-\\u2060?"),
  );

const unnamedDialogs = '[role="dialog"]:not([aria-label], [aria-labelledby])';

/** No finding of axe, no sideways scroll, no error in the console. */
export async function checkPage({ page, pageErrors }: Omit<OpenedPage, "settle">): Promise<void> {
  // A dialog gets its name by the render after the one that shows it.
  await expect.poll(() => page.locator(unnamedDialogs).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
  expect(pageErrors).toEqual([]);
}

/** Waits for the title of a page and for what it shows, and checks it. */
export async function checkTitled(opened: OpenedPage, title: string | RegExp): Promise<void> {
  await opened.page.getByRole("heading", { level: 1, name: title }).waitFor();
  await opened.settle();
  await checkPage(opened);
}
