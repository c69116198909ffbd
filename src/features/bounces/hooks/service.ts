import type { Context } from "../../../context.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { randomToken, sha256 } from "../../../kernel/crypto.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { bookBounce, bookComplaint, bookDelivery, type Booked, type MessageKey } from "../service.ts";
import { providers, type Provider } from "./contract.ts";
import type { ProviderEvent } from "./event.ts";
import * as queries from "./queries.ts";

const mostHooks = 10;

const present = (row: queries.HookRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  usedAt: row.usedAt?.toISOString() ?? null,
});

export async function list(ctx: Context) {
  return { items: (await queries.listHooks(ctx.db)).map(present) };
}

export async function create(ctx: Context, provider: Provider) {
  const secret = randomToken();
  const hook = await ctx.db.transaction((db) =>
    queries.insertHook(db, {
      provider,
      hint: `${secret.slice(0, 6)}…`,
      hash: sha256(secret),
      at: ctx.clock.now(),
      most: mostHooks,
    }),
  );
  if (hook === undefined) throw conflict("limit");
  return { ...present(hook), url: `${ctx.publicUrl}/hooks/${provider}/${secret}` };
}

export async function remove(ctx: Context, id: string): Promise<void> {
  if (!(await ctx.db.transaction((db) => queries.deleteHook(db, id)))) throw notFound("hook");
}

export const isProvider = (word: string): word is Provider => providers.some((provider) => provider === word);

export const findPlace = (db: SystemDb, provider: Provider, secret: string) =>
  queries.findHookPlace(db, provider, sha256(secret));

export const noteUse = (ctx: Context, hookId: string): Promise<void> =>
  queries.updateHookUsed(ctx.db, hookId, ctx.clock.now());

export function bookEvent(ctx: Context, key: MessageKey, event: ProviderEvent["event"]): Promise<Booked> {
  switch (event.kind) {
    case "bounce":
      return bookBounce(ctx, key, { ...event.bounce, response: event.response, at: "later" });
    case "complaint":
      return bookComplaint(ctx, key);
    case "delivery":
      return bookDelivery(ctx, key);
  }
}
