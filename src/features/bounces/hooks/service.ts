import type { Context } from "../../../context.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { randomToken, sha256 } from "../../../kernel/crypto.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { recordBounce, recordComplaint, recordDelivery, type RecordResult, type MessageKey } from "../service.ts";
import { hookProviders, type HookProvider } from "./contract.ts";
import type { ProviderEvent } from "./provider-event.ts";
import * as queries from "./queries.ts";

const maxHooks = 10;

const present = (row: queries.HookRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  usedAt: row.usedAt?.toISOString() ?? null,
});

export async function listSendingHooks(ctx: Context) {
  return { items: (await queries.listHooks(ctx.db)).map(present) };
}

export async function createSendingHook(ctx: Context, provider: HookProvider) {
  const secret = randomToken();
  const hook = await ctx.db.transaction(async (db) => {
    const inserted = await queries.insertHook(db, {
      provider,
      hint: `${secret.slice(0, 6)}…`,
      hash: sha256(secret),
      at: ctx.clock.now(),
      maxHooks: maxHooks,
    });
    if (inserted === undefined) throw conflict("limit");
    db.created(inserted.id);
    return inserted;
  });
  return { ...present(hook), url: `${ctx.publicUrl}/hooks/${provider}/${secret}` };
}

export async function deleteSendingHook(ctx: Context, id: string): Promise<void> {
  if (!(await ctx.db.transaction((db) => queries.deleteHook(db, id)))) throw notFound("hook");
}

export const isProvider = (word: string): word is HookProvider => hookProviders.some((provider) => provider === word);

export const findHook = (db: SystemDb, provider: HookProvider, secret: string) =>
  queries.findHookBySecret(db, provider, sha256(secret));

export const recordHookUse = (ctx: Context, hookId: string): Promise<void> =>
  queries.updateHookUsed(ctx.db, hookId, ctx.clock.now());

export function recordEvent(ctx: Context, key: MessageKey, event: ProviderEvent["event"]): Promise<RecordResult> {
  switch (event.kind) {
    case "bounce":
      return recordBounce(ctx, key, { ...event.bounce, response: event.response, at: "later" });
    case "complaint":
      return recordComplaint(ctx, key);
    case "delivery":
      return recordDelivery(ctx, key);
  }
}
