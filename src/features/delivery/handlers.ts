import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { deliveryRoutes } from "./contract.ts";
import { listSlowedProviders } from "./slowed-providers.ts";

const deliveryHandlers: HandlersOf<Context, typeof deliveryRoutes.records> = {
  listSlowedProviders: (ctx) => listSlowedProviders(ctx),
};

export const handlers = { routes: deliveryHandlers };
