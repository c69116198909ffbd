import type { Context } from "../../../context.ts";
import { isFaultOfEntry } from "../../../journal/entry-fault.ts";
import { backoffMs, backoffs } from "../../../kernel/backoff.ts";
import { addMs } from "../../../kernel/local-time.ts";
import type { Log } from "../../../log/log.ts";
import { advanceAutomation, claimSize } from "./advance.ts";
import { delayRun, type ClaimedRun } from "./claim.queries.ts";

/**
 * Moves the due runs of one automation. A claim that fails is halved until a single run fails: that one waits, so that it
 * stops no other, and its error is thrown. Returns how many runs it moved.
 */
export async function advancePastFailing(ctx: Context, automationId: string, log: Log): Promise<number> {
  let [limit, total] = [claimSize, 0];
  for (;;) {
    let claimed: readonly ClaimedRun[] = [];
    const onClaim = (runs: readonly ClaimedRun[]) => {
      claimed = runs;
    };
    try {
      const moved = await advanceAutomation(ctx, automationId, { limit, onClaim });
      total += moved;
      if (moved < limit || limit === claimSize) return total;
    } catch (error) {
      const [first] = claimed;
      if (first === undefined || !isFaultOfEntry(error)) throw error;
      if (claimed.length === 1) {
        const now = ctx.clock.now();
        const until = addMs(now, backoffMs(backoffs.automationRun, 1));
        await delayRun(ctx.db, first.runId, { now, until });
        log.error({ tenantId: ctx.db.tenantId, automationId, runId: first.runId, until }, "a run cannot be moved");
        throw error;
      }
      limit = Math.ceil(claimed.length / 2);
    }
  }
}
