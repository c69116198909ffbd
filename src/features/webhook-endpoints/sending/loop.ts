import { pollingInterval } from "../../../db/distribution/polling-interval.ts";
import type { Worker } from "../../../feature.ts";
import { TaskLoop } from "../../../jobs/task-loop.ts";
import { claimEndpoints, type ClaimedEndpoint } from "./claims.queries.ts";
import { leaseMs, runEndpoint } from "./run.ts";

/** How often due endpoints are looked up. */
const pollIntervalMs = 2000;
/** Runs in progress in this process. Failing receivers, which may answer slowly or not at all, hold at most half of them. */
const maxRuns = 256;
const maxFailingRuns = 128;

type LoopDeps = Pick<Worker, "db" | "clock" | "log" | "contextOf" | "webhookIntervalMs">;

/** Runs the endpoints of all companies side by side. Any number of processes may run it. */
export const createEndpointLoop = (deps: LoopDeps): TaskLoop<ClaimedEndpoint> =>
  new TaskLoop({
    task: "webhook endpoints",
    intervalMs: pollingInterval(deps.db, Math.min(pollIntervalMs, deps.webhookIntervalMs)),
    log: deps.log,
    claim: (running) => claimDueEndpoints(deps, running),
    run: async (endpoint, signal) =>
      runEndpoint(await deps.contextOf(endpoint.tenantId), endpoint, { signal, intervalMs: deps.webhookIntervalMs }),
    describe: ({ tenantId, id }) => ({ tenantId, endpointId: id }),
  });

async function claimDueEndpoints(
  { db, clock }: LoopDeps,
  running: readonly ClaimedEndpoint[],
): Promise<ClaimedEndpoint[]> {
  const now = clock.now();
  const claim = async (isFailing: boolean, limit: number) =>
    limit > 0 ? claimEndpoints(db, { now, leaseMs, isFailing, limit }) : [];
  const working = await claim(false, maxRuns - running.length);
  const failingRuns = running.filter(({ isFailing }) => isFailing).length;
  const room = Math.min(maxFailingRuns - failingRuns, maxRuns - running.length - working.length);
  return [...working, ...(await claim(true, room))];
}
