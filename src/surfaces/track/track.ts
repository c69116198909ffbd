import type { DataKey } from "../../kernel/encryption.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../kernel/clock.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { EventBuffer } from "../../features/tracking/event-buffer.ts";
import { TokenVerifier, type MessageToken } from "../../features/tracking/token-verifier.ts";
import { honeypotLink, surveyLinkParts } from "../../mail/render/links.ts";
import { ClickTokens } from "../../features/web-tracking/visits/click-tokens.ts";
import { personalizeTarget, LinkCache, type LinkTarget } from "../../features/tracking/link-cache.ts";
import { handleBeforeRouter } from "../../http/fast-path.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Log } from "../../log/log.ts";
import { ownPolicy } from "../pages/policies.ts";
import { errorPage } from "../pages/error-page.ts";
import { pathParam } from "../pages/forms.ts";
import { commonHeaders, redirect, sendPixel } from "./responses.ts";
import { trackingFastPath } from "./fast-path.ts";
import { toTrackedEvent, parseClickKey, parseOpenKey, type RecordRequest } from "./requests.ts";
import type { TrustedProxies } from "../../config/trusted-proxies.ts";

export type TrackingDeps = {
  readonly db: SystemDb;
  readonly clock: Clock;
  readonly dataKey: DataKey | undefined;
  readonly log: Log;
  readonly trustProxy: TrustedProxies;
  /** Links to surveys below these URLs get the recipient's token. */
  readonly publicUrls: readonly string[];
};

/**
 * `/t/o/{token}.gif` and `/t/c/{token}.{number}`, in every tracked e-mail. They answer from memory and write to the
 * database a moment later; consents and subscriptions never change here. Closing the server writes what is buffered.
 */
export function registerTracking(app: FastifyInstance, deps: TrackingDeps): EventBuffer {
  const buffer = new EventBuffer(deps);
  const keys = new TokenVerifier(deps);
  const links = new LinkCache(deps);
  const clickTokens = new ClickTokens({ ...deps, keys });
  const record: RecordRequest = (tracked, message, link) =>
    buffer.add(toTrackedEvent(tracked, message, { link, at: deps.clock.now() }));
  handleBeforeRouter(app, trackingFastPath({ keys, links, clickTokens, record, trustProxy: deps.trustProxy }));
  const count = (request: FastifyRequest, message: MessageToken | undefined) => {
    if (message !== undefined) record(request, message, null);
  };
  const warn = (error: unknown) => deps.log.warn({ err: error }, "recording an open failed");

  void app.register(async (routes) => {
    routes.setErrorHandler(errorPage(deps.log));
    routes.get("/t/o/:key", (request, reply) => {
      const text = parseOpenKey(pathParam(request, "key"));
      const opened = keys.verify(text);
      // The same response for valid and invalid tokens, so that tokens cannot be probed.
      const show = () => sendPixel(reply.hijack().raw);
      if (opened instanceof Promise) return opened.then((message) => count(request, message), warn).then(show);
      count(request, opened);
      return show();
    });

    routes.get("/t/c/:key", (request, reply) => {
      const { text, number } = parseClickKey(pathParam(request, "key"));
      const message = keys.verify(text);
      if (message instanceof Promise) return message.then((opened) => follow(request, reply, { opened, text, number }));
      return follow(request, reply, { opened: message, text, number });
    });
  });

  type Click = { readonly opened: MessageToken | undefined; readonly text: string; readonly number: number };

  function follow(request: FastifyRequest, reply: FastifyReply, { opened, text, number }: Click) {
    if (opened === undefined) return notFoundReply(reply);
    if (number === honeypotLink) {
      record(request, opened, number);
      return notFoundReply(reply);
    }
    const target = links.find(opened, number);
    const redirectTo = (address: string | undefined) => {
      if (address === undefined) return notFoundReply(reply);
      record(request, opened, number);
      return redirect(reply.hijack().raw, address);
    };
    const addressOf = async (found: LinkTarget | undefined) => {
      if (found?.kind === "survey") return surveyLinkParts(found.address).join(text);
      const address =
        found?.kind === "personalized"
          ? await personalizeTarget(deps.db, found.link, { ...opened, now: deps.clock.now() })
          : found?.address;
      return address === undefined ? undefined : clickTokens.add(opened, address);
    };
    if (target === undefined) return redirectTo(undefined);
    return Promise.resolve(target).then(addressOf).then(redirectTo);
  }

  app.addHook("onClose", () => buffer.close());
  return buffer;
}

function notFoundReply(reply: FastifyReply): never {
  void reply.headers({ ...commonHeaders, "Content-Security-Policy": ownPolicy });
  throw notFound("link");
}
