import type { Context } from "../../../context.ts";
import { isFaultOfEntry } from "../../../journal/entry-fault.ts";
import { backoffMs, backoffs } from "../../../kernel/backoff.ts";
import { addMs } from "../../../kernel/local-time.ts";
import type { Log } from "../../../log/log.ts";
import { advanceAutomation, claimSize } from "./advance.ts";
import { delayRun, type ClaimedRun } from "./claim.queries.ts";

/** After as many runs that cannot be moved the fault is taken for one of the automation, which then waits as a whole. */
const maxDelayed = 20;

/**
 * Moves the due runs of one automation, about as many as one claim. A claim that fails is halved until a single run fails:
 * that one waits, so that it stops no other. Returns how many runs it moved.
 */
export async function advancePastFailing(ctx: Context, automationId: string, log: Log): Promise<number> {
  let [limit, total, delayed] = [claimSize, 0, 0];
  while (total < claimSize) {
    let claimed: readonly ClaimedRun[] = [];
    const onClaim = (runs: readonly ClaimedRun[]) => {
      claimed = runs;
    };
    try {
      const moved = await advanceAutomation(ctx, automationId, { limit, onClaim });
      total += moved;
      if (moved < limit) break;
      limit = Math.min(limit * 2, claimSize);
    } catch (error) {
      const [first] = claimed;
      if (first === undefined || !isFaultOfEntry(error)) throw error;
      if (claimed.length > 1) limit = Math.ceil(claimed.length / 2);
      else {
        await delay(ctx, { automationId, runId: first.runId, error }, log);
        delayed += 1;
        if (delayed === maxDelayed) throw error;
      }
    }
  }
  return total;
}

type FailedRun = { readonly automationId: string; readonly runId: string; readonly error: unknown };

async function delay({ db, clock }: Context, { automationId, runId, error }: FailedRun, log: Log): Promise<void> {
  const now = clock.now();
  const until = addMs(now, backoffMs(backoffs.automationRun, 1));
  await delayRun(db, runId, { now, until });
  log.error({ tenantId: db.tenantId, automationId, runId, until, err: error }, "a run cannot be moved");
}
