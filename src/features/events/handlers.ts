import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { eventRoutes } from "./contract.ts";
import { recordEvent } from "./service.ts";

export const eventHandlers: HandlersOf<Context, typeof eventRoutes.records> = {
  recordContactEvent: (ctx, { body }) => recordEvent(ctx, body),
};

export const handlers = { events: eventHandlers };
