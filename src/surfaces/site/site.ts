import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { SystemDb } from "../../db/tenant.ts";
import { findScriptSite, findSiteByKey } from "../../features/web-tracking/service.ts";
import { VisitInput } from "../../features/web-tracking/shapes.ts";
import { visitBatcher } from "../../features/web-tracking/visits/record.ts";
import { cleanUserAgent } from "../../features/tracking/event.ts";
import { TokenVerifier } from "../../features/tracking/token-verifier.ts";
import { isMachineRequest } from "../../features/tracking/verdict.ts";
import { parseJson } from "../../http/body.ts";
import { withDatabaseTimeout } from "../../http/database-timeout.ts";
import { accepts, bytesUpTo } from "../../kernel/accepts.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { Clock } from "../../kernel/clock.ts";
import { parseCompanyKey } from "../../kernel/company-key.ts";
import type { DataKey } from "../../kernel/encryption.ts";
import { forbidden, notFound, validation } from "../../kernel/errors.ts";
import { days } from "../../kernel/local-time.ts";
import { verifyVisitorToken, type VisitorToken } from "../../kernel/visitor-token.ts";
import { sendScript } from "../embedded-program.ts";
import { pathParam } from "../pages/forms.ts";
import { isPrefetched } from "../track/requests.ts";
import { siteScript } from "./script.ts";

export type SiteDeps = {
  readonly db: SystemDb;
  readonly clock: Clock;
  readonly dataKey: DataKey | undefined;
  readonly publicUrl: string;
};

/** 20 events with addresses, titles and data in full length. */
const maxBodyBytes = 512 * 1024;
const maxDataBytes = 8 * 1024;
/** The mark in a link expires, so that a forwarded link does not identify its recipient. */
const markValidMs = days(1);
const maxCachedKeys = 5000;

/** `/site/{key}.js`, the script in a shop's pages, and `/site/{key}/events`, where it sends what visitors do. */
export function registerSite(app: FastifyInstance, deps: SiteDeps): void {
  const keys = new TokenVerifier(deps);
  const shops = new BoundedCache<string, ScriptShop>(maxCachedKeys);
  void app.register(async (scope) => {
    const readJson = (_request: FastifyRequest, body: string | Buffer, done: (error: null, body: unknown) => void) =>
      done(null, parseJson(Buffer.isBuffer(body) ? body : Buffer.from(body)));
    scope.removeAllContentTypeParsers();
    // A request of another page with plain text needs no preflight.
    for (const type of ["application/json", "text/plain"])
      scope.addContentTypeParser(type, { parseAs: "buffer", bodyLimit: maxBodyBytes }, readJson);
    scope.addHook("onRequest", (_request, reply, done) => {
      void reply.headers({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
      done();
    });
    scope.get("/site/:file", async (request, reply) => sendSiteScript(deps, request, reply));
    scope.options("/site/:key/events", async (_request, reply) => reply.code(204).headers(preflightHeaders).send());
    scope.post<{ Body: Static<typeof VisitInput> }>(
      "/site/:key/events",
      { schema: { body: VisitInput } },
      async (request, reply) => {
        const key = pathParam(request, "key");
        const shop = shops.get(key) ?? (await findPlace({ ...deps, shops }, key));
        const events = request.body.events.map(toWebEvent);
        const { contact } = request.body;
        const token = contact === undefined ? undefined : await findToken({ ...deps, keys }, shop.tenantId, contact);
        const outcome = await visitBatcher.load(deps.db.forTenant(shop.tenantId), {
          shopId: shop.shopId,
          visitor: request.body.visitor,
          token,
          origin: request.headers.origin,
          events: isMachine(request) ? [] : events,
          at: deps.clock.now(),
        });
        if (outcome === "foreign_origin") throw forbidden("origin");
        return reply.code(202).send(outcome);
      },
    );
  });
}

const preflightHeaders = {
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": "86400",
};

async function sendSiteScript(deps: SiteDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [, key = ""] = /^(.+)\.js$/.exec(pathParam(request, "file")) ?? [];
  const site = await withDatabaseTimeout(findScriptSite(deps.db, key));
  if (site === undefined) throw notFound("site");
  return sendScript(request, reply, siteScript(site, { url: deps.publicUrl, key }));
}

type ScriptShop = { readonly tenantId: string; readonly shopId: string };

/** The shop of a key never changes. */
async function findPlace(
  { db, shops }: { readonly db: SystemDb; readonly shops: BoundedCache<string, ScriptShop> },
  key: string,
): Promise<ScriptShop> {
  const tenantId = parseCompanyKey(key)?.tenantId;
  const site = await withDatabaseTimeout(findSiteByKey(db, key));
  if (tenantId === undefined || site === undefined) throw notFound("site");
  const shop = { tenantId, shopId: site.shopId };
  shops.set(key, shop);
  return shop;
}

async function findToken(
  { clock, keys }: { readonly clock: Clock; readonly keys: TokenVerifier },
  tenantId: string,
  text: string,
): Promise<VisitorToken | undefined> {
  const key = await keys.findKey(tenantId);
  const token = key && verifyVisitorToken(key, text);
  if (token?.tenantId !== tenantId) return undefined;
  return clock.now().getTime() - token.clickedAt.getTime() < markValidMs ? token : undefined;
}

const isMachine = ({ headers, method }: FastifyRequest): boolean =>
  isMachineRequest({
    kind: "click",
    method,
    agent: cleanUserAgent(headers["user-agent"]),
    prefetch: isPrefetched(headers),
  });

type VisitEventInput = Static<typeof VisitInput>["events"][number];

/** Address and title are part of `data`, where triggers of automations look for them. */
function toWebEvent({ type, url, title, data = {} }: VisitEventInput, index: number) {
  if (!/^https?:\/\/[^/]/i.test(url)) throw validation(`events.${index}.url`, accepts.webAddress);
  if (Buffer.byteLength(JSON.stringify(data)) > maxDataBytes)
    throw validation(`events.${index}.data`, bytesUpTo(maxDataBytes));
  if (type === "cart" && !Array.isArray(data["items"]))
    throw validation(`events.${index}.data`, { ...accepts.cart, path: `events.${index}.data.items` });
  return { type, data: { ...data, url, ...(title === undefined ? {} : { title }) } };
}
