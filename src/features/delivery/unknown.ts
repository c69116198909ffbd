import type { TenantDb } from "../../db/tenant.ts";
import { insertNotification } from "../../jobs/queries.ts";
import type { SourceKind, SourceWorker } from "../../message-source.ts";
import { reconcileErasedMessages, type PendingBatches } from "./pending.queries.ts";
import { raiseNotice, type NoticeOwner } from "./unknown-notices.queries.ts";
import { markUnknownSent, requeueMessages } from "./unknown.queries.ts";
import type { UnknownDecision } from "./unknown-shapes.ts";

type UnknownSource = PendingBatches & {
  readonly kind: SourceKind;
  /** All of them when not given. */
  readonly contactIds?: readonly string[] | undefined;
};

/**
 * A person decides about the messages of a source with an unknown outcome. Those that were certainly received are not sent
 * again; for the others the gate is asked again. Returns how many were marked or queued, and the variants that have to send.
 */
export async function resolveUnknown(
  db: TenantDb,
  { kind, sourceId, variantIds, contactIds }: UnknownSource,
  { decision, at }: { readonly decision: UnknownDecision; readonly at: Date },
): Promise<{ messages: number; requeued: readonly string[] }> {
  await reconcileErasedMessages(db, { sourceId, state: "unknown" });
  if (decision === "mark_sent")
    return { messages: await markUnknownSent(db, { sourceId, which: "all", contactIds }, at), requeued: [] };
  await markUnknownSent(db, { sourceId, which: "received", contactIds }, at);
  const queued = await requeueMessages(db, { kind, state: "unknown", sourceId, variantIds, contactIds }, at);
  return { messages: queued.reduce((sum, { n }) => sum + n, 0), requeued: queued.map(({ variantId }) => variantId) };
}

export type UnknownCount = {
  readonly tenantId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly n: number;
};

/** Notifies companies of automations or forms that have more messages with an unknown outcome than they were notified of. */
export async function notifyOfUnknown(
  { db, clock }: Pick<SourceWorker, "db" | "clock">,
  ownerKind: NoticeOwner["ownerKind"],
  counts: readonly UnknownCount[],
): Promise<void> {
  for (const { tenantId, ownerId, name, n } of counts) {
    const at = clock.now();
    await db.forTenant(tenantId).transaction(async (own) => {
      if (!(await raiseNotice(own, { ownerKind, ownerId }, { n, at }))) return;
      const params = { [`${ownerKind}Id`]: ownerId, name, messages: n };
      await insertNotification(own, { type: `${ownerKind}_unknown`, params, at });
    });
  }
}
