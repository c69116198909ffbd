import { openPool, type TenantDb } from "../src/db/tenant.ts";
import { listContactRows } from "../src/features/contacts/contact-list.queries.ts";
import type { ContactRowRecord } from "../src/features/contacts/contact-pages.queries.ts";
import { listCases, millionCases, timeZone, type MillionCase } from "./support/million-cases.ts";
import { median } from "./support/compare.ts";
import { seedContacts, seedLists } from "./support/seed-contacts.ts";
import { withEnvironment } from "./support/environment.ts";

const contacts = 1_000_000;
const warmUps = 6;
const rounds = 16;

/** One company with a million contacts: pages and totals compared with hand-written SQL. */
export async function benchMillion(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const lists = await seedLists(environment);
    return measureMillion(environment.url, environment.company.tenantId, lists);
  });
}

/**
 * On one connection, with all cases mixed first: as in production, one prepared statement serves rare and common words,
 * and PostgreSQL chooses its plan before anything is timed.
 */
export async function measureMillion(
  url: string,
  tenantId: string,
  lists: ReadonlyMap<number, string>,
): Promise<object[]> {
  const pool = openPool(url, 1);
  try {
    const db = pool.forTenant(tenantId);
    const cases = [...millionCases(tenantId), ...listCases(tenantId, lists)];
    for (let round = 0; round < warmUps; round += 1) {
      for (const one of cases) {
        await askOurs(db, one);
        await askBest(db, one);
      }
    }
    const lines: object[] = [];
    for (const one of cases) {
      const times = await compareAlternating(db, one);
      lines.push({
        bench: `1 000 000 contacts: ${one.bench}`,
        target: "at most 1.5",
        ratio: Number((times.oursMs / times.bestMs).toFixed(2)),
        ...times,
        ...(await examine(db, one)),
      });
    }
    return lines;
  } finally {
    await pool.close();
  }
}

/** Alternates the order in every round, because the second query finds its pages cached. */
async function compareAlternating(db: TenantDb, one: MillionCase): Promise<{ oursMs: number; bestMs: number }> {
  const times = { ours: new Array<number>(), best: new Array<number>() };
  const ours = async () => times.ours.push(await timed(() => askOurs(db, one)));
  const best = async () => times.best.push(await timed(() => askBest(db, one)));
  for (let round = 0; round < rounds; round += 1) {
    for (const ask of round % 2 === 0 ? [ours, best] : [best, ours]) await ask();
  }
  return { oursMs: Number(median(times.ours).toFixed(2)), bestMs: Number(median(times.best).toFixed(2)) };
}

type ContactPage = { total: number; rows: readonly { id: string }[] };

const askOurs = (db: TenantDb, { request }: MillionCase) => listContactRows(db, request, { timeZone, now: new Date() });

async function askBest(db: TenantDb, { best }: MillionCase): Promise<ContactPage> {
  const rows = await db.sql.unsafe<(ContactRowRecord & { total: number })[]>(best, [], { prepare: true });
  return { total: rows[0]?.total ?? 0, rows };
}

async function timed(ask: () => Promise<ContactPage>): Promise<number> {
  const startedAt = performance.now();
  await ask();
  return performance.now() - startedAt;
}

/**
 * Compares the page with the hand-written SQL's, the total with a plain count, and measures the rows that PostgreSQL
 * read.
 */
async function examine(db: TenantDb, one: MillionCase) {
  const before = await readSoFar(db);
  const ours = await askOurs(db, one);
  const after = await readSoFar(db);
  const rowsRead = after.rows - before.rows;
  const best = await askBest(db, one);
  const [count] = await db.sql.unsafe<{ n: number }[]>(`select count(*)::float8 as n from contact where ${one.where}`);
  const idsOf = ({ rows }: ContactPage) => rows.map(({ id }) => id).join();
  if (idsOf(ours) !== idsOf(best)) throw new Error(`${one.bench}: the best SQL answers another page`);
  return {
    total: ours.total,
    isTotalExact: ours.total === count?.n && best.total === count.n,
    // Reading every row through an index also counts as a full scan.
    scansTable: after.scans > before.scans || rowsRead >= contacts,
    rowsRead,
  };
}

/** Full table scans, and rows fetched by any scan. */
async function readSoFar(db: TenantDb): Promise<{ scans: number; rows: number }> {
  await db.sql`select pg_stat_force_next_flush()`;
  const [read] = await db.sql<{ scans: number; rows: number }[]>`
    select seq_scan::float8 as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows
    from pg_stat_user_tables where relname = 'contact'`;
  if (read === undefined) throw new Error("no statistics of the table");
  return read;
}
