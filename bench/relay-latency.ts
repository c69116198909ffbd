import { setTimeout as delay } from "node:timers/promises";
import { insertApprovedCampaign, newsletterHtml, startCampaign } from "./support/campaigns.ts";
import { isAlive } from "../src/db/embedded/processes.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { startSlowRelay, type SlowRelay } from "./support/slow-relay.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 60_000);
const latencies = (process.env["BENCH_LATENCIES"] ?? "1,20,100,400,1000,2000").split(",").map(Number);
/** Connections of the one worker; the default of the setting. */
const connections = Number(process.env["SMTP_CONNECTIONS"] ?? 20);

const relays = [
  { name: "without PIPELINING", features: [], target: 0.9 },
  { name: "with PIPELINING", features: ["PIPELINING"], target: 0.9 },
  { name: "with PIPELINING and CHUNKING", features: ["PIPELINING", "CHUNKING"], target: 1 },
] as const;

/**
 * How fast one worker sends through a relay that answers every message after a latency. Ideal is connections ÷ latency;
 * where the processor is the limit, it is what the same worker sends to a relay without any latency.
 */
export async function benchRelayLatency(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    await environment.sql`update contact set last_open_at = now(), engagement = 'A'`;
    const lines: object[] = [];
    for (const { name, features, target } of relays) {
      const bench = `a slow relay ${name}, against connections ÷ latency`;
      lines.push({ bench, target: `at least ${target}`, ...(await measureRelay(environment, features)) });
    }
    return lines;
  });
}

async function measureRelay(environment: BenchEnvironment, features: readonly string[]) {
  const relay = await startSlowRelay(features);
  const settings = { MAIL_MODE: "live", SMTP_URL: relay.url, SMTP_CONNECTIONS: String(connections) };
  const worker = await environment.work(settings);
  try {
    return await measureAll(environment, relay);
  } finally {
    process.kill(worker.pid, "SIGTERM");
    await untilEnded(worker.pid);
    relay.stop();
  }
}

async function measureAll(environment: BenchEnvironment, relay: SlowRelay) {
  const fastest = await measure(environment, relay, 0);
  const byLatency = [];
  for (const latencyMs of latencies) {
    const { perSecond, mostConnections } = await measure(environment, relay, latencyMs);
    const ofConnections = (connections / latencyMs) * 1000;
    const ideal = Math.min(ofConnections, fastest.perSecond);
    byLatency.push({
      latencyMs,
      perSecond,
      idealPerSecond: round(ideal),
      ideal: ofConnections > fastest.perSecond ? "the rate without latency" : "connections ÷ latency",
      ratio: round(perSecond / ideal),
      mostConnections,
    });
  }
  return { lowest: Math.min(...byLatency.map(({ ratio }) => ratio)), withoutLatency: fastest.perSecond, byLatency };
}

/** The rate of a running campaign, after connections and groups have adapted to the latency. */
async function measure(environment: BenchEnvironment, relay: SlowRelay, latencyMs: number) {
  const { sql, company } = environment;
  const id = await insertApprovedCampaign(environment, newsletterHtml(10, 2));
  await relay.setLatency(latencyMs);
  await startCampaign(environment, id);
  await untilSent(relay, 100);
  await delay(1000 + 4 * latencyMs);
  await relay.count();
  const begun = performance.now();
  await delay(3000 + 5 * latencyMs);
  const { count, mostConnections } = await relay.count();
  const perSecond = round((count / (performance.now() - begun)) * 1000);
  const [row] = await sql<{ status: string; n: number }[]>`
    select status, (select count(*)::int from message where source_id = ${id} and state = 'queued') as n
    from campaign where tenant_id = ${company.tenantId} and id = ${id}`;
  if (row?.status !== "sending" || row.n === 0) throw new Error("the campaign was too small for this rate");
  await sql`update campaign set status = 'paused' where tenant_id = ${company.tenantId} and id = ${id}`;
  await delay(1000 + 2 * latencyMs);
  return { perSecond, mostConnections };
}

async function untilSent(relay: SlowRelay, wanted: number): Promise<void> {
  for (let sent = 0; sent < wanted;) {
    await delay(50);
    sent += (await relay.count()).count;
  }
}

async function untilEnded(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(50);
}

const round = (figure: number) => Math.round(figure * 100) / 100;
