import { pollingInterval } from "../../../db/distribution/polling-interval.ts";
import type { Worker } from "../../../feature.ts";
import { TaskLoop } from "../../../jobs/task-loop.ts";
import { minutes } from "../../../kernel/local-time.ts";
import { makeCall } from "./call.ts";
import { claimCalls, type ClaimedCall } from "./calls.queries.ts";

/** Calls of this process are announced; others and repeated calls are found after this time. */
const pollIntervalMs = 3000;
/** Longer than a call may take. */
const leaseMs = minutes(1);
/** Calls in progress in this process: a slow receiver holds up only its own company. */
const maxCalls = 128;
const maxCallsPerCompany = 8;

type CallerDeps = Pick<Worker, "db" | "clock" | "log" | "contextOf" | "signals">;

/** Makes the calls of webhook nodes of all companies. Any number of processes may run it. */
export const createWebhookCaller = (deps: CallerDeps): TaskLoop<ClaimedCall> =>
  new TaskLoop({
    task: "calls of webhook nodes",
    intervalMs: pollingInterval(deps.db, pollIntervalMs),
    announced: deps.signals.calls,
    log: deps.log,
    claim: (running) => claimDueCalls(deps, running),
    run: async (call) => makeCall(await deps.contextOf(call.tenantId), call),
    describe: ({ tenantId, id }) => ({ tenantId, callId: id }),
  });

async function claimDueCalls(
  { db, clock }: CallerDeps,
  running: readonly ClaimedCall[],
): Promise<readonly ClaimedCall[]> {
  const total = maxCalls - running.length;
  if (total <= 0) return [];
  const now = clock.now();
  return claimCalls(db, {
    now,
    leaseMs,
    perCompany: maxCallsPerCompany,
    total,
    busy: busyCompanies(running),
  });
}

function busyCompanies(running: readonly ClaimedCall[]): string[] {
  const counts = new Map<string, number>();
  for (const { tenantId } of running) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= maxCallsPerCompany).map(([tenantId]) => tenantId);
}
