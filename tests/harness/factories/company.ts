import { mkdtempSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { inject, vi } from "vitest";
import { composeApp, type App, type AppOptions } from "../../../src/composition/app.ts";
import { createWorker, loadBackground } from "../../../src/composition/background.ts";
import type { Worker } from "../../../src/feature.ts";
import { createTransport } from "../../../src/mail/transport.ts";
import { readConfig } from "../../../src/config/config.ts";
import type { Context } from "../../../src/context.ts";
import { createCompany, type CreatedCompany } from "../../../src/features/account/create-company.ts";
import { getCompanyById } from "../../../src/features/account/find-company.ts";
import { issueApiKey } from "../../../src/features/members/api-keys.ts";
import { runAction } from "../../../src/jobs/actions.ts";
import { listRunningActions } from "../../../src/jobs/queries.ts";
import { findVisibleBound } from "../../../src/journal/journal.ts";
import type { JournalListener } from "../../../src/journal/listener.ts";
import type { Database, TenantDb } from "../../../src/db/tenant.ts";
import { createHttp } from "../../../src/composition/web.ts";
import { createLog } from "../../../src/log/log.ts";
import { createApi, type AnswerBody, type Api } from "../servers/api-client.ts";
import { testClock, type TestClock } from "./clock.ts";
import { dnsServer, type DnsServer } from "../servers/dns.ts";
import { workerDatabase } from "../servers/database.ts";
import { sharedSandbox } from "../servers/sandbox.ts";
import { stopSendingOfEarlierFiles } from "../servers/stop-sending.ts";

export type TestApp = { app: App; server: FastifyInstance; clock: TestClock };

/** 32 bytes; enables encrypted columns in tests. */
const dataKey = Buffer.alloc(32, 7).toString("base64");

const shared = new Map<string, Promise<TestApp>>();

/** Knows no name, unless a test sets DNS_SERVERS: no test depends on the network. */
let emptyDns: Promise<DnsServer> | undefined;

type TestOptions = Pick<AppOptions, "volume">;

/** The app of this test worker, one per configuration. */
export function testApp(env: Record<string, string> = {}, options: TestOptions = {}): Promise<TestApp> {
  const key = JSON.stringify([env, options.volume?.(1000)]);
  const made = shared.get(key) ?? compose(env, options);
  shared.set(key, made);
  return made;
}

const compose = async (env: Record<string, string>, options: TestOptions): Promise<TestApp> =>
  composeOn(await workerDatabase(), env, options);

export async function composeOn(
  { url, db }: { readonly url: string; readonly db: Database },
  env: Record<string, string> = {},
  options: TestOptions = {},
): Promise<TestApp> {
  const clock = testClock();
  const folder = mkdtempSync(path.join(inject("runFolder"), "files-"));
  const { address } = await (emptyDns ??= dnsServer());
  const settings = { DATA_KEY: dataKey, DATA_DIR: folder, LOG_LEVEL: "error", PORT: "8080", DNS_SERVERS: address };
  const config = readConfig({ ...settings, ...env });
  const app = await composeApp(config, url, createLog("error"), { ...options, db, clock, sandbox: sharedSandbox });
  const server = await createHttp(app, url);
  await server.ready();
  return { app, server, clock };
}

export type TestCompany = CreatedCompany &
  TestApp & {
    api: Api;
    ctx: Context;
    /** An API client with another key of this company. */
    apiWith: (options: { scope?: "read" | "full"; roles?: string[] }) => Promise<Api>;
    aList: (fields?: Record<string, unknown>) => Promise<AnswerBody<"createList">>;
    /** Runs the company's queued actions, as a worker would. */
    runActions: () => Promise<void>;
    /** Runs the journal listeners of the company until they have caught up. */
    runListeners: () => Promise<void>;
    aContact: (fields?: Record<string, unknown>) => Promise<AnswerBody<"createContact">>;
  };

/** Runs in order of request. */
export async function runActionsFor(app: App, tenantId: string): Promise<void> {
  const db = app.db.forTenant(tenantId);
  const { actions } = await loadBackground();
  const worker = testWorker(app);
  for (const { id } of await listRunningActions(db)) await runAction(await worker.contextOf(tenantId), actions, id);
}

/** Waits until no older transaction of another test hides entries, so that readers get them in one batch. */
export const untilJournalSettled = (db: TenantDb): Promise<void> =>
  vi.waitFor(
    async () => {
      const [newest] = await db.sql<{ tx: string }[]>`
        select coalesce(max(tx), 0) as tx from journal where tenant_id = ${db.tenantId}`;
      if (BigInt(newest?.tx ?? 0) >= BigInt(await findVisibleBound(db)))
        throw new Error("an older transaction is open");
    },
    { timeout: 15_000, interval: 5 },
  );

async function runListenersFor(app: App, tenantId: string): Promise<void> {
  const db = app.db.forTenant(tenantId);
  await untilJournalSettled(db);
  const worker = testWorker(app);
  const { listeners } = await loadBackground();
  for (const listener of listeners) await drainListener(db, listener, worker);
}

/** A reader of a cluster reads nothing while any commit is pending on the node, also one of another test. */
const maxPendingReads = 50;

async function drainListener(
  db: TenantDb,
  listener: JournalListener<Worker>,
  worker: Worker,
  pendingReads = db.isDistributed ? maxPendingReads : 0,
): Promise<void> {
  const isRead = (await listener.read(db, worker)) > 0;
  if (!isRead && (pendingReads === 0 || !(await isBehind(db, listener.reader)))) return;
  await drainListener(db, listener, worker, isRead ? pendingReads : pendingReads - 1);
}

async function isBehind({ sql, tenantId }: TenantDb, reader: string): Promise<boolean> {
  const found = await sql`
    select from journal_cursor c where c.tenant_id = ${tenantId} and c.reader = ${reader} and exists (
      select from journal j where j.tenant_id = ${tenantId} and (j.tx, j.id) > (c.tx, c.id))`;
  return found.length > 0;
}

/** The worker for background parts, with mail off. */
export const testWorker = (app: App): Worker => createWorker(app, createTransport({ ...app.config, mailMode: "off" }));

/** A worker that visits this company only; the test database contains hundreds. */
export const testWorkerOf = ({ app, tenantId }: Pick<TestCompany, "app" | "tenantId">): Worker => ({
  ...testWorker(app),
  forEachCompany: async (_task, work) => void (await work(tenantId)),
});

let count = 0;
const nextNumber = () => (count += 1);
export const anEmail = (): string => `person${nextNumber()}.${process.pid}@example.com`;

/** A company whose long work takes a hundredth of the rows at once: 51 rows do what 5001 do in production. */
export const companyOfSmallVolumes = (): Promise<TestCompany> => company({}, { volume: toHundredth });

const toHundredth = (rows: number): number => Math.ceil(rows / 100);

/** A new company with a shop, a purpose, an administrator and an API key; not shared with other tests. */
export async function company(env?: Record<string, string>, options?: TestOptions): Promise<TestCompany> {
  await stopSendingOfEarlierFiles();
  const parts = await testApp(env, options);
  const { app, server, clock } = parts;
  clock.set(new Date());
  const created = await createCompany(app.db, app.services, {
    name: `Company ${nextNumber()}`,
    email: anEmail(),
    password: "correct horse battery",
    shop: "Main shop",
    timeZone: "Europe/Prague",
    language: "cs",
    country: "CZ",
    currency: "CZK",
    purpose: "Newsletter",
  });
  const db = app.db.forTenant(created.tenantId);
  const apiFor = (key: string) => createApi(server, created.tenant, { authorization: `Bearer ${key}` });
  const api = apiFor(created.apiKey);
  return {
    ...parts,
    ...created,
    api,
    ctx: {
      ...app.services,
      db,
      company: await getCompanyById({ db: app.db, dataKey: app.services.dataKey }, created.tenantId),
      actor: { kind: "service" },
    },
    apiWith: async ({ scope = "full", roles = ["account_admin"] }) => {
      const { key } = await issueApiKey(db, {
        name: "Test key",
        roles,
        scope,
        validDays: 30,
        createdBy: created.member,
        at: clock.now(),
      });
      return apiFor(key);
    },
    aList: (fields = {}) =>
      api.ok("createList", {
        body: {
          name: `List ${nextNumber()}`,
          publicName: "",
          shopId: null,
          notifyOnUnsubscribe: false,
          notifyOnAdd: false,
          note: "",
          ...fields,
        },
      }),
    runActions: () => runActionsFor(app, created.tenantId),
    runListeners: () => runListenersFor(app, created.tenantId),
    aContact: (fields = {}) =>
      api.ok("createContact", {
        body: { email: anEmail(), purposeId: created.purposeId, consentConfirmed: true, ...fields },
      }),
  };
}
