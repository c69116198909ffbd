import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import type { DemoApi } from "./demo-api.ts";

/** A page of the company, or a state of it that `open` reaches. */
export type View = {
  readonly name: string;
  readonly address: string;
  readonly open?: (page: Page) => Promise<unknown>;
  /** Not on a phone. */
  readonly isWide?: boolean;
};

const folder = path.resolve(import.meta.dirname, "../../../web");

/** The addresses of all pages, from the routes of the features. */
const routes = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "routes.ts")
  .flatMap((file) => [...readFileSync(path.join(folder, file), "utf8").matchAll(/page\(\s*"([^"]+)"/g)])
  .map(([, address = ""]) => address)
  .toSorted();

/** The list of the API with the records of a route; the longest beginning of the route decides. */
const lists: Readonly<Record<string, string>> = {
  "/automations/$": "/automations",
  "/campaigns/$": "/campaigns?status=completed",
  "/campaigns/$campaignId/content": "/campaigns?status=draft",
  "/campaigns/$campaignId/edit": "/campaigns?status=draft",
  "/contacts/$": "/contacts?status=subscribed",
  "/content/footers/$": "/footers",
  "/content/landing-pages/$": "/landing-pages",
  "/content/preference-pages/$": "/unsubscribe-pages",
  "/content/surveys/$": "/surveys",
  "/content/templates/$": "/templates",
  "/deliverability/domains/$": "/sending/setup#domains",
  "/forms/$": "/forms",
  "/lists/$": "/lists",
  "/segments/$": "/segments",
  "/settings/shops/$": "/shops",
  "/shop/coupons/$": "/coupon-stacks",
  "/shop/feeds/$": "/feeds",
  "/shop/orders/$": "/orders",
  "/transfers/imports/$": "/imports",
};

async function addressOf(api: DemoApi, route: string): Promise<string> {
  if (!route.includes("$")) return route;
  const [beginning] = Object.keys(lists)
    .filter((one) => route.startsWith(one))
    .toSorted((one, other) => other.length - one.length);
  if (beginning === undefined) throw new Error(`no list for ${route}`);
  const [first] = await api.list(lists[beginning] ?? "");
  if (first === undefined) throw new Error(`no record for ${route}`);
  return route.replace(/\$\w+/, first.id);
}

const nameOf = (route: string): string =>
  route === "/" ? "overview" : route.slice(1).replaceAll("/", "_").replaceAll("$", "");

const tabs: readonly [route: string, values: readonly string[]][] = [
  ["/campaigns", ["view=calendar"]],
  [
    "/campaigns/$campaignId",
    ["recipients", "links", "domains", "orders", "content", "history"].map((tab) => `tab=${tab}`),
  ],
  ["/campaigns/$campaignId/edit", ["subject", "content", "review"].map((step) => `step=${step}`)],
  ["/contacts", ["status=unsubscribed", "q=nobody"]],
];

/** Pages whose main action opens a dialog. */
const withDialog = [
  "/automations",
  "/contacts",
  "/content",
  "/content/footers",
  "/content/landing-pages",
  "/content/preference-pages",
  "/content/surveys",
  "/deliverability",
  "/deliverability/hooks",
  "/deliverability/senders",
  "/deliverability/test-recipients",
  "/forms",
  "/lists",
  "/settings/api-keys",
  "/settings/consents",
  "/settings/fields",
  "/settings/labels",
  "/settings/members",
  "/settings/shops",
  "/settings/webhooks",
  "/shop/coupons",
  "/shop/feeds",
  "/suppressions",
  "/transfers/exports",
];

async function openDialog(page: Page): Promise<void> {
  await page.locator("#content .mantine-Button-root:not([data-variant])").first().click();
  await page.getByRole("dialog").waitFor();
}

const openMenu = (page: Page) => page.locator("#content .mantine-ActionIcon-root[aria-haspopup=menu]").first().click();

const selectRow = (page: Page) => page.locator("#content tbody input[type=checkbox]").first().click();

/** Every page, then tabs, steps and dialogs of some of them. */
export async function findViews(api: DemoApi, { draftId }: { draftId: string }): Promise<View[]> {
  const addresses = new Map<string, string>();
  for (const route of routes) addresses.set(route, await addressOf(api, route));
  const addressed = (route: string, values = ""): View => ({
    name: values === "" ? nameOf(route) : `${nameOf(route)}-${values.replace(/^\w+=/, "")}`,
    address: `${addresses.get(route) ?? ""}${values === "" ? "" : `?${values}`}`,
  });
  return [
    ...routes.map((route) => addressed(route)),
    ...tabs.flatMap(([route, values]) => values.map((value) => addressed(route, value))),
    ...["mapping", "consent", "review"].map((step) => ({
      name: `transfers_imports_new-${step}`,
      address: `/transfers/imports/new?draft=${draftId}&step=${step}`,
    })),
    ...withDialog.map((route) => ({ name: `${nameOf(route)}-dialog`, address: route, open: openDialog })),
    { ...addressed("/contacts/$contactId"), name: "contacts_contactId-menu", open: openMenu },
    { name: "contacts-selected", address: "/contacts", open: selectRow, isWide: true },
    { name: "palette", address: "/", open: (page) => page.keyboard.press("Control+k") },
  ];
}
