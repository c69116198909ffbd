import { composeApp, type App } from "../src/composition/app.ts";
import { readConfig } from "../src/config/config.ts";
import { singleRow } from "../src/db/rows.ts";
import { openPool, type TenantDb } from "../src/db/tenant.ts";
import { AutomationEngine } from "../src/features/automations/engine/engine.ts";
import { getCounts } from "../src/features/automations/engine/counts.ts";
import { createLog } from "../src/log/log.ts";
import { activeAutomation, insertWaitingRuns, createBenchWorker } from "./support/automations.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { seedContacts } from "./support/seed-contacts.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 100_000);
const waitingRuns = Number(process.env["BENCH_WAITING"] ?? 1_000_000);

/** Moves contacts through ten nodes, and looks at an idle worker with many waiting runs. */
export async function benchAutomations(): Promise<object[]> {
  return withEnvironment((environment) => measureAutomations(environment, { contacts, waitingRuns }));
}

type Sizes = { readonly contacts: number; readonly waitingRuns: number };

async function measureAutomations(environment: BenchEnvironment, sizes: Sizes): Promise<object[]> {
  const pool = openPool(environment.url, 1);
  try {
    const config = readConfig({});
    const app = await composeApp(config, environment.url, createLog("error"), { db: pool });
    await seedContacts(environment, sizes.contacts);
    const moved = await compareMoves(app, environment, sizes.contacts);
    return [moved, ...(await measureReads(app, environment, sizes.waitingRuns))];
  } finally {
    await pool.close();
  }
}

const nodeCount = 10;
const brno = { type: "group", match: "all", rules: [{ type: "field", field: "city", operator: "eq", value: "Brno" }] };
const shares = [
  { output: "a", percent: 50 },
  { output: "b", percent: 50 },
];

function toStep(index: number) {
  if (index % 5 === 1) return { type: "split", config: { shares }, outputs: ["a", "b"] };
  if (index % 5 === 3) return { type: "condition", config: { definition: brno }, outputs: ["yes", "no"] };
  return { type: "goal", config: { name: "Here" }, outputs: ["next"] };
}

/** A chain: all outputs of a node lead to the next one. */
function chain() {
  const steps = Array.from({ length: nodeCount }, (_, index) => ({ id: `n${index}`, ...toStep(index) }));
  return {
    nodes: [{ id: "t", type: "manual", config: {} }, ...steps.map(({ id, type, config }) => ({ id, type, config }))],
    edges: [
      { id: "e", from: "t", output: "next", to: "n0" },
      ...steps
        .slice(0, -1)
        .flatMap(({ id, outputs }, index) =>
          outputs.map((output) => ({ id: `${id}-${output}`, from: id, output, to: `n${index + 1}` })),
        ),
    ],
  };
}

const insertRuns = ({ sql, tenantId }: TenantDb, automationId: string, node: string) => sql`
  insert into automation_run (tenant_id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
    entered_at)
  select ${tenantId}, ${automationId}, id, 't', 1, 'running', ${node}, now(), now(), now() from contact
  where tenant_id = ${tenantId}`;

/** The rows that the engine writes, by statements that decide nothing: a pass per node and run, each run once. */
async function moveByHand({ sql, tenantId }: TenantDb, automationId: string): Promise<void> {
  for (let index = 0; index < nodeCount; index += 1) {
    await sql`
      insert into automation_pass (tenant_id, run_id, node, automation_id, at, output, result)
      select ${tenantId}, id, ${`n${index}`}, ${automationId}, now(), 'next', 'done' from automation_run
      where tenant_id = ${tenantId} and automation_id = ${automationId}`;
  }
  await sql`
    update automation_run set state = 'completed', node = 'n9', due_at = null, finished_at = now()
    where tenant_id = ${tenantId} and automation_id = ${automationId}`;
}

async function compareMoves(app: App, { company }: BenchEnvironment, runs: number): Promise<object> {
  const db = app.db.forTenant(company.tenantId);
  const byHand = await activeAutomation(app, company, "By hand", chain());
  await insertRuns(db, byHand, "n0");
  const bestMs = await timed(() => moveByHand(db, byHand));
  const ours = await activeAutomation(app, company, "Engine", chain());
  await insertRuns(db, ours, "n0");
  const engine = new AutomationEngine(createBenchWorker(app));
  const oursMs = await timed(async () => {
    while (await engine.advance());
  });
  const [written] = await db.sql<{ n: number }[]>`
    select count(*)::int as n from automation_pass where tenant_id = ${db.tenantId} and automation_id = ${ours}`;
  if (written?.n !== runs * nodeCount) throw new Error(`${written?.n} passes instead of ${runs * nodeCount}`);
  return {
    bench: `${runs} contacts through ${nodeCount} nodes, against bare SQL`,
    target: "at most 6",
    ratio: Number((oursMs / bestMs).toFixed(2)),
    oursMs: Math.round(oursMs),
    bestMs: Math.round(bestMs),
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** An idle tick and the counts with so many waiting runs. */
async function measureReads(app: App, { company }: BenchEnvironment, runs: number): Promise<object[]> {
  const id = await insertWaitingRuns(app, company, runs);
  const engine = new AutomationEngine(createBenchWorker(app));
  const ctx = await createBenchWorker(app).contextOf(company.tenantId);
  const tick = await rowsReadBy(app, async () => {
    await engine.advance();
  });
  const counts = await rowsReadBy(app, async () => {
    await getCounts(ctx, id);
  });
  return [
    { bench: `rows that an idle tick reads with ${runs} waiting runs`, target: "at most 100", rows: tick.all },
    { bench: `runs that the counts read with ${runs} runs`, target: "0", rows: counts.runs },
  ];
}

type Reads = { all: number; runs: number };

async function rowsReadBy(app: App, work: () => Promise<void>): Promise<Reads> {
  await work();
  const before = await countReads(app);
  await work();
  const after = await countReads(app);
  return { all: after.all - before.all, runs: after.runs - before.runs };
}

/** Rows read from the tables of automations, by the statistics of the server. */
async function countReads({ db }: App): Promise<Reads> {
  await db.sql`select pg_stat_force_next_flush()`;
  await db.sql`select pg_stat_clear_snapshot()`;
  return singleRow(
    await db.sql<Reads[]>`
      select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as all,
        coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) filter (where relname = 'automation_run'), 0)::int as runs
      from pg_stat_user_tables where relname like 'automation%' or relname = 'company'`,
  );
}
