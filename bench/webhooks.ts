import http from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { openPool } from "../src/db/tenant.ts";
import type { WebhookEvent } from "../src/features/webhooks/events.ts";
import { insertWebhook } from "../src/features/webhooks/queries.ts";
import { contactCreated } from "../src/journal/events.ts";
import { appendEntries } from "../src/journal/journal.ts";
import { sendCampaign, type SendResult } from "./support/campaigns.ts";
import { median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { postmasterPid, residentMb, untilIdle } from "./support/processes.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { startSink } from "./support/smtp-sink.ts";

const webhooks = 200;
const hanging = 50;
const runs = 4;
const itemsPerRun = 20;
const contacts = Number(process.env["BENCH_CONTACTS"] ?? 60_000);
const rounds = 3;

export const benchWebhooks = async (): Promise<object[]> => [await hangingReceivers(), await campaignWithWebhooks()];

/** Receivers by path; those below `/hang` never answer. */
async function startReceiver() {
  const calls = new Map<string, number>();
  const server = http.createServer((request, response) => {
    const { url = "" } = request;
    calls.set(url, (calls.get(url) ?? 0) + 1);
    request.resume();
    if (!url.startsWith("/hang")) response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, calls, close };
}

async function register(environment: BenchEnvironment, event: WebhookEvent, urls: readonly string[]): Promise<void> {
  const database = openPool(environment.url, 1);
  const db = database.forTenant(environment.company.tenantId);
  const webhook = { event, active: true, login: null, password: null, createdAt: new Date() };
  for (const url of urls) await insertWebhook(db, { ...webhook, url });
  await database.close();
}

/** 200 webhooks, a quarter of them with receivers that hang: what the healthy ones get in each run. */
async function hangingReceivers(): Promise<object> {
  const receiver = await startReceiver();
  try {
    return await withEnvironment(async (environment) => {
      await seedContacts(environment, 100);
      const urls = Array.from({ length: webhooks }, (_, n) => `${receiver.origin}/${n < hanging ? "hang" : "ok"}/${n}`);
      await register(environment, "new_contact", urls);
      await appendNewContacts(environment, runs * itemsPerRun);
      const worker = await environment.work({ WEBHOOK_ALLOW_PRIVATE: "1" });
      const healthy: number[] = [];
      const memoryMb: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        await delay(run === 0 ? 20_000 : 30_000);
        const received = [...receiver.calls].filter(([url]) => url.startsWith("/ok")).map(([, count]) => count);
        healthy.push(received.length < webhooks - hanging ? 0 : Math.min(...received));
        memoryMb.push(residentMb([worker.pid]));
      }
      return {
        bench:
          "200 webhooks, 50 of them hanging: the fewest items of a healthy one after 20 s and every 30 s from there",
        target: "20 more every time, constant memory",
        healthy,
        memoryMb,
      };
    });
  } finally {
    receiver.close();
  }
}

async function appendNewContacts({ url, sql, company: { tenantId } }: BenchEnvironment, count: number): Promise<void> {
  const database = openPool(url, 1);
  const ids = await sql<{ id: string }[]>`
    select id from contact where tenant_id = ${tenantId} order by id limit ${count}`;
  const payload = { source: "bench", to: "subscribed" };
  await appendEntries(
    database.forTenant(tenantId),
    ids.map(({ id }) => contactCreated.entry({ contactId: id, at: new Date(), payload })),
  );
  await database.close();
}

/**
 * A campaign while ten webhooks follow its e-mails, compared with one without them; rounds alternate. The ratio of CPU
 * time does not depend on what else the machine does.
 */
async function campaignWithWebhooks(): Promise<object> {
  const [sink, receiver] = await Promise.all([startSink(), startReceiver()]);
  try {
    return await withEnvironment(async (environment) => {
      await seedContacts(environment, contacts);
      await environment.sql`update contact set last_open_at = now(), engagement = 'A'`;
      const worker = await environment.work({
        MAIL_MODE: "live",
        SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
        WEBHOOK_ALLOW_PRIVATE: "1",
      });
      const pids = { worker: worker.pid, database: await postmasterPid(environment.sql) };
      const send = async () => {
        await untilIdle([pids.worker, pids.database]);
        return sendCampaign(environment, sink, pids, { html: "<p>Ahoj {{df_name}}</p>" });
      };
      await send();
      const pairs: { without: SendResult; withWebhooks: SendResult }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const without = await send();
        const urls = Array.from({ length: 10 }, (_, n) => `${receiver.origin}/${round}/${n}`);
        await register(environment, "sent_email", urls);
        const withWebhooks = await send();
        await environment.sql`delete from webhook`;
        pairs.push({ without, withWebhooks });
      }
      const toRatio = (speed: (result: SendResult) => number) =>
        Number(median(pairs.map(({ without, withWebhooks }) => speed(withWebhooks) / speed(without))).toFixed(2));
      return {
        bench: `a campaign of ${contacts} with ten sent_email webhooks: messages per second, of one without`,
        target: "at least 0.9",
        ratio: toRatio(({ perSecond }) => perSecond),
        cpuRatio: toRatio(({ perCpuSecond }) => perCpuSecond),
        pairs,
      };
    });
  } finally {
    sink.stop();
    receiver.close();
  }
}
