import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { assistantRequestRoutes } from "./contract.ts";
import * as requests from "./requests/service.ts";

const requestHandlers: HandlersOf<Context, typeof assistantRequestRoutes.records> = {
  listAssistantRequests: (ctx, { query }) => requests.listRequests(ctx, query),
  getAssistantRequest: (ctx, { params }) => requests.getRequest(ctx, params.id),
  approveAssistantRequest: (ctx, { params }) => requests.approveRequest(ctx, params.id),
  declineAssistantRequest: (ctx, { params }) => requests.declineRequest(ctx, params.id),
};

export const handlers = { requests: requestHandlers };
