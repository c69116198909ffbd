import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TestCompany } from "../harness/factories/company.ts";
import { aForm } from "../harness/factories/forms.ts";
import { aTrackedShop } from "../harness/factories/sites.ts";
import { aCampaignWithLinks, aSentMessage, browserUserAgent } from "../harness/factories/tracked-messages.ts";
import { aForeignSite, type ForeignSite } from "./foreign-site.ts";
import { closeContexts, collectPageErrors, workerBrowser } from "./launch-browser.ts";
import { serveCompany } from "./serve-company.ts";

let own: TestCompany;
/** The address of the service, which its scripts contain. */
let service = "";
let browser: Browser;
let shop: ForeignSite;
let shopUrl = "";
let code = "";

/** A page of the shop with a strict policy. */
const shopPage = () => `<!doctype html><html lang="cs"><head><title>Boty</title>
  <script nonce="r4nd0m">window.postrider = [["product", { code: "B1" }]]</script>
  ${code.replace("async", 'async nonce="r4nd0m"')}</head><body><h1>Boty</h1></body></html>`;

beforeAll(async () => {
  ({ own, origin: service } = await serveCompany());
  shop = await aForeignSite((_asked, answer) => {
    answer.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; script-src 'nonce-r4nd0m'; connect-src ${service}; base-uri 'none'`,
    });
    answer.end(shopPage());
  }, "localhost");
  shopUrl = shop.url;
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeContexts();
  shop?.close();
});

type Visited = { page: Page; pageErrors: string[]; posts: string[] };

async function openPage(): Promise<Visited> {
  // The headless browser names itself and would count as a machine.
  const context = await browser.newContext({ userAgent: browserUserAgent });
  const page = await context.newPage();
  await page.clock.install();
  const pageErrors = collectPageErrors(page);
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(`${service}/site/`) && request.method() === "POST")
      posts.push(request.postData() ?? "");
  });
  return { page, pageErrors, posts };
}

const storage = (page: Page) => page.evaluate("({ ...localStorage })");
const stored = async () => (await own.api.ok("listWebEvents")).items;

beforeEach(async () => {
  own.clock.set(new Date());
});

it("the script stores and sends nothing before consent, then tells who visits, on a page with a strict policy", async () => {
  await aTrackedShop(own, { url: shopUrl, requireConsent: true });
  code = (await own.api.ok("listSiteScripts")).items[0]?.code ?? "";
  const { token, contactId } = await aSentMessage(own, await aCampaignWithLinks(own, [`${shopUrl}/boots?a=1#top`]));
  const { page, pageErrors, posts } = await openPage();
  await page.goto(`${service}/t/c/${token}.1`);
  await page.waitForFunction("typeof window.postrider === 'object' && !Array.isArray(window.postrider)");
  // The mark is taken out of the address at once.
  expect(page.url()).toBe(`${shopUrl}/boots?a=1#top`);
  await page.evaluate("postrider.cart([{ code: 'B1', quantity: 1 }])");
  // Longer than the script waits before it sends.
  await page.clock.runFor(200);
  expect([await storage(page), posts]).toEqual([{}, []]);

  await page.evaluate("postrider.consent(true)");
  await expect.poll(() => stored()).toHaveLength(3);
  expect(posts).toHaveLength(1);
  const visited = { url: `${shopUrl}/boots?a=1`, title: "Boty", contactId, shopId: own.shopId };
  expect((await stored()).toReversed()).toMatchObject([
    { ...visited, type: "page_visit", data: {} },
    { ...visited, type: "page_visit", data: { product: { code: "B1" } } },
    { ...visited, type: "cart", data: { items: [{ code: "B1", quantity: 1 }] } },
  ]);
  expect(Object.keys(Object(await storage(page))).toSorted()).toEqual(["postrider.consent", "postrider.visitor"]);
  expect(await page.context().cookies()).toEqual([]);

  // The next page needs neither mark nor consent again.
  await page.goto(`${shopUrl}/next`);
  await expect.poll(() => stored()).toHaveLength(5);
  await page.evaluate("postrider.consent(false)");
  expect(await storage(page)).toEqual({});
  await page.goto(`${shopUrl}/last`);
  await page.clock.runFor(200);
  expect([await storage(page), posts]).toEqual([{}, [expect.anything(), expect.anything()]]);
  expect(pageErrors).toEqual([]);
});

it("without the need of consent a refusal is remembered", async () => {
  await aTrackedShop(own, { url: shopUrl, requireConsent: false });
  const { page, posts } = await openPage();
  await page.goto(`${shopUrl}/first`);
  await expect.poll(() => posts).toHaveLength(1);
  await page.evaluate("postrider.consent(false)");
  await page.goto(`${shopUrl}/second`);
  await page.clock.runFor(200);
  expect(await storage(page)).toEqual({ "postrider.consent": "0" });
  expect(posts).toHaveLength(1);
});

it("the pop-ups of the shop are shown, and remembered only after consent", async () => {
  await aTrackedShop(own, { url: shopUrl, requireConsent: true });
  const form = await aForm(own, { kind: "popup", title: "News", popup: { delayS: 0 } });
  const params = { shop_id: own.shopId };
  await own.api.ok("updateSiteScript", { params, body: { formIds: [form.id] } });
  const { page, pageErrors } = await openPage();
  const dialog = page.getByRole("dialog", { name: "News" });
  await page.goto(`${shopUrl}/first`);
  await dialog.waitFor();
  expect(await storage(page)).toEqual({});
  await page.evaluate("postrider.consent(true)");
  await page.goto(`${shopUrl}/second`);
  await dialog.waitFor();
  expect(Object.keys(Object(await storage(page)))).toContain(`postrider.form.${form.key}`);
  await page.evaluate("postrider.consent(false)");
  expect(await storage(page)).toEqual({});
  expect(pageErrors).toEqual([]);
  await own.api.ok("updateSiteScript", { params, body: { formIds: [] } });
});

it("a page with the script of a shop without tracking keeps working", async () => {
  const params = { shop_id: own.shopId };
  await own.api.ok("updateWebTracking", { params, body: { enabled: false } });
  const { page, pageErrors, posts } = await openPage();
  await page.goto(`${shopUrl}/first`);
  await page.waitForFunction("typeof window.postrider === 'object' && !Array.isArray(window.postrider)");
  await page.evaluate("postrider.consent(true); postrider.cart([])");
  await own.api.ok("updateSiteScript", { params, body: { enabled: false } });
  const off = await openPage();
  await off.page.goto(`${shopUrl}/first`);
  await off.page.evaluate("postrider.push(['consent', true])");
  expect([posts, off.posts, pageErrors, off.pageErrors]).toEqual([[], [], [], []]);
});
