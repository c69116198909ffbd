import type { Context, VisitorContext } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { credentialRoutes, pingRoutes } from "./credentials/contract.ts";
import * as credentials from "./credentials/service.ts";

const pingHandlers: HandlersOf<VisitorContext, typeof pingRoutes.records> = {
  pingV3: () => credentials.ping(),
};

const credentialHandlers: HandlersOf<Context, typeof credentialRoutes.records> = {
  checkCredentialsV3: (ctx) => credentials.checkCredentials(ctx),
  postCredentialsV3: (ctx) => credentials.checkCredentials(ctx),
  getAccountInfoV3: (ctx) => credentials.getAccountInfo(ctx),
};

export const handlers = { ping: pingHandlers, credentials: credentialHandlers };
