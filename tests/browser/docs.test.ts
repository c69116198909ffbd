import Fastify, { type FastifyInstance } from "fastify";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { registerDocs } from "../../src/surfaces/docs/docs.ts";
import { closeContexts, collectPageErrors, workerBrowser } from "./launch-browser.ts";

type Received = { method: string; url: string; authorization: string | undefined; csrf: unknown; body: unknown };

const tenant = "6f1c2a7e-4b0d-4c55-9a3e-1d2f3b4c5d6e";
const key = `pst_${"k".repeat(43)}`;

let app: FastifyInstance;
let browser: Browser;
let origin = "";
let received: Received[] = [];

beforeAll(async () => {
  app = Fastify();
  registerDocs(app, { publicUrl: "https://mail.example.com" });
  app.get("/api/v1/session", async () => ({ csrfToken: "token of the session" }));
  app.all("/api/v1/tenants/*", async (request, reply) => {
    const { method, url, headers, body } = request;
    received.push({ method, url, authorization: headers.authorization, csrf: headers["x-csrf-token"], body });
    return reply.headers({ "X-RateLimit-Limit": "2500", "X-RateLimit-Remaining": "2499" }).send({ id: "7", echo: "ž" });
  });
  origin = await app.listen({ port: 0, host: "127.0.0.1" });
  browser = await workerBrowser();
});

afterAll(() => app?.close());

