import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { company, type TestCompany } from "../harness/factories/company.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { adminEmail, password } from "../harness/servers/sign-in.ts";
import { axeFindings } from "./axe-findings.ts";
import { collectPageErrors, launchBrowser } from "./launch-browser.ts";

const allWidths = [
  ["wide", { width: 1280, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const;

/** Both with `BROWSER=full`, as `npm run test:browser` sets it. */
export const journeyWidths = process.env["BROWSER"] === "full" ? allWidths : allWidths.slice(0, 1);

export type WebApp = {
  readonly own: TestCompany;
  readonly origin: string;
  readonly email: string;
  /** A new browser context at an address of the server. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  /** The same, signed in, at an address inside the company: `/contacts`. All calls share one session. */
  openSignedIn(path: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  close(): Promise<void>;
};

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

export type OpenedPage = { readonly page: Page; readonly pageErrors: string[] };

/** A server with one company and a browser. Pages are Czech unless `locale` says otherwise. */
export async function startWebApp(env: Record<string, string> = {}): Promise<WebApp> {
  const port = await freePort();
  const own = await company({ ...env, PORT: String(port) });
  const origin = await own.server.listen({ port, host: "127.0.0.1" });
  const browser = await launchBrowser();
  const email = await adminEmail(own);
  let cookies: Cookies = [];
  const openWith = async (path: string, options: BrowserContextOptions, given: Cookies) => {
    const page = await newPage(browser, options);
    await page.context().addCookies(given);
    const pageErrors = collectPageErrors(page);
    await page.goto(`${origin}${path}`);
    return { page, pageErrors };
  };
  return {
    own,
    origin,
    email,
    open: (path, options = {}) => openWith(path, options, []),
    openSignedIn: async (path, options = {}) => {
      const next = `/app/${own.tenant}${path}`;
      if (cookies.length > 0) return openWith(next, options, cookies);
      const opened = await openWith(`/app/sign-in?next=${encodeURIComponent(next)}`, options, []);
      await signIn(opened.page, email);
      await opened.page.waitForURL(`${origin}${next}`);
      cookies = await opened.page.context().cookies();
      return opened;
    },
    close: async () => {
      await browser.close();
      await own.server.close();
    },
  };
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "cs-CZ",
    reducedMotion: "reduce",
    ...options,
  });
  // The language of the account would win over that of the browser.
  if (options.locale !== undefined)
    await context.addInitScript(`localStorage.setItem("postrider-language", "${options.locale.slice(0, 2)}")`);
  return context.newPage();
}

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

/** No finding of axe, no sideways scroll, no error in the console. */
export async function checkPage({ page, pageErrors }: OpenedPage): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
  expect(pageErrors).toEqual([]);
}
