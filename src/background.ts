import { publicUrlOf, systemClock, type App } from "./app.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { migrate } from "./db/migrate.ts";
import { openPool, type TenantDb } from "./db/tenant.ts";
import { findCompanyById, listTenantIds } from "./features/account/find-company.ts";
import { settleSoftBounces } from "./features/bounces/service.ts";
import { contactLanguageChange } from "./features/account/shops/jobs.ts";
import { campaignCancellation } from "./features/campaigns/lifecycle/jobs.ts";
import { fieldDeletion, optionRemoval } from "./features/contacts/fields/jobs.ts";
import { nightlyJob, runNightly } from "./features/contacts/jobs.ts";
import { engagementReader, followEmailEvents } from "./features/contacts/listeners.ts";
import { fileSweepJob, sweepFiles } from "./features/content/files/blobs.ts";
import { importFinished, importSweepJob, sweepImports } from "./features/imports/jobs.ts";
import { sendTestMail, testMailJob } from "./features/content/test-emails/jobs.ts";
import { listAutofill } from "./features/lists/autofill.ts";
import { listCopy, listDeletionAsking, listMerge } from "./features/lists/jobs.ts";
import * as lists from "./features/lists/listeners.ts";
import { noticeMailJob, sendNoticeMail } from "./features/lists/notices/notices.ts";
import { findSizeDifferences } from "./features/lists/queries.ts";
import { shopListSync } from "./features/lists/shop-lists/service.ts";
import { orderStatesChange } from "./features/orders/jobs.ts";
import { findOrderTotalDifferences } from "./features/orders/totals.ts";
import { expireExports, exportExpiryJob, exportReady } from "./features/exports/jobs.ts";
import * as people from "./features/people/jobs.ts";
import { bookRefusal } from "./features/bounces/service.ts";
import { SendingEngine } from "./features/campaigns/engine/engine.ts";
import { forgetOld, inspectDomains, sendingUpkeepJob } from "./features/sending/jobs.ts";
import { findOutgoingSender, signerOf } from "./features/sending/outgoing.ts";
import { senderMailJob, sendSenderMail } from "./features/sending/senders/jobs.ts";
import { segmentCountJob, segmentSizesJob } from "./features/segments/jobs.ts";
import { countStale, refreshSizes } from "./features/segments/sizes.ts";
import { segmentSnapshot } from "./features/segments/snapshot.ts";
import { isInAnySegment } from "./features/segments/used.ts";
import { findStatDifferences } from "./features/statistics/differences.ts";
import { campaignStatListener } from "./features/statistics/listeners.ts";
import { segmentToList } from "./features/segments/to-list.ts";
import { actionJob, actionRunner, failAction, failedActionJob, runAction, runTurn } from "./jobs/actions.ts";
import { housekeepingJob, keepHouse, rescueActions, rescueJob } from "./jobs/housekeeping.ts";
import type { Job } from "./jobs/job.ts";
import { installQueues } from "./jobs/queues.ts";
import { JobWorker, runner, type Runner } from "./jobs/worker.ts";
import { JournalFollower, type Listener } from "./journal/follower.ts";
import type { Transport } from "./mail/transport.ts";

const actions = [
  actionRunner(fieldDeletion),
  actionRunner(optionRemoval),
  actionRunner(contactLanguageChange),
  actionRunner(importFinished),
  actionRunner(listMerge),
  actionRunner(listCopy),
  actionRunner(listDeletionAsking(isInAnySegment)),
  actionRunner(listAutofill),
  actionRunner(shopListSync),
  actionRunner(orderStatesChange),
  actionRunner(exportReady),
  actionRunner(segmentToList),
  actionRunner(segmentSnapshot),
  actionRunner(campaignCancellation),
];

/** The context in which the service itself works for a company. */
async function serviceContext(app: App, tenantId: string): Promise<Context> {
  const company = await findCompanyById(app.db, tenantId);
  return { ...app.services, db: app.db.forTenant(tenantId), company, actor: { kind: "service" } };
}

/** One company's long work, to its end or for its turn. */
export async function runActionOf(app: App, tenantId: string, actionId: string, run = runAction): Promise<void> {
  await run(await serviceContext(app, tenantId), actions, actionId);
}

async function rescue({ db, services, log }: App): Promise<void> {
  const count = await rescueActions(db, services.jobs);
  if (count > 0) log.warn({ count }, "long work was put back into the queue");
}

const jobs: readonly Job[] = [
  failedActionJob,
  actionJob,
  housekeepingJob,
  rescueJob,
  nightlyJob,
  importSweepJob,
  noticeMailJob,
  exportExpiryJob,
  fileSweepJob,
  segmentSizesJob,
  segmentCountJob,
  testMailJob,
  senderMailJob,
  sendingUpkeepJob,
  people.invitationMailJob,
  people.passwordResetMailJob,
  people.cleanupJob,
];

/** Brings a database to what this version needs; safe to run from any number of processes at once. */
export async function prepareDatabase(config: Config, databaseUrl: string): Promise<void> {
  await migrate(databaseUrl, {
    andThen: async () => {
      const db = openPool(databaseUrl, 1);
      try {
        await installQueues(db, jobs);
        await keepHouse(db, systemClock, config.journalMonths);
      } finally {
        await db.close();
      }
    },
  });
}

/** Of return paths, where the sender's domain has none of its own. */
const bounceHostOf = (config: Config): string => config.bounceHost ?? new URL(publicUrlOf(config)).hostname;

