import type { ClaimedBatch } from "./batches.queries.ts";
import type { ClaimedRecipient } from "./claim-messages.queries.ts";
import type { GroupSenderDeps } from "./group-sender.ts";
import { rescheduleMessages } from "./outcomes.queries.ts";
import { toProviderThrottleKey } from "./throttle-key.ts";
import { writeWithRetry } from "./write-with-retry.ts";

/**
 * Moves claimed messages of providers that wait to the batches that wait for them, and returns the others. The statement
 * that claims knows which providers wait; whose domain is whose is known here.
 */
export async function holdThrottledProviders(
  { ctx, providers }: Pick<GroupSenderDeps, "ctx" | "providers">,
  batch: ClaimedBatch,
  claimed: readonly ClaimedRecipient[],
): Promise<readonly ClaimedRecipient[]> {
  const held = claimed[0]?.heldProviders ?? [];
  if (held.length === 0) return claimed;
  const now = ctx.clock.now();
  const domains = claimed.map(({ domain }) => domain);
  const known = await providers.findProviders(ctx.db, domains, now);
  const heldKey = ({ domain }: ClaimedRecipient): string | undefined => {
    const provider = known.get(domain);
    const key = provider === undefined ? undefined : toProviderThrottleKey(provider);
    return key !== undefined && held.includes(key) ? key : undefined;
  };
  for (const waitsFor of held) {
    const waiting = claimed.filter((recipient) => heldKey(recipient) === waitsFor);
    const deferred = waiting.map(({ id }) => ({
      contactId: id,
      reason: "throttled",
      dueAt: now,
      countsAsAttempt: false,
    }));
    await writeWithRetry(() => rescheduleMessages(ctx.db, batch, deferred, { now, waitsFor }));
  }
  return claimed.filter((recipient) => heldKey(recipient) === undefined);
}
