import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DemoApi } from "./demo-api.ts";

const folder = path.resolve(import.meta.dirname, "../../../web");

/** The addresses of all pages, from the routes of the features. */
export const routes = readdirSync(folder, { recursive: true, encoding: "utf8" })
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
