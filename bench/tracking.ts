import { openPool } from "../src/db/tenant.ts";
import { EventBuffer } from "../src/features/tracking/event-buffer.ts";
import { EventJudge } from "../src/features/tracking/event-judge.ts";
import type { TrackedEvent } from "../src/features/tracking/event.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { publicTokenKey, signToken } from "../src/kernel/public-token.ts";
import { createLog } from "../src/log/log.ts";
import { median } from "./support/compare.ts";
import { load, type LoadRequest } from "./support/load.ts";
import { cpuMs } from "./support/processes.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { withEnvironment, type ServerProcess, type BenchEnvironment } from "./support/environment.ts";

/** Opens and clicks of a campaign with 100 000 messages: responses, and the database cost of storing them. */
const messages = 100_000;
const events = 100_000;
const links = 30;
const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

type SentCampaign = { campaignId: string; firstContact: number };

export async function benchTracking(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, messages);
    const stored = await measureStorage(environment, await seedCampaign(environment));
    const answers = await measureAnswers(environment, await seedCampaign(environment));
    return [...answers, stored];
  });
}

async function seedCampaign({ sql, company: { tenantId, shopId } }: BenchEnvironment): Promise<SentCampaign> {
  const [row] = await sql<{ id: string; first: number }[]>`
    insert into campaign (tenant_id, name, shop_id, status, created_at)
    values (${tenantId}, 'Spring', ${shopId}, 'completed', now())
    returning id, (select min(id) from contact)::int as first`;
  const { id, first } = row ?? { id: "", first: 0 };
  await sql`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, state, domain, tried_at, sent_at,
      delivered_at)
    select tenant_id, ${id}, id, ${id}, 1, 'sent', 'example.com', now(), now() - interval '1 hour', now() from contact`;
  await sql`
    insert into message_link (tenant_id, source_id, variant_id, number, url)
    select ${tenantId}, ${id}, ${id}, n, 'https://shop.example/page/' || n || '?utm_source=postrider'
    from generate_series(1, ${links}) n`;
  // Autovacuum would otherwise run during the measurement.
  await sql.unsafe("vacuum analyze");
  return { campaignId: id, firstContact: first };
}

async function measureAnswers(
  environment: BenchEnvironment,
  { campaignId, firstContact }: SentCampaign,
): Promise<object[]> {
  const { tenantId } = environment.company;
  const [row] = await environment.sql<{ fingerprintKey: Buffer }[]>`
    select fingerprint_key from company where tenant_id = ${tenantId}`;
  const key = publicTokenKey(row?.fingerprintKey ?? Buffer.alloc(32));
  const tokens = Array.from({ length: 20_000 }, (_, index) =>
    signToken(key, { purpose: "click", tenantId, contactId: String(firstContact + index * 5), campaignId }),
  );
  const [ours, baseline] = [
    await environment.serve({ LOG_LEVEL: "warn" }),
    await environment.serveBaseline("redirect.ts"),
  ];
  const headers = { "User-Agent": agent };
  const asking = (path: (index: number) => string) =>
    compareAnswers({ ours, baseline }, (index) => ({ method: "GET", path: path(index), headers }));
  const few = (index: number) => tokens[index % 50] ?? "";
  const many = (index: number) => tokens[index % tokens.length] ?? "";
  const click = (token: (index: number) => string) =>
    asking((index) => `/t/c/${token(index)}.${1 + (Math.floor(index / 50) % links)}`);
  const open = (token: (index: number) => string) => asking((index) => `/t/o/${token(index)}.gif`);
  return [
    {
      bench: "click, the answer alone (few messages), against a baseline Fastify redirect",
      target: 0.6,
      ...(await click(few)),
    },
    {
      bench: "open, the answer alone (few messages), against a baseline Fastify picture",
      target: 0.6,
      ...(await open(few)),
    },
    { bench: "click, every one of another message and stored meanwhile", ...(await click(many)) },
    { bench: "open, every one of another message and stored meanwhile", ...(await open(many)) },
  ];
}

const rounds = 5;
const seconds = 2;

