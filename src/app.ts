import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import type { Clock, Context, Services } from "./context.ts";
import { loadDataKey } from "./data-key.ts";
import { migrate } from "./db/migrate.ts";
import { openPool, type Database } from "./db/tenant.ts";
import { findCompanyById, listTenantIds } from "./features/account/find-company.ts";
import { accountHandlers, publicHandlers } from "./features/account/handlers.ts";
import { accountRoutes, publicRoutes } from "./features/account/contract.ts";
import { contactLanguageChange } from "./features/account/shops/jobs.ts";
import { contactRoutes } from "./features/contacts/contract.ts";
import { customFieldRoutes } from "./features/contacts/fields/contract.ts";
import { customFieldHandlers } from "./features/contacts/fields/handlers.ts";
import { fieldDeletion } from "./features/contacts/fields/jobs.ts";
import { contactHandlers } from "./features/contacts/handlers.ts";
import { nightlyJob, runNightly } from "./features/contacts/jobs.ts";
import { engagementReader, followEmailEvents } from "./features/contacts/listeners.ts";
import { peopleRoutes, sessionRoutes } from "./features/people/contract.ts";
import { peopleHandlers, sessionHandlers } from "./features/people/handlers.ts";
import * as people from "./features/people/jobs.ts";
import { bindCompany, bindVisitor, type Binding } from "./http/routes.ts";
import { createServer, type ServerParts } from "./http/server.ts";
import { actionJob, actionRunner, failAction, failedActionJob, runAction } from "./jobs/actions.ts";
import { housekeepingJob, keepHouse, rescueActions, rescueJob } from "./jobs/housekeeping.ts";
import type { Job } from "./jobs/job.ts";
import { installQueues } from "./jobs/queues.ts";
import { createSender } from "./jobs/sender.ts";
import { JobWorker, runner, type Runner } from "./jobs/worker.ts";
import { JournalFollower, type Listener } from "./journal/follower.ts";
import type { Log } from "./log.ts";
import type { Transport } from "./mail/transport.ts";
import { registerDocs } from "./surfaces/docs/docs.ts";
import { registerAccountPages } from "./surfaces/pages/account-pages.ts";

/** The composition root: the only place that wires things. */
export type App = { readonly config: Config; readonly db: Database; readonly services: Services; readonly log: Log };

const systemClock: Clock = { now: () => new Date() };

export type AppOptions = { poolSize?: number; clock?: Clock; db?: Database };

export function composeApp(config: Config, databaseUrl: string, log: Log, options: AppOptions = {}): App {
  const db = options.db ?? openPool(databaseUrl, options.poolSize ?? 10);
  const services: Services = {
    clock: options.clock ?? systemClock,
    jobs: createSender(db.sql),
    dataKey: loadDataKey(config),
  };
  return { config, db, services, log };
}

export const publicUrlOf = ({ publicUrls, host, port }: Config): string =>
  publicUrls[0] ?? `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`;

const bindings: readonly Binding[] = [
  ...bindCompany(contactRoutes, contactHandlers),
  ...bindCompany(customFieldRoutes, customFieldHandlers),
  ...bindCompany(accountRoutes, accountHandlers),
  ...bindCompany(peopleRoutes, peopleHandlers),
  ...bindVisitor(sessionRoutes, sessionHandlers),
  ...bindVisitor(publicRoutes, publicHandlers),
];

export function createHttp(app: App): FastifyInstance {
  const { config, db, services, log } = app;
  const parts: ServerParts = {
    db,
    services,
    clock: services.clock,
    limits: config.apiLimits,
    publicUrls: config.publicUrls.length > 0 ? config.publicUrls : [publicUrlOf(config)],
    trustProxy: config.trustProxy,
    log,
  };
  const server = createServer(parts, bindings);
  registerAccountPages(server, { db, services });
  registerDocs(server, { publicUrl: publicUrlOf(config) });
  return server;
}

const actions = [actionRunner(fieldDeletion), actionRunner(contactLanguageChange)];

/** The context in which the service itself works for a company. */
async function serviceContext(app: App, tenantId: string): Promise<Context> {
  const company = await findCompanyById(app.db, tenantId);
  return { ...app.services, db: app.db.forTenant(tenantId), company, actor: { kind: "service" } };
}

const jobs: readonly Job[] = [
  failedActionJob,
  actionJob,
  housekeepingJob,
  rescueJob,
  nightlyJob,
  people.invitationMailJob,
  people.passwordResetMailJob,
  people.cleanupJob,
];

/** Brings a database to what this version needs; safe to run from any number of processes at once. */
export async function prepareDatabase(config: Config, databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const db = openPool(databaseUrl, 1);
  try {
    await installQueues(db.sql, jobs);
    await keepHouse(db, systemClock, config.journalMonths);
  } finally {
    await db.close();
  }
}

export function createRunners(app: App, transport: Transport): Runner[] {
  const { db, services, config, log } = app;
  const mail = {
    db,
    clock: services.clock,
    transport,
    mailFrom: config.mailFrom,
    publicUrl: publicUrlOf(config),
  };
  return [
    runner(actionJob, async ({ tenantId, actionId }) =>
      runAction(await serviceContext(app, tenantId), actions, actionId),
    ),
    runner(failedActionJob, async ({ tenantId, actionId }) =>
      failAction(db.forTenant(tenantId), actionId, services.clock.now()),
    ),
    runner(housekeepingJob, () => keepHouse(db, services.clock, config.journalMonths)),
    runner(rescueJob, async () => {
      const count = await rescueActions(db, services.jobs);
      if (count > 0) log.warn({ count }, "long work was put back into the queue");
    }),
    runner(nightlyJob, async () => {
      for (const tenantId of await listTenantIds(db)) {
        const report = await runNightly(db.forTenant(tenantId), services.clock.now());
        if (report.countDifferences > 0)
          log.error({ tenantId, ...report }, "contact counters differ from the contacts");
      }
    }),
    runner(people.invitationMailJob, (payload) => people.sendInvitationMail(mail, payload)),
    runner(people.passwordResetMailJob, (payload) => people.sendPasswordResetMail(mail, payload)),
    runner(people.cleanupJob, () => people.cleanUp(db, services.clock)),
  ];
}

export function createListeners(app: App): Listener[] {
  return [
    {
      reader: engagementReader,
      handle: (db, entries) => followEmailEvents(db, entries, app.services.clock.now()),
    },
  ];
}

export type Background = { start(): Promise<void>; stop(): Promise<void> };

export function createBackground(app: App, transport: Transport): Background {
  const worker = new JobWorker(app.db.sql, createRunners(app, transport), app.log);
  const follower = new JournalFollower(app.db, createListeners(app), app.log);
  return {
    start: async () => {
      await worker.start();
      follower.start();
    },
    stop: async () => {
      await Promise.all([worker.stop(), follower.stop()]);
    },
  };
}
