import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import { checkConnection } from "./check.ts";
import type { connectionRoutes } from "./contract.ts";
import * as connections from "./service.ts";

export const connectionHandlers: HandlersOf<Context, typeof connectionRoutes.records> = {
  listConnections: (ctx) => connections.listConnections(ctx),
  createConnection: (ctx, { body }) => connections.createConnection(ctx, body),
  getConnection: (ctx, { params }) => connections.getConnection(ctx, params.connection_id),
  updateConnection: (ctx, { params, body }) => connections.updateConnection(ctx, params.connection_id, body),
  deleteConnection: (ctx, { params }) => connections.deleteConnection(ctx, params.connection_id),
  checkConnection: (ctx, { params }) => checkConnection(ctx, params.connection_id),
};
