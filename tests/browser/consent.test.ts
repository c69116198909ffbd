import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestCompany } from "../harness/factories/company.ts";
import { aClient, authorizePath, exchange, pkce } from "../harness/factories/oauth.ts";
import { adminEmail, password } from "../harness/servers/sign-in.ts";
import { addMember } from "../../src/features/members/members.ts";
import { aForeignSite, type ForeignSite } from "./foreign-site.ts";
import { closeContexts, collectPageErrors, workerBrowser } from "./launch-browser.ts";
import { serveCompany } from "./serve-company.ts";

let own: TestCompany;
let browser: Browser;
let client: ForeignSite;
let origin = "";
let callback = "";

beforeAll(async () => {
  ({ own, origin } = await serveCompany());
  const { own: second } = await serveCompany();
  const email = await adminEmail(own);
  await addMember(own.app.db, second.tenantId, { email, password, roles: ["analyst"], at: own.clock.now() });
  client = await aForeignSite((_request, response) => response.end("the client"));
  callback = `${client.url}/callback`;
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeContexts();
  client?.close();
});

async function start(options: BrowserContextOptions) {
  const registered = await aClient(own.server, { redirect_uris: [callback], client_name: "Desk assistant" });
  const { verifier, challenge } = pkce();
  const change = { redirect_uri: callback, scope: "full" };
  const page = await (await browser.newContext({ javaScriptEnabled: false, ...options })).newPage();
  const pageErrors = collectPageErrors(page);
  await page.goto(`${origin}${authorizePath({ clientId: registered.client_id, challenge, change })}`);
  return { page, pageErrors, client: registered, verifier };
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(await adminEmail(own));
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const views = [
  ["wide", { viewport: { width: 1280, height: 900 } }],
  ["narrow", { viewport: { width: 390, height: 844 } }],
  ["dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
] as const;

describe.each(views)("consent, %s, without JavaScript", (_name, options) => {
  it("signs in, chooses company and scope, and returns to the client with a code", async () => {
    const { page, pageErrors, client: registered, verifier } = await start({ locale: "en-GB", ...options });
    await signIn(page);
    await page.getByRole("heading", { name: "Connect Desk assistant?" }).waitFor();
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate(overflow)).toBe(0);
    await page.locator(`input[value="${own.tenant}"]`).check();
    await page.getByLabel("Read only").check();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`${callback}?**`);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("iss")).toBe(origin);
    const change = { redirect_uri: callback };
    const code = searchParams.get("code") ?? "";
    const tokens = await exchange(
      own.server,
      { client: registered, code, verifier },
      { change, headers: { host: new URL(origin).host } },
    );
    expect(tokens.json()).toMatchObject({ scope: "read" });
    expect(pageErrors).toEqual([]);
  });
});

it("a browser does not decide without a company", async () => {
  const { page } = await start({ locale: "en-GB" });
  await signIn(page);
  await page.getByRole("button", { name: "Allow" }).click();
  expect(new URL(page.url()).pathname).toMatch(/^\/oauth\/consent\//);
  await page.getByRole("button", { name: "Deny" }).click();
  await page.waitForURL(`${callback}?**`);
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
});
