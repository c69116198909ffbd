import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { eventRoutes } from "./contract.ts";
import type { eventFeedRoutes } from "./feed/contract.ts";
import { downloadEvents, listEvents } from "./feed/service.ts";
import { recordEvent } from "./service.ts";

export const eventHandlers: HandlersOf<Context, typeof eventRoutes.records> = {
  recordContactEvent: (ctx, { body }) => recordEvent(ctx, body),
};

export const eventFeedHandlers: HandlersOf<Context, typeof eventFeedRoutes.records> = {
  listEvents: (ctx, { query }) => (query.format === "ndjson" ? downloadEvents(ctx, query) : listEvents(ctx, query)),
};

export const handlers = { events: eventHandlers, eventFeed: eventFeedHandlers };
