import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { EventBuffer } from "../../features/tracking/buffer.ts";
import { CompanyKeys, type MessageToken } from "../../features/tracking/company-keys.ts";
import { honeypotLink } from "../../mail/render/links.ts";
import { fillTarget, LinkTables, type Target } from "../../features/tracking/links.ts";
import { answerFirst } from "../../http/quick.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Log } from "../../log.ts";
import { ownPolicy } from "../pages/policies.ts";
import { errorPage } from "../pages/public-pages.ts";
import { pathParam } from "../pages/params.ts";
import { commonHeaders, leadTo, showPicture } from "./answers.ts";
import { quickTracking } from "./quick.ts";
import { eventOf, readClick, readOpen, type RecordVisit } from "./visits.ts";

export type TrackParts = {
  readonly db: SystemDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly trustProxy: boolean;
};

/**
 * `/t/o/{token}.gif` and `/t/c/{token}.{number}`, in every e-mail that is tracked. They answer from memory and tell the
 * database a moment later; nothing that a person agreed to changes here. Closing the server stores what is left.
 */
export function registerTracking(app: FastifyInstance, parts: TrackParts): EventBuffer {
  const buffer = new EventBuffer(parts);
  const keys = new CompanyKeys(parts.db, parts.clock);
  const links = new LinkTables(parts.db, parts.clock);
  const record: RecordVisit = (visit, message, link) =>
    buffer.add(eventOf(visit, message, { link, at: parts.clock.now() }));
  answerFirst(app, quickTracking({ keys, links, record, trustProxy: parts.trustProxy }));
  const count = (request: FastifyRequest, message: MessageToken | undefined) => {
    if (message !== undefined) record(request, message, null);
  };
  const warn = (error: unknown) => parts.log.warn({ err: error }, "an open was not counted");

  void app.register(async (routes) => {
    routes.setErrorHandler(errorPage(parts.log));
    routes.get("/t/o/:key", (request, reply) => {
      const text = readOpen(pathParam(request, "key"));
      const opened = keys.open(text);
      // The same for everybody: whether a token is genuine is nobody's business.
      const show = () => showPicture(reply.hijack().raw);
      if (opened instanceof Promise) return opened.then((message) => count(request, message), warn).then(show);
      count(request, opened);
      return show();
    });

    routes.get("/t/c/:key", (request, reply) => {
      const { text, number } = readClick(pathParam(request, "key"));
      const message = keys.open(text);
      if (message instanceof Promise) return message.then((opened) => follow(request, reply, { opened, number }));
      return follow(request, reply, { opened: message, number });
    });
  });

  type Click = { readonly opened: MessageToken | undefined; readonly number: number };

  function follow(request: FastifyRequest, reply: FastifyReply, { opened, number }: Click) {
    if (opened === undefined) return refuse(reply);
    if (number === honeypotLink) {
      record(request, opened, number);
      return refuse(reply);
    }
    const target = links.find(opened, number);
    const lead = (address: string | undefined) => {
      if (address === undefined) return refuse(reply);
      record(request, opened, number);
      return leadTo(reply.hijack().raw, address);
    };
    const addressOf = (found: Target | undefined) =>
      found?.kind === "filled"
        ? fillTarget(parts.db, found.link, { ...opened, now: parts.clock.now() })
        : found?.address;
    if (target === undefined || (!(target instanceof Promise) && target.kind === "ready")) return lead(target?.address);
    return Promise.resolve(target).then(addressOf).then(lead);
  }

  app.addHook("onClose", () => buffer.close());
  return buffer;
}

function refuse(reply: FastifyReply): never {
  void reply.headers({ ...commonHeaders, "Content-Security-Policy": ownPolicy });
  throw notFound("link");
}