afterEach(async () => {
  received = [];
  await closeContexts();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; pageErrors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const pageErrors = collectPageErrors(page);
  await page.goto(`${origin}${path}`);
  return { page, pageErrors };
}

const shownOperations = (page: Page) => page.locator("[data-search]:visible").count();

describe("API reference in a browser", () => {
  it.each(["/docs", "/docs/contacts"])("opens %s without console errors", async (path) => {
    const { page, pageErrors } = await open(path);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(244, 245, 248)");
    expect(pageErrors).toEqual([]);
  });

  it("filters the navigation without regard to case and diacritics, and opens the first match", async () => {
    const { page, pageErrors } = await open("/docs");
    await page.keyboard.press("/");
    await page.keyboard.type("ČREATEcontact POST");
    expect(await page.locator("[data-search]:visible a").allInnerTexts()).toEqual(["POST\n/contacts"]);
    expect(await page.locator(".filter-outcome").innerText()).toBe("1 operation");
    await page.keyboard.press("Escape");
    expect(await shownOperations(page)).toBe(0);
    await page.keyboard.type("deleteContact");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/docs/contacts#deleteContact`);
    expect(pageErrors).toEqual([]);
  });

  it("sends a request with the key and shows the response", async () => {
    const { page, pageErrors } = await open("/docs/contacts#createContact");
    const card = page.locator("#createContact");
    await card.getByText("Try it").click();
    expect(await card.getByLabel("Server").inputValue()).toBe(origin);
    await card.getByLabel("Tenant").fill(tenant);
    await card.getByLabel("API key").fill(key);
    await card.getByLabel("Body").fill('{"email": "jana@example.com"}');
    await card.getByRole("button", { name: "Send POST" }).click();
    await card.locator(".outcome-body").waitFor();
    expect(await card.locator(".outcome").innerText()).toMatch(/^200 OK\s+\d+ ms/);
    expect(await card.locator(".outcome-headers").innerText()).toContain("2499");
    expect(await card.locator(".outcome-body").innerText()).toBe('{\n  "id": "7",\n  "echo": "ž"\n}');
    expect(received).toEqual([
      {
        method: "POST",
        url: `/api/v1/tenants/${tenant}/contacts`,
        authorization: `Bearer ${key}`,
        csrf: undefined,
        body: { email: "jana@example.com" },
      },
    ]);
    expect(pageErrors).toEqual([]);
  });

  it("keeps the key in the tab only, and shares it between forms", async () => {
    const { page } = await open("/docs/contacts");
    await page.locator("#listContacts").getByText("Try it").click();
    await page.locator("#listContacts").getByLabel("API key").fill(key);
    await page.reload();
    await page.locator("#getContact").getByText("Try it").click();
    expect(await page.locator("#getContact").getByLabel("API key").inputValue()).toBe(key);
    expect(await page.evaluate("localStorage.length")).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    const other = await page.context().newPage();
    await other.goto(`${origin}/docs/contacts`);
    expect(await other.locator("#getContact input[name=key]").inputValue()).toBe("");
  });

  it("works by keyboard, and asks before sending irreversible requests", async () => {
    const { page, pageErrors } = await open("/docs/contacts#deleteContact");
    const card = page.locator("#deleteContact");
    await card.locator(".try > summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type(tenant);
    await page.keyboard.press("Tab");
    await page.keyboard.type(key);
    await page.keyboard.press("Tab");
    await page.keyboard.type("42");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.name")).toBe("confirm");
    expect(received).toEqual([]);
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await card.locator(".outcome-head").waitFor();
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `DELETE /api/v1/tenants/${tenant}/contacts/42`,
    ]);
    expect(pageErrors).toEqual([]);
  });

  it("uses the browser's session without a key", async () => {
    const { page } = await open("/docs/contacts");
    const card = page.locator("#createContact");
    await card.getByText("Try it").click();
    await card.getByLabel("Tenant").fill(tenant);
    await card.getByRole("button", { name: "Send POST" }).click();
    await card.locator(".outcome-head").waitFor();
    expect(received).toMatchObject([{ authorization: undefined, csrf: "token of the session" }]);
  });

  it("reports an invalid JSON body, and sends nothing", async () => {
    const { page } = await open("/docs/contacts");
    const card = page.locator("#createContact");
    await card.getByText("Try it").click();
    await card.getByLabel("Tenant").fill(tenant);
    await card.getByLabel("Body").fill("{");
    await card.getByRole("button", { name: "Send POST" }).click();
    expect(await card.locator(".failure").innerText()).toContain("The body is not JSON");
    expect(received).toEqual([]);
  });

  it("copies a command", async () => {
    const { page } = await open("/docs/contacts", { permissions: ["clipboard-read", "clipboard-write"] });
    const button = page.getByRole("button", { name: "Copy: curl for deleteContact" });
    await button.click();
    await expect.poll(() => button.innerText()).toBe("Copied");
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(
      /^curl -X DELETE "https:\/\/mail\.example\.com\/api\/v1\/tenants\/\$POSTRIDER_TENANT\/contacts\/\d+" \\\n {2}-H "Authorization: Bearer \$POSTRIDER_KEY"$/,
    );
  });

  it.each(["/docs", "/docs/contacts", "/docs/session"])("fits %s into 360 pixels", async (path) => {
    const { page } = await open(path, { viewport: { width: 360, height: 740 } });
    await page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  it("opens the menu of a small screen, and closes it on navigation", async () => {
    const { page } = await open("/docs/contacts", { viewport: { width: 360, height: 740 } });
    const navigation = page.getByRole("navigation");
    expect(await navigation.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await navigation.isVisible()).toBe(true);
    await navigation.getByTitle("Delete a contact").click();
    await expect.poll(() => navigation.isVisible()).toBe(false);
    expect(page.url()).toBe(`${origin}/docs/contacts#deleteContact`);
  });

  it("is readable without a script, and in dark mode", async () => {
    const { page } = await open("/docs/contacts", { javaScriptEnabled: false, colorScheme: "dark" });
    expect(await page.getByText("Try it").first().isVisible()).toBe(false);
    expect(await page.getByLabel("Filter operations").isVisible()).toBe(false);
    expect(await page.getByText("curl -X DELETE").first().isVisible()).toBe(true);
    expect(await shownOperations(page)).toBeGreaterThan(10);
  });
});
