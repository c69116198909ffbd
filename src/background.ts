import { publicUrlOf, systemClock, type App } from "./app.ts";
import type { Config } from "./config.ts";
import { migrate } from "./db/migrate.ts";
import { openPool, type SystemDb } from "./db/tenant.ts";
import type { BackgroundParts, Loop, Worker } from "./feature.ts";
import { getCompanyById, listTenantIds } from "./features/account/find-company.ts";
import { features } from "./features.ts";
import { deleteOldIdempotencyKeys } from "./http/queries.ts";
import { actionJob, failAction, failedActionJob, runAction, runTimeSlice, type ActionRunner } from "./jobs/actions.ts";
import { maintenanceJob, runMaintenance, requeueStalledActions, requeueStalledJob } from "./jobs/maintenance.ts";
import { nightlyJob } from "./jobs/nightly.ts";
import { installQueues } from "./jobs/queues.ts";
import { JobWorker, jobRunner, type JobRunner } from "./jobs/worker.ts";
import { JournalPoller } from "./journal/poller.ts";
import { registerReaders } from "./journal/readers.ts";
import type { Log } from "./log.ts";
import type { Transport } from "./mail/transport.ts";

/** The background parts of all features together. */
export type AllParts = { readonly [Kind in keyof BackgroundParts]-?: NonNullable<BackgroundParts[Kind]> };

export async function loadBackground(): Promise<AllParts> {
  const loaded = await Promise.all(
    features.map(async (feature) => ("background" in feature ? feature.background?.() : undefined)),
  );
  const parts = loaded.flatMap((module) => (module === undefined ? [] : [module.background]));
  return {
    jobs: parts.flatMap(({ jobs = [] }) => jobs),
    actions: parts.flatMap(({ actions = [] }) => actions),
    listeners: parts.flatMap(({ listeners = [] }) => listeners),
    nightly: parts.flatMap(({ nightly = [] }) => nightly),
    checks: parts.flatMap(({ checks = [] }) => checks),
    loops: parts.flatMap(({ loops = [] }) => loops),
    messageSources: parts.flatMap(({ messageSources = [] }) => messageSources),
    relayRefusalHooks: parts.flatMap(({ relayRefusalHooks = [] }) => relayRefusalHooks),
  };
}

const ownJobs = [failedActionJob, actionJob, maintenanceJob, requeueStalledJob, nightlyJob] as const;

/** Brings a database to what this version needs; safe to run from any number of processes at once. */
export async function prepareDatabase(config: Config, databaseUrl: string): Promise<void> {
  const { jobs, listeners } = await loadBackground();
  await migrate(databaseUrl, {
    afterMigrations: async () => {
      const db = openPool(databaseUrl, 1);
      try {
        await installQueues(db, [...ownJobs, ...jobs.map(({ job }) => job)]);
        await registerReaders(
          db,
          listeners.map(({ reader }) => reader),
        );
        await runMaintenance(db, systemClock, config.journalMonths);
        await deleteOldIdempotencyKeys(db);
      } finally {
        await db.close();
      }
    },
  });
}

/** Host of return paths, where the sender's domain has none of its own. */
const bounceHostOf = (config: Config): string => config.bounceHost ?? new URL(publicUrlOf(config)).hostname;

export function createWorker({ db, services, config, log }: App, transport: Transport): Worker {
  return {
    ...services,
    db,
    log,
    transport,
    mailFrom: config.mailFrom,
    bounceHost: bounceHostOf(config),
    contextOf: async (tenantId) => ({
      ...services,
      db: db.forTenant(tenantId),
      company: await getCompanyById(db, tenantId),
      actor: { kind: "service" },
    }),
    forEachCompany: (task, work) => forEachCompany({ db, log }, task, work),
  };
}

async function forEachCompany(
  { db, log }: { readonly db: SystemDb; readonly log: Log },
  task: string,
  work: (tenantId: string) => Promise<void>,
): Promise<void> {
  for (const tenantId of await listTenantIds(db)) {
    // A failure in one company must not stop the others.
    await work(tenantId).catch((error: unknown) =>
      log.error({ err: error, tenantId, task }, "task failed for a company"),
    );
  }
}

/** Every task of a company runs, whatever became of the ones before it. */
export function runNightly(worker: Worker, { nightly, checks }: Pick<AllParts, "nightly" | "checks">): Promise<void> {
  const { db, clock, log } = worker;
  const isolated = (tenantId: string, task: string, work: () => Promise<unknown>) =>
    work().catch((error: unknown) => log.error({ err: error, tenantId, task }, "nightly task failed"));
  return worker.forEachCompany("nightly", async (tenantId) => {
    const own = db.forTenant(tenantId);
    for (const { name, run } of nightly) await isolated(tenantId, name, () => run(own, clock.now()));
    for (const { name, findDifferences } of checks) {
      await isolated(tenantId, name, async () => {
        const differences = await findDifferences(own, clock.now());
        if (differences.length === 0) return;
        log.error(
          { tenantId, check: name, count: differences.length, first: differences.slice(0, 20) },
          "counters differ from the rows",
        );
      });
    }
  });
}

/** One long action of a company, to its end or for a time slice. */
export async function runActionOf(
  worker: Worker,
  actions: readonly ActionRunner[],
  { tenantId, actionId }: ActionRef,
  run = runAction,
) {
  await run(await worker.contextOf(tenantId), actions, actionId);
}

type ActionRef = { readonly tenantId: string; readonly actionId: string };

async function rescue({ db, jobs, log }: Worker): Promise<void> {
  const count = await requeueStalledActions(db, jobs);
  if (count > 0) log.warn({ count }, "stalled actions re-queued");
}

export function createRunners(worker: Worker, parts: AllParts, journalMonths: number): JobRunner[] {
  const { db, clock } = worker;
  const { actions } = parts;
  return [
    jobRunner(actionJob, (action) => runActionOf(worker, actions, action, runTimeSlice)),
    jobRunner(failedActionJob, async ({ tenantId, actionId }) =>
      failAction(await worker.contextOf(tenantId), actions, actionId),
    ),
    jobRunner(maintenanceJob, async () => {
      await runMaintenance(db, clock, journalMonths);
      await deleteOldIdempotencyKeys(db);
    }),
    jobRunner(requeueStalledJob, () => rescue(worker)),
    jobRunner(nightlyJob, () => runNightly(worker, parts)),
    ...parts.jobs.map(({ job, run }) => ({ job, run: (payload: unknown) => run(worker, payload) })),
  ];
}

const rescueAfterMs = 6000;

export type Background = { start(): Promise<void>; stop(): Promise<void> };

export async function createBackground(app: App, transport: Transport): Promise<Background> {
  const parts = await loadBackground();
  const worker = createWorker(app, transport);
  const jobWorker = new JobWorker(app.db, createRunners(worker, parts, app.config.journalMonths), app.log);
  const follower = new JournalPoller(worker, parts.listeners, app.log);
  const loops: readonly Loop[] = [follower, ...parts.loops.map((create) => create(worker, parts))];
  let rescuing: NodeJS.Timeout | undefined;
  return {
    start: async () => {
      await jobWorker.start();
      // A worker that was killed just before counts as stalled by then.
      rescuing = setTimeout(() => {
        rescue(worker).catch((error: unknown) => app.log.warn({ err: error }, "looking for stalled actions failed"));
      }, rescueAfterMs);
      for (const loop of loops) loop.start();
    },
    stop: async () => {
      clearTimeout(rescuing);
      await Promise.all([jobWorker.stop(), ...loops.map((loop) => loop.stop())]);
    },
  };
}
