import type { Context } from "../../../context.ts";
import { forbidden } from "../../../kernel/errors.ts";
import { connectionHooks } from "./connection-hooks.ts";

type Asking = Pick<Context, "config" | "hooks" | "db" | "clock">;

/** Whether the operator lets the company send over connections of its own. */
export async function mayOwnConnections(ctx: Asking): Promise<boolean> {
  if (ctx.config.ownConnections !== "paid") return ctx.config.ownConnections === "all";
  for (const { isIncluded } of connectionHooks.in(ctx)) if ((await isIncluded?.(ctx)) === true) return true;
  return false;
}

export async function requireOwnConnections(ctx: Asking): Promise<void> {
  if (!(await mayOwnConnections(ctx))) throw forbidden("own_connections");
}
