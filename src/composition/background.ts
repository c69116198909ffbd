import type { App } from "./app.ts";
import { publicUrlOf, type Config } from "../config/config.ts";
import type { SystemDb } from "../db/tenant.ts";
import { handleJob, type BackgroundParts, type JobHandler, type Loop, type Worker } from "../feature.ts";
import { getCompanyById, listTenantIds } from "../features/account/find-company.ts";
import { features } from "../registry/features.ts";
import { ActionLoop } from "../jobs/action-loop.ts";
import { maintenanceJob, resendLostJob, resendLostJobs } from "../jobs/maintenance.ts";
import { nightlyJob } from "../jobs/nightly.ts";
import { notifyOperator, operatorNoticeJob } from "../jobs/operator-notice.ts";
import { installQueues } from "../jobs/queues.ts";
import { createWorkSignals } from "../jobs/work-signal.ts";
import { JobWorker, type JobRunner } from "../jobs/worker.ts";
import { JournalPoller } from "../jobs/journal-poller.ts";
import { registerReaders } from "../journal/readers.ts";
import type { Log } from "../log/log.ts";
import { maintainDatabase } from "./maintain-database.ts";
import { RelayPools } from "../mail/relay-pools.ts";
import type { Transport } from "../mail/transport.ts";

/** The background parts of all features together. */
export type AllParts = { readonly [Kind in keyof BackgroundParts]-?: NonNullable<BackgroundParts[Kind]> };

export async function loadBackground(): Promise<AllParts> {
  const loaded = await Promise.all(features.map(async ({ background }) => background?.()));
  const parts = loaded.flatMap((module) => (module === undefined ? [] : [module.background]));
  return {
    jobs: parts.flatMap(({ jobs = [] }) => jobs),
    actions: parts.flatMap(({ actions = [] }) => actions),
    listeners: parts.flatMap(({ listeners = [] }) => listeners),
    nightly: parts.flatMap(({ nightly = [] }) => nightly),
    checks: parts.flatMap(({ checks = [] }) => checks),
    encryptedColumns: parts.flatMap(({ encryptedColumns = [] }) => encryptedColumns),
    loops: parts.flatMap(({ loops = [] }) => loops),
    messageSources: parts.flatMap(({ messageSources = [] }) => messageSources),
    relayBounceHooks: parts.flatMap(({ relayBounceHooks = [] }) => relayBounceHooks),
    replyReaders: parts.flatMap(({ replyReaders = [] }) => replyReaders),
  };
}

/** All jobs: those of the platform, then those of the features. */
export const allJobs = (parts: AllParts): readonly JobHandler[] => [
  handleJob(maintenanceJob, maintainDatabase),
  handleJob(resendLostJob, resendLost),
  handleJob(operatorNoticeJob, notifyOperator),
  handleJob(nightlyJob, (worker) => runNightly(worker, parts)),
  ...parts.jobs,
];

/** Creates the queues of all jobs and the cursors of all journal readers. */
export async function installBackground(db: SystemDb): Promise<void> {
  const parts = await loadBackground();
  await installQueues(
    db,
    allJobs(parts).map(({ job }) => job),
  );
  await registerReaders(
    db,
    parts.listeners.map(({ reader }) => reader),
  );
}

/** Host or mailbox of return paths, where the sender's domain has none of its own. */
const bounceHostOf = (config: Config): string =>
  config.bounceMailbox ?? config.bounceHost ?? new URL(publicUrlOf(config)).hostname;

export function createWorker({ db, services, config, log }: App, transport: Transport): Worker {
  return {
    ...services,
    db,
    log,
    transport,
    relayPools: new RelayPools(),
    mailFrom: config.mailFrom,
    operatorEmail: config.operatorEmail,
    bounceHost: bounceHostOf(config),
    journalMonths: config.journalMonths,
    webEventMonths: config.webEventMonths,
    verdictWaitMs: config.verdictWaitS * 1000,
    webhookIntervalMs: config.webhookIntervalS * 1000,
    signals: createWorkSignals(),
    contextOf: async (tenantId) => ({
      ...services,
      db: db.forTenant(tenantId),
      company: await getCompanyById({ db, dataKey: services.dataKey }, tenantId),
      actor: { kind: "service" },
    }),
    forEachCompany: (task, work, tenantIds) => forEachCompany({ db, log, tenantIds }, task, work),
  };
}

async function forEachCompany(
  {
    db,
    log,
    tenantIds,
  }: { readonly db: SystemDb; readonly log: Log; readonly tenantIds: readonly string[] | undefined },
  task: string,
  work: (tenantId: string) => Promise<unknown>,
): Promise<void> {
  for (const tenantId of tenantIds ?? (await listTenantIds(db))) {
    await work(tenantId).catch((error: unknown) =>
      log.error({ err: error, tenantId, task }, "task failed for a company"),
    );
  }
}

/** Every task of a company runs, even when an earlier one failed. */
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

async function resendLost({ db, jobs, log }: Worker): Promise<void> {
  const count = await resendLostJobs(db, jobs);
  if (count > 0) log.warn({ count }, "lost jobs sent again");
}

const toRunners = (worker: Worker, handlers: readonly JobHandler[]): JobRunner[] =>
  handlers.map(({ job, run }) => ({ job, run: (payload) => run(worker, payload) }));

export type Background = { start(): Promise<void>; stop(): Promise<void> };

export async function createBackground(app: App, transport: Transport): Promise<Background> {
  const parts = await loadBackground();
  const worker = createWorker(app, transport);
  const jobWorker = new JobWorker(app.db, toRunners(worker, allJobs(parts)), app.log);
  const poller = new JournalPoller(worker, parts.listeners, app.log);
  const actions = new ActionLoop(worker, parts.actions);
  const loops: readonly Loop[] = [poller, actions, ...parts.loops.map((create) => create(worker, parts))];
  return {
    start: async () => {
      await jobWorker.start();
      for (const loop of loops) loop.start();
    },
    stop: async () => {
      await Promise.all([jobWorker.stop(), ...loops.map((loop) => loop.stop())]);
      await worker.relayPools.close();
    },
  };
}
