import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { lockOrderViolations } from "../db/locks.ts";
import { deadlockRetries } from "../db/tenant.ts";
import { listLoopStates } from "../jobs/loop-state.ts";
import type { Log } from "../log/log.ts";
import { logAcceptErrors } from "./connections.ts";
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from "prom-client";

const requestSeconds = new Histogram({
  name: "postrider_http_request_duration_seconds",
  help: "Response time by operation and status",
  labelNames: ["method", "route", "status"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

/** A counter, incremented by its owner. */
export type RequestCounter = { count: number };
const fastPathCounters = new Map<string, RequestCounter>();

register.registerMetric(
  new Counter({
    name: "postrider_http_fast_path_responses_total",
    help: "Responses of the fast path, before the router",
    labelNames: ["route"],
    registers: [],
    collect() {
      this.reset();
      for (const [route, { count }] of fastPathCounters) this.inc({ route }, count);
    },
  }),
);

const databaseCounters = {
  postrider_database_deadlock_retries_total: {
    help: "Transactions run again after a deadlock",
    counter: deadlockRetries,
  },
  postrider_database_lock_order_violations_total: {
    help: "Advisory locks that a transaction asked for out of order",
    counter: lockOrderViolations,
  },
};

for (const [name, { help, counter }] of Object.entries(databaseCounters))
  register.registerMetric(
    new Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset();
        this.inc(counter.count);
      },
    }),
  );

/** Asks the database whenever metrics are read; while it is unreachable, the last answer stays. */
export function observeParkedEntries(count: () => Promise<ReadonlyMap<string, number>>): void {
  register.registerMetric(
    new Gauge({
      name: "postrider_journal_parked_entries",
      help: "Journal entries that a reader could not process and has passed, in the whole database",
      labelNames: ["reader"],
      registers: [],
      async collect() {
        const counts = await count().catch(() => undefined);
        if (counts === undefined) return;
        this.reset();
        for (const [reader, entries] of counts) this.set({ reader }, entries);
      },
    }),
  );
}

/** The loops of background work of this process. */
export function observeLoops(): void {
  const lag = new Gauge({
    name: "postrider_loop_lag_seconds",
    help: "For how long no round of a loop has ended without an error",
    labelNames: ["loop"],
    registers: [],
    collect() {
      for (const { task, lagS } of listLoopStates()) this.set({ loop: task }, lagS);
    },
  });
  const failures = new Counter({
    name: "postrider_loop_failures_total",
    help: "Failed rounds, parts of rounds and tasks of a loop",
    labelNames: ["loop"],
    registers: [],
    collect() {
      this.reset();
      for (const { task, failures: count } of listLoopStates()) this.inc({ loop: task }, count);
    },
  });
  for (const metric of [lag, failures]) register.registerMetric(metric);
}

/** Counted by hand: a histogram observation would cost more than such a response. */
export function fastPathCounter(route: string): RequestCounter {
  const counter = fastPathCounters.get(route) ?? { count: 0 };
  fastPathCounters.set(route, counter);
  return counter;
}

export function observeRequests(app: FastifyInstance, log: Log): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    // The route pattern, never the URL: paths and queries may hold personal data.
    const route = request.routeOptions.url ?? "none";
    const status = reply.statusCode;
    requestSeconds.observe({ method, route, status }, reply.elapsedTime / 1000);
    const line = { requestId: request.id, method, route, status, ms: Math.round(reply.elapsedTime) };
    if (status >= 400) log.info(line, "refused");
    else log.debug(line, "answered");
    done();
  });
}

/** Metrics are served on a separate port, never beside the public pages. */
export async function serveMetrics(host: string, port: number, log: Log): Promise<Server> {
  collectDefaultMetrics();
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    void register.metrics().then(
      (text) => response.writeHead(200, { "Content-Type": register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = 100;
  server.requestTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ port, host, exclusive: true }, resolve);
  });
  logAcceptErrors(server, log);
  return server;
}
