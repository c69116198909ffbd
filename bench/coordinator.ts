import { setTimeout as delay } from "node:timers/promises";
import type { PendingQuery } from "../src/db/client.ts";
import { withConnection, type CitusCluster, type CitusNode } from "../tests/citus/cluster.ts";
import { insertApprovedCampaign, startCampaign, untilCompleted } from "./support/campaigns.ts";
import { openDistributed, withCluster } from "./support/cluster.ts";
import { withEnvironment, type BenchEnvironment, type ServerProcess } from "./support/environment.ts";
import { createImporter, insertImportList, startImport, untilImported } from "./support/imports.ts";
import { load } from "./support/load.ts";
import { cpuMs, postmasterPid } from "./support/processes.ts";
import { startSink } from "./support/smtp-sink.ts";

const companies = 20_000;
const rows = 5000;
const seconds = 4;
/** What work leaves to do after its end (statistics, look-ups of a worker) counts for it. */
const settleMs = 15_000;

/** What the coordinator of a cluster does for the product: its CPU time, its local tables, its connections. */
export const benchCoordinator = (): Promise<object[]> =>
  withCluster("coordinator", (cluster) =>
    withEnvironment(
      (environment) => measure(environment, cluster),
      () => openDistributed(cluster),
    ),
  );

async function measure(environment: BenchEnvironment, cluster: CitusCluster): Promise<object[]> {
  const bytes = await measureLookUps(environment);
  const meter = await openMeter(cluster);
  const statements = await measureStatements(environment, meter);
  const server = await environment.serve();
  const sink = await startSink();
  try {
    await environment.work({ MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
    const work = await measureWork(environment, server, meter);
    const connections = await Promise.all(cluster.nodes.map(countConnections));
    return [
      { bench: "bytes of a company in look-up tables", bytesEach: bytes },
      ...statements,
      ...work,
      { bench: "connections of a serve and a worker", coordinator: connections[0], nodes: connections.slice(1) },
    ];
  } finally {
    sink.stop();
  }
}

/** Growth by one public id, two keys, two senders, three forms and the rate bucket of each company. */
async function measureLookUps({ sql }: BenchEnvironment): Promise<number> {
  const tables = ["company_lookup", "api_key_lookup", "sender_lookup", "form_lookup", "rate_bucket"];
  const size = async () => {
    const [row] = await sql<{ bytes: number }[]>`
      select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${tables}::text[]) name`;
    return row?.bytes ?? 0;
  };
  const before = await size();
  const first = 1_000_000;
  const of = (each: number) =>
    sql`from generate_series(${first}::int, ${first + companies - 1}::int) t, generate_series(1, ${each}::int) n`;
  const hash = sql`sha256((t || ' ' || n)::text::bytea)`;
  await sql`insert into company_lookup (guid, tenant_id) select gen_random_uuid(), t ${of(1)}`;
  await sql`insert into api_key_lookup (hash, tenant_id, key_id) select ${hash}, t, n ${of(2)}`;
  await sql`
    insert into sender_lookup (token_hash, tenant_id, sender_id, email, expires_at)
    select ${hash}, t, n, 'newsletter@shop' || t || '.example', now() ${of(2)}`;
  await sql`insert into form_lookup (key, tenant_id, form_id) select encode(${hash}, 'hex'), t, n ${of(3)}`;
  await sql`insert into rate_bucket (tenant_id, tokens, day_tokens, refilled_at) select t, 1, 1, now() ${of(1)}`;
  return Math.round(((await size()) - before) / companies);
}

type Usage = { coordinatorMs: number; nodesMs: number };
type Meter = (run: () => Promise<number>) => Promise<Usage & { count: number }>;

/** CPU time of the coordinator and of the other nodes while something runs. */
async function openMeter({ coordinator, workers }: CitusCluster): Promise<Meter> {
  const readPid = (node: CitusNode) => withConnection(node.url("postgres"), postmasterPid);
  const own = await readPid(coordinator);
  const others = await Promise.all(workers.map(readPid));
  return async (run) => {
    const before = { own: cpuMs([own]), others: cpuMs(others) };
    const count = await run();
    return { count, coordinatorMs: cpuMs([own]) - before.own, nodesMs: cpuMs(others) - before.others };
  };
}

/** `perCore`: how many of them one core of the coordinator carries. */
const line = (bench: string, { count, coordinatorMs, nodesMs }: Usage & { count: number }) => ({
  bench: `${bench}: CPU time of the coordinator`,
  perCore: Math.round((count / coordinatorMs) * 1000),
  coordinatorUs: Math.round((coordinatorMs / count) * 1000),
  nodesUs: Math.round((nodesMs / count) * 1000),
});

async function measureStatements({ sql, company: { tenantId } }: BenchEnvironment, meter: Meter): Promise<object[]> {
  const kinds: [string, () => PendingQuery<object[]>][] = [
    ["look-up of a key", () => sql`select tenant_id, key_id from api_key_lookup where hash = ${Buffer.alloc(32)}`],
    ["read on one node", () => sql`select name from company where tenant_id = ${tenantId}`],
    ["write on one node", () => sql`update company set name = name where tenant_id = ${tenantId}`],
    ["read on all nodes", () => sql`select tenant_id, id from webhook where due_at < now()`],
  ];
  const lines: object[] = [];
  for (const [name, statement] of kinds) {
    await repeat(statement, 0.5);
    lines.push(line(name, await meter(() => repeat(statement, seconds))));
  }
  return lines;
}

/** One after another on one connection. */
async function repeat(statement: () => PendingQuery<object[]>, forSeconds: number): Promise<number> {
  const deadline = performance.now() + forSeconds * 1000;
  let count = 0;
  for (; performance.now() < deadline; count += 1) await statement();
  return count;
}

async function measureWork(environment: BenchEnvironment, server: ServerProcess, meter: Meter): Promise<object[]> {
  const { sql, company } = environment;
  const target = { environment, server, listId: await insertImportList(environment) };
  const imported = await meter(async () => {
    await untilImported(target, { id: await startImport(createImporter(target), { mark: "import", rows }), rows });
    await delay(settleMs);
    return rows;
  });
  const campaignId = await insertApprovedCampaign(environment, "<p>Ahoj {{df_name}}</p>");
  const sent = await meter(async () => {
    await startCampaign(environment, campaignId);
    await untilCompleted(environment, campaignId);
    await delay(settleMs);
    return rows;
  });
  const [contact] = await sql<{ id: string }[]>`
    select min(id) as id from contact where tenant_id = ${company.tenantId}`;
  const path = `/api/v1/tenants/${company.tenant}/contacts/${contact?.id}`;
  const headers = { Authorization: `Bearer ${company.apiKey}` };
  const requested = await meter(
    async () =>
      (await load(server.port, { connections: 4, seconds }, () => ({ method: "GET", path, headers }))).requests,
  );
  const idle = await meter(async () => {
    await delay(10_000);
    return 10;
  });
  return [
    line("imported contact", imported),
    line("message of a campaign", sent),
    line("GET /contacts/{id}", requested),
    line("second of an idle worker", idle),
  ];
}

const countConnections = (node: CitusNode): Promise<number> =>
  withConnection(node.url("postgres"), async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where datname = 'distributed' and backend_type = 'client backend'`;
    return row?.count ?? 0;
  });
