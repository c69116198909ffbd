import { pollingInterval } from "../../../db/distribution/polling-interval.ts";
import type { Worker } from "../../../feature.ts";
import { TaskLoop } from "../../../jobs/task-loop.ts";
import { claimEndpoints, type ClaimedEndpoint } from "./claims.queries.ts";
import { leaseMs, runEndpoint } from "./run.ts";

/** How often due endpoints are looked up. */
const pollIntervalMs = 2000;
/** Runs in progress in this process. */
const maxRuns = 256;

type LoopDeps = Pick<Worker, "db" | "clock" | "log" | "contextOf" | "webhookIntervalMs">;

/** Runs the endpoints of all companies side by side. Any number of processes may run it. */
export const createEndpointLoop = ({
  db,
  clock,
  log,
  contextOf,
  webhookIntervalMs,
}: LoopDeps): TaskLoop<ClaimedEndpoint> =>
  new TaskLoop({
    task: "webhook endpoints",
    intervalMs: pollingInterval(db, Math.min(pollIntervalMs, webhookIntervalMs)),
    log,
    claim: async (running) => {
      const now = clock.now();
      const limit = maxRuns - running.length;
      return limit > 0 ? claimEndpoints(db, { now, leaseMs, limit }) : [];
    },
    run: async (endpoint, signal) =>
      runEndpoint(await contextOf(endpoint.tenantId), endpoint, { signal, intervalMs: webhookIntervalMs }),
    describe: ({ tenantId, id }) => ({ tenantId, endpointId: id }),
  });
