import { routes as pages } from "../../../web/app/routes.ts";
import type { DemoApi } from "./demo-api.ts";

/** The addresses of all pages, as the router of the app has them. */
export const routes: readonly string[] = pages
  .flatMap(({ options }) => ("path" in options ? [options.path] : []))
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
  "/settings/webhooks/signed/$": "/webhook-endpoints",
  "/shop/coupons/$": "/coupon-stacks",
  "/shop/feeds/$": "/feeds",
  "/shop/orders/$": "/orders",
  "/transfers/imports/$": "/imports",
};

async function findAddress(api: DemoApi, route: string): Promise<string> {
  if (!route.includes("$")) return route;
  const [beginning] = Object.keys(lists)
    .filter((start) => route.startsWith(start))
    .toSorted((left, right) => right.length - left.length);
  if (beginning === undefined) throw new Error(`no list for ${route}`);
  const [first] = await api.list(lists[beginning] ?? "");
  if (first === undefined) throw new Error(`no record for ${route}`);
  return route.replace(/\$\w+/, first.id);
}

/** The address of every route of the app, by the route: of a record of the company where the route names one. */
export async function findAddresses(api: DemoApi): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>();
  for (const route of routes) addresses.set(route, await findAddress(api, route));
  return addresses;
}