export function createRunners(app: App, transport: Transport): Runner[] {
  const { db, services, config, log } = app;
  const mail = {
    db,
    clock: services.clock,
    transport,
    mailFrom: config.mailFrom,
    publicUrl: publicUrlOf(config),
    bounceHost: bounceHostOf(config),
    twig: services.twig,
  };
  const findSender = async (own: TenantDb, senderId: string) => {
    const sender = await findOutgoingSender(own, senderId);
    return sender && { ...sender, signer: signerOf(own.tenantId, sender, services.dataKey) };
  };
  return [
    runner(actionJob, ({ tenantId, actionId }) => runActionOf(app, tenantId, actionId, runTurn)),
    runner(failedActionJob, async ({ tenantId, actionId }) =>
      failAction(await serviceContext(app, tenantId), actions, actionId),
    ),
    runner(housekeepingJob, () => keepHouse(db, services.clock, config.journalMonths)),
    runner(rescueJob, () => rescue(app)),
    runner(nightlyJob, async () => {
      for (const tenantId of await listTenantIds(db)) {
        const own = db.forTenant(tenantId);
        const report = await runNightly(own, services.clock.now());
        await settleSoftBounces(own, services.clock.now());
        if (report.countDifferences > 0)
          log.error({ tenantId, ...report }, "contact counters differ from the contacts");
        const sizes = await findSizeDifferences(db.forTenant(tenantId));
        if (sizes.length > 0)
          log.error({ tenantId, sizes: sizes.slice(0, 20) }, "sizes of lists differ from their members");
        const differences = await findOrderTotalDifferences(own);
        if (differences.length > 0) {
          log.error({ tenantId, differences: differences.length }, "totals of orders differ from the orders");
        }
        const stats = await findStatDifferences(own, services.clock.now());
        if (stats.length > 0)
          log.error({ tenantId, stats: stats.slice(0, 20) }, "statistics of campaigns differ from what happened");
      }
    }),
    runner(importSweepJob, () => sweepImports(db, services.clock.now())),
    runner(noticeMailJob, (payload) => sendNoticeMail(mail, payload)),
    runner(exportExpiryJob, () => expireExports(db, services.clock.now())),
    runner(fileSweepJob, async () => {
      const count = await sweepFiles(db, services.files.store, services.clock);
      if (count > 0) log.info({ count }, "content that no file used was deleted");
    }),
    runner(segmentSizesJob, async () => {
      for (const tenantId of await listTenantIds(db)) {
        // One company's trouble is not the others'.
        await refreshSizes(await serviceContext(app, tenantId)).catch((error: unknown) => {
          log.error({ err: error, tenantId }, "sizes of segments were not computed");
        });
      }
    }),
    runner(segmentCountJob, async ({ tenantId, segmentIds }) =>
      countStale(await serviceContext(app, tenantId), segmentIds),
    ),
    runner(testMailJob, (payload) => sendTestMail({ ...mail, findSender }, payload)),
    runner(senderMailJob, (payload) => sendSenderMail(mail, payload)),
    runner(sendingUpkeepJob, async () => {
      await forgetOld(db, services.clock.now());
      for (const tenantId of await listTenantIds(db)) {
        // One company's trouble is not the others'.
        const unanswered = await inspectDomains(await serviceContext(app, tenantId)).catch((error: unknown) => {
          log.error({ err: error, tenantId }, "domains were not checked");
          return 0;
        });
        if (unanswered > 0) log.warn({ tenantId, unanswered }, "nobody answered about domains");
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
      handleRange: (db, range) => followEmailEvents(db, range, app.services.clock.now()),
    },
    {
      reader: lists.shopListReader,
      types: ["contact_created", "contacts_created", "status_change"],
      isWanted: lists.hasShopLists,
      handle: (db, entries) => lists.followStatuses(db, entries, app.services.clock),
    },
    {
      reader: lists.noticeReader,
      types: ["contact_created", "contacts_created", "list_added", "list_unsubscribed", "unsubscribed"],
      isWanted: lists.hasNoticedLists,
      handle: (db, entries) => lists.followMembers(db, entries, app.services.jobs),
    },
    campaignStatListener,
  ];
}

export const createEngine = (app: App, transport: Transport): SendingEngine =>
  new SendingEngine({
    db: app.db,
    clock: app.services.clock,
    transport,
    log: app.log,
    bounceHost: bounceHostOf(app.config),
    bookRefusal,
    contextOf: (tenantId) => serviceContext(app, tenantId),
  });

const rescueAfterMs = 6000;

export type Background = { start(): Promise<void>; stop(): Promise<void> };

export function createBackground(app: App, transport: Transport): Background {
  const worker = new JobWorker(app.db, createRunners(app, transport), app.log);
  const follower = new JournalFollower(app.db, createListeners(app), app.log);
  const engine = createEngine(app, transport);
  let rescuing: NodeJS.Timeout | undefined;
  return {
    start: async () => {
      await worker.start();
      // The one before may have been killed; what it did counts as quiet by then.
      rescuing = setTimeout(() => {
        rescue(app).catch((error: unknown) => app.log.warn({ err: error }, "lost work was not looked for"));
      }, rescueAfterMs);
      follower.start();
      engine.start();
    },
    stop: async () => {
      clearTimeout(rescuing);
      await Promise.all([worker.stop(), follower.stop(), engine.stop()]);
    },
  };
}
