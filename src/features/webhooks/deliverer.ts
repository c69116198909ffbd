import { pollingInterval } from "../../db/distribution/polling-interval.ts";
import type { Worker } from "../../feature.ts";
import { TaskLoop } from "../../jobs/task-loop.ts";
import { claimWebhooks, type ClaimedWebhook } from "./claims.queries.ts";
import { leaseMs, runWebhook } from "./runner.ts";

/** How often due webhooks are looked up at most; each has its own interval between runs. */
const pollIntervalMs = 2000;
/** Runs in progress in this process. Slow receivers hold at most half of them. */
const maxRuns = 256;
const maxSlowRuns = 128;

type DelivererDeps = Pick<Worker, "db" | "clock" | "log" | "contextOf" | "webhookIntervalMs">;

/** Runs the webhooks of all companies side by side. Any number of processes may run it. */
export const createDeliverer = (deps: DelivererDeps): TaskLoop<ClaimedWebhook> =>
  new TaskLoop({
    task: "account webhooks",
    intervalMs: pollingInterval(deps.db, Math.min(pollIntervalMs, deps.webhookIntervalMs)),
    log: deps.log,
    claim: (running) => claimDueWebhooks(deps, running),
    run: async (webhook, signal) =>
      runWebhook(await deps.contextOf(webhook.tenantId), webhook, { signal, intervalMs: deps.webhookIntervalMs }),
    describe: ({ tenantId, id }) => ({ tenantId, webhookId: id }),
  });

async function claimDueWebhooks(
  { db, clock }: DelivererDeps,
  running: readonly ClaimedWebhook[],
): Promise<ClaimedWebhook[]> {
  const now = clock.now();
  const claim = async (slow: boolean, limit: number) =>
    limit > 0 ? claimWebhooks(db, { now, leaseMs, slow, limit }) : [];
  const fast = await claim(false, maxRuns - running.length);
  const slowRuns = running.filter(({ slow }) => slow).length;
  const room = Math.min(maxSlowRuns - slowRuns, maxRuns - running.length - fast.length);
  return [...fast, ...(await claim(true, room))];
}
