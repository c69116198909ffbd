import { setTimeout as delay } from "node:timers/promises";
import { composeApp, type App } from "../src/composition/app.ts";
import { readConfig } from "../src/config/config.ts";
import { singleRow } from "../src/db/rows.ts";
import { openPool } from "../src/db/tenant.ts";
import { createTemplate } from "../src/features/content/templates/service.ts";
import { recordEvent } from "../src/features/events/service.ts";
import { createLog } from "../src/log/log.ts";
import { activeAutomation, insertWaitingRuns, createBenchWorker } from "./support/automations.ts";
import { insertApprovedCampaign, startCampaign, untilCompleted } from "./support/campaigns.ts";
import { median } from "./support/compare.ts";
import {
  createBenchCompany,
  withEnvironment,
  type BenchEnvironment,
  type ServerProcess,
} from "./support/environment.ts";
import { cpuMs, postmasterPid, untilIdle } from "./support/processes.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { startSink, type Sink } from "./support/smtp-sink.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 30_000);
const waitingRuns = Number(process.env["BENCH_WAITING"] ?? 1_000_000);
const companies = Number(process.env["BENCH_COMPANIES"] ?? 500);
const rounds = 3;
const samples = 40;
const idleSeconds = 20;
const html = "<p>Ahoj {{df_name}}</p><p><a href='https://example.com/'>Nabídka</a></p>";

type Bench = { app: App; environment: BenchEnvironment; sink: Sink; worker: ServerProcess };

/** E-mails of automations in the running product: their rate, their delay after an event, and what an idle worker costs. */
export async function benchAutomationEmails(): Promise<object[]> {
  const sink = await startSink();
  try {
    return await withEnvironment(async (environment) => {
      const pool = openPool(environment.url, 2);
      try {
        const app = await composeApp(readConfig({}), environment.url, createLog("error"), { db: pool });
        await seedContacts(environment, contacts);
        await environment.sql`update contact set last_open_at = now(), engagement = 'A'`;
        const worker = await environment.work({ MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
        const bench = { app, environment, sink, worker };
        return [await compareRates(bench), await compareDelays(bench), await measureIdle(bench)];
      } finally {
        await pool.close();
      }
    });
  } finally {
    sink.stop();
  }
}

async function emailNode({ app, environment }: Bench) {
  const { sql, company } = environment;
  const ctx = await createBenchWorker(app).contextOf(company.tenantId);
  const { id: templateId } = await createTemplate(ctx, { name: `Template ${performance.now()}`, html });
  const sender = singleRow(
    await sql<{ id: string }[]>`select id from sender where tenant_id = ${company.tenantId} order by id desc limit 1`,
  );
  return { id: "m", type: "email", config: { senderId: sender.id, subject: "Ahoj {{df_name}}", templateId } };
}

const toGraph = (trigger: object, email: object) => ({
  nodes: [{ id: "t", ...trigger }, email],
  edges: [{ id: "e", from: "t", output: "next", to: "m" }],
});

/** Rounds alternate, so that load on the machine affects both sides. */
async function compareRates(bench: Bench): Promise<object> {
  await campaignRate(bench);
  const figures: { campaign: number; automation: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    figures.push({ campaign: await campaignRate(bench), automation: await automationRate(bench) });
  return {
    bench: `messages per second of an e-mail node with ${contacts} runs, against a campaign`,
    target: "at least 0.6",
    ratio: Number(median(figures.map(({ campaign, automation }) => automation / campaign)).toFixed(3)),
    figures,
  };
}

async function campaignRate({ environment, sink }: Bench): Promise<number> {
  const id = await insertApprovedCampaign(environment, html);
  await sink.count();
  const startedAt = performance.now();
  await startCampaign(environment, id);
  await untilCompleted(environment, id);
  const seconds = (performance.now() - startedAt) / 1000;
  return Math.round((await sink.count()).count / seconds);
}

/** All mailable contacts stand at the e-mail at once. */
async function automationRate(bench: Bench): Promise<number> {
  const { app, environment, sink } = bench;
  const { sql, company } = environment;
  const graph = toGraph({ type: "manual", config: {} }, await emailNode(bench));
  const id = await activeAutomation(app, company, `Rate ${performance.now()}`, graph);
  await sink.count();
  const startedAt = performance.now();
  const { count } = await sql`
    insert into automation_run (tenant_id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
      entered_at)
    select tenant_id, ${id}, id, 't', 1, 'running', 'm', now(), now(), now() from contact
    where tenant_id = ${company.tenantId} and not excluded`;
  for (let sent = 0; sent < count; await delay(20)) sent += (await sink.count()).count;
  return Math.round((count / (performance.now() - startedAt)) * 1000);
}

async function compareDelays(bench: Bench): Promise<object> {
  const { app, environment } = bench;
  const trigger = { type: "event", config: { name: "signed_up" } };
  await activeAutomation(app, environment.company, "Event", toGraph(trigger, await emailNode(bench)));
  const empty = await measureDelays(bench, 0);
  await insertWaitingRuns(app, environment.company, waitingRuns);
  const full = await measureDelays(bench, samples);
  return {
    bench: `p95 from an event to the hand-over with ${waitingRuns} waiting runs, against none`,
    target: "at most 1.5",
    ratio: Number((full / empty).toFixed(2)),
    emptyMs: Math.round(empty),
    fullMs: Math.round(full),
  };
}

async function measureDelays({ app, environment, sink }: Bench, offset: number): Promise<number> {
  const { sql, company } = environment;
  const ctx = await createBenchWorker(app).contextOf(company.tenantId);
  const people = await sql<{ id: string }[]>`
    select id from contact where tenant_id = ${company.tenantId} and not excluded order by id
    offset ${offset} limit ${samples}`;
  const times: number[] = [];
  await sink.count();
  for (const { id } of people) {
    const startedAt = performance.now();
    await recordEvent(ctx, { contactId: id, shopId: company.shopId, type: "custom", name: "signed_up" });
    while ((await sink.count()).count === 0) await delay(2);
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** Two active automations in each company. */
async function measureIdle({ app, environment, worker }: Bench): Promise<object> {
  const waiting = { id: "w", type: "wait", config: { spec: { kind: "delay", amount: 1, unit: "days" } } };
  const edges = [{ id: "e", from: "t", output: "next", to: "w" }];
  for (let index = 0; index < companies; index += 1) {
    const company = await createBenchCompany(environment.url, `Idle${index}`);
    for (const name of ["one", "two"]) {
      const nodes = [{ id: "t", type: "event", config: { name } }, waiting];
      await activeAutomation(app, company, name, { nodes, edges });
    }
  }
  const database = await postmasterPid(environment.sql);
  await untilIdle([worker.pid, database]);
  const before = { worker: cpuMs([worker.pid]), database: cpuMs([database]) };
  await delay(idleSeconds * 1000);
  const share = (ms: number) => Number((ms / (idleSeconds * 10)).toFixed(2));
  return {
    bench: `share of a core that an idle worker takes with ${companies * 2} active automations of ${companies} companies`,
    target: "less than 2",
    percent: share(cpuMs([worker.pid]) - before.worker),
    databasePercent: share(cpuMs([database]) - before.database),
  };
}