/** Alternates both sides; responses per second, and per CPU-second of the responding process. */
async function compareAnswers(
  sides: { ours: ServerProcess; baseline: ServerProcess },
  request: (index: number) => LoadRequest,
) {
  let asked = 0;
  const one = async ({ port, pid }: ServerProcess) => {
    const before = cpuMs([pid]);
    const { requests, perSecond, statuses, p95Ms } = await load(port, { connections: 16, seconds }, (index) =>
      request(asked + index),
    );
    asked += requests;
    if (Object.keys(statuses).some((status) => !/^[23]/.test(status))) throw new Error(JSON.stringify(statuses));
    return { perSecond, p95Ms, micros: ((cpuMs([pid]) - before) * 1000) / requests };
  };
  await one(sides.ours);
  await one(sides.baseline);
  const all: { ours: Awaited<ReturnType<typeof one>>; baseline: Awaited<ReturnType<typeof one>> }[] = [];
  for (let round = 0; round < rounds; round += 1)
    all.push({ ours: await one(sides.ours), baseline: await one(sides.baseline) });
  const middle = (figure: (round: (typeof all)[number]) => number, digits = 1) =>
    Number(median(all.map(figure)).toFixed(digits));
  return {
    ratio: middle(({ ours, baseline }) => ours.perSecond / baseline.perSecond, 3),
    cpuRatio: middle(({ ours, baseline }) => baseline.micros / ours.micros, 3),
    oursMicros: middle(({ ours }) => ours.micros),
    baselineMicros: middle(({ baseline }) => baseline.micros),
    oursPerSecond: middle(({ ours }) => ours.perSecond),
    baselinePerSecond: middle(({ baseline }) => baseline.perSecond),
    oursP95Ms: middle(({ ours }) => ours.p95Ms, 2),
    baselineP95Ms: middle(({ baseline }) => baseline.p95Ms, 2),
  };
}

/** A hundred events are 60 first opens, 15 repeated opens, 25 first clicks after an open. */
function eventAt(tenantId: string, { campaignId, firstContact }: SentCampaign, index: number): TrackedEvent {
  const turn = index % 100;
  const block = (index - turn) / 100;
  const earlier = Math.max(0, block - 1) * 60;
  const order = turn < 60 ? block * 60 + turn : turn < 75 ? earlier + (turn - 60) * 4 : earlier + (turn - 75) * 2;
  return {
    tenantId,
    campaignId,
    // Spread over the whole table.
    contactId: String(firstContact + ((order * 7919) % messages)),
    at: new Date(),
    link: turn < 75 ? null : 1 + (index % links),
    method: "GET",
    agent,
    prefetch: false,
    network: `203.0.${index % 250}.0/24`,
  };
}

async function measureStorage(environment: BenchEnvironment, sent: SentCampaign): Promise<object> {
  const { tenantId } = environment.company;
  const [row] = await environment.sql<{ pid: number }[]>`
    select pg_read_file('postmaster.pid')::text as pid`;
  const databasePid = Number(String(row?.pid).split("\n")[0]);
  const db = openPool(environment.url, 2);
  const log = createLog("warn");
  const buffer = new EventBuffer({ db, clock: systemClock, log, limit: events });
  const judge = new EventJudge({ db, clock: systemClock, log, verdictWaitMs: 0 });
  const before = { database: cpuMs([databasePid]), own: process.cpuUsage(), at: performance.now() };
  for (let index = 0; index < events; index += 1) {
    buffer.add(eventAt(tenantId, sent, index));
    if (index % 5000 !== 4999) continue;
    await buffer.flush();
    while (await judge.judgeOnce());
  }
  await buffer.close();
  while (await judge.judgeOnce());
  const databaseMs = cpuMs([databasePid]) - before.database;
  const own = process.cpuUsage(before.own);
  const elapsedS = (performance.now() - before.at) / 1000;
  const [count] = await environment.sql<{ n: number }[]>`
    select count(*)::int as n from journal where type in ('email_opened', 'email_clicked')`;
  await db.close();
  return {
    bench: `${events} events stored and judged, µs of database CPU each`,
    target: "<= 40",
    databaseMicros: Number(((databaseMs * 1000) / events).toFixed(1)),
    ownMicros: Number(((own.user + own.system) / events).toFixed(1)),
    perSecond: Math.round(events / elapsedS),
    journalRows: count?.n,
  };
}
