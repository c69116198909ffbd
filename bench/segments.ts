import { composeApp } from "../src/composition/app.ts";
import { readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { singleRow } from "../src/db/rows.ts";
import { openPool, type TenantDb } from "../src/db/tenant.ts";
import { getCompanyById } from "../src/features/account/find-company.ts";
import { createLog } from "../src/log/log.ts";
import { previewSegment } from "../src/features/segments/service.ts";
import { segmentCases, type SegmentCase } from "./support/segment-cases.ts";
import { median } from "./support/compare.ts";
import { seedSegments, type SegmentFixture } from "./support/seed-segments.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";

type Counts = { matched: number; mailable: number; total: number };

const warmUps = 1;
const rounds = 9;

/** A million contacts and two million orders: previews compared with hand-written SQL. */
export async function benchSegments(): Promise<object[]> {
  return withEnvironment(async (environment) => measureSegments(environment, await seedSegments(environment)));
}

export async function measureSegments(
  environment: Pick<BenchEnvironment, "url" | "company">,
  fixture: SegmentFixture,
): Promise<object[]> {
  const pool = openPool(environment.url, 1);
  try {
    const { tenantId, shopId } = environment.company;
    const db = pool.forTenant(tenantId);
    const { services } = await composeApp(readConfig({}), environment.url, createLog("error"), { db: pool });
    const company = await getCompanyById({ db: pool, dataKey: undefined }, tenantId);
    const ctx: Context = { ...services, db, company, actor: { kind: "service" } };
    const lines: object[] = [];
    for (const one of segmentCases(environment.company, fixture)) {
      const ours = () => previewSegment(ctx, { shopId, definition: one.definition });
      lines.push(await compareAlternating(db, one, ours));
    }
    return lines;
  } finally {
    await pool.close();
  }
}

/** Alternates the order in every round, because the second query finds its pages cached. */
async function compareAlternating(
  db: TenantDb,
  { bench, best }: SegmentCase,
  askOurs: () => Promise<Counts>,
): Promise<object> {
  const askBest = async () => singleRow(await db.sql.unsafe<Counts[]>(best));
  const times = { ours: new Array<number>(), best: new Array<number>() };
  for (let round = -warmUps; round < rounds; round += 1) {
    const turns = [
      { ask: askOurs, kept: times.ours },
      { ask: askBest, kept: times.best },
    ];
    for (const { ask, kept } of round % 2 === 0 ? turns : turns.toReversed()) {
      const startedAt = performance.now();
      await ask();
      if (round >= 0) kept.push(performance.now() - startedAt);
    }
  }
  const counts = await askOurs();
  const same = JSON.stringify(counts) === JSON.stringify(await askBest());
  if (!same) throw new Error(`${bench}: the best SQL counts other contacts than ${JSON.stringify(counts)}`);
  const pairs = times.ours.map((ms, index) => ms / (times.best[index] ?? ms));
  return {
    bench: `segment preview: ${bench}`,
    target: "at most 1.3",
    ratio: Number(median(pairs).toFixed(2)),
    oursMs: Math.round(median(times.ours)),
    bestMs: Math.round(median(times.best)),
    ...counts,
  };
}
