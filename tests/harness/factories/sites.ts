import { publicTokenKey } from "../../../src/kernel/public-token.ts";
import { signVisitorToken } from "../../../src/kernel/visitor-token.ts";
import { request } from "../servers/api-client.ts";
import type { TestCompany } from "./company.ts";
import { browserUserAgent } from "./tracked-messages.ts";

export const shopOrigin = "https://www.shop.example";

/** Turns script and tracking of the company's shop on; returns the key of the script. */
export async function aTrackedShop(
  { api, shopId }: TestCompany,
  { url = shopOrigin, ...tracking }: { url?: string; requireConsent?: boolean; domains?: string[] } = {},
): Promise<string> {
  const params = { shop_id: shopId };
  await api.ok("updateShop", { params, body: { url } });
  await api.ok("updateWebTracking", { params, body: { enabled: true, ...tracking } });
  return (await api.ok("updateSiteScript", { params, body: { enabled: true } })).key;
}

/** A mark as the click redirect adds it. */
export const aVisitorToken = (
  { ctx, tenantId, clock }: TestCompany,
  contactId: string,
  clickedAt = clock.now(),
): string => signVisitorToken(publicTokenKey(ctx.company.fingerprintKey), { tenantId, contactId, clickedAt });

export const aVisit = (fields: Record<string, unknown> = {}) => ({
  visitor: "visitor-1",
  events: [{ type: "page_visit", url: `${shopOrigin}/boots`, title: "Boots" }],
  ...fields,
});

/** Posts like the site script in a browser. */
export const postVisit = (
  { server }: Pick<TestCompany, "server">,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  request(server, {
    method: "POST",
    url: `/site/${key}/events`,
    headers: {
      "content-type": "text/plain;charset=UTF-8",
      origin: shopOrigin,
      "user-agent": browserUserAgent,
      ...headers,
    },
    payload: typeof body === "string" ? body : JSON.stringify(body),
  });
