import type { Context } from "../../context.ts";
import { forbidden, notFound } from "../../kernel/errors.ts";
import { iso } from "../../kernel/local-time.ts";
import * as queries from "./grants.queries.ts";

export async function listConnectedApps(ctx: Context) {
  const apps = await queries.listConnectedApps(ctx.db, filterFor(ctx));
  return {
    items: apps.map((app) => ({
      ...app,
      createdAt: app.createdAt.toISOString(),
      lastUsedAt: iso(app.lastUsedAt),
    })),
  };
}

export async function disconnectApp(ctx: Context, id: string): Promise<void> {
  const isFound = await ctx.db.transaction((db) => queries.updateAppDisconnected(db, id, filterFor(ctx)));
  if (!isFound) throw notFound("connected_app");
}

/** Administrators and support see the apps of all members, others their own. */
function filterFor({ actor, clock }: Context) {
  if (actor.kind === "key") throw forbidden("api_key");
  const isOwnOnly = actor.kind === "member" && !actor.roles.includes("account_admin");
  return { memberId: isOwnOnly ? actor.memberId : null, now: clock.now() };
}
