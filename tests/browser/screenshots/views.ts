import type { Page } from "playwright-core";
import { findAddresses, routes } from "./addresses.ts";
import type { DemoApi } from "./demo-api.ts";

/** A page of the company, or a state of it that `open` reaches. */
export type View = {
  readonly name: string;
  readonly address: string;
  readonly open?: (page: Page) => Promise<unknown>;
  /** Not on a phone. */
  readonly isWide?: boolean;
};

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
  "/deliverability/mailboxes",
  "/deliverability/senders",
  "/deliverability/connections",
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
  const addresses = await findAddresses(api);
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
