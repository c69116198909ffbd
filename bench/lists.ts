import { setTimeout as delay } from "node:timers/promises";
import { composeApp } from "../src/composition/app.ts";
import { readConfig } from "../src/config/config.ts";
import { openPool } from "../src/db/tenant.ts";
import { actionRunner, runAction, type ActionRunner } from "../src/jobs/actions.ts";
import { insertAction, listRunningActions } from "../src/jobs/queries.ts";
import { createLog } from "../src/log/log.ts";
import { getCompanyById } from "../src/features/account/find-company.ts";
import { runListMerge } from "../src/features/lists/jobs.ts";
import { listLists } from "../src/features/lists/queries.ts";
import { median } from "./support/compare.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";

const contacts = 400_000;
const perList = 100_000;

/** Merges ten overlapping lists; times a page of a hundred lists with their sizes, small and large. */
export async function benchLists(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const small = await pageOfLists(environment, 10);
    const large = await pageOfLists(environment, perList);
    return [
      {
        bench: `GET /lists: page of 100 lists, 10 lists of ${perList} among them, against lists of 10 members`,
        target: "at most 1.2",
        ratio: Number((large / small).toFixed(2)),
        smallMs: Number(small.toFixed(2)),
        largeMs: Number(large.toFixed(2)),
      },
      await merge(environment),
    ];
  });
}

/** The time of a page of a hundred lists, ten of which have this many members. */
async function pageOfLists({ url, sql, company: { tenantId } }: BenchEnvironment, members: number): Promise<number> {
  await sql`delete from list`;
  await sql`
    insert into list (tenant_id, name, public_name, note, created_at, search)
    select ${tenantId}, 'List ' || n, '', '', now(), ' list ' || n from generate_series(1, 100) n`;
  await sql`
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
    select ${tenantId}, l.id, c.id, 'confirmed', now(), now(), c.created_at
    from (select id, row_number() over (order by id) as n from list) l
    cross join lateral (
      select id, created_at from contact where tenant_id = ${tenantId} order by id offset (l.n - 1) * ${Math.floor(contacts / 13)} limit ${members}
    ) c where l.n <= 10`;
  await sql`
    insert into list_count (tenant_id, list_id, bucket, shard, n)
    select m.tenant_id, m.list_id, c.state, m.contact_id % 8, count(*)
    from list_member m join contact c on c.tenant_id = m.tenant_id and c.id = m.contact_id group by 1, 2, 3, 4`;
  await sql.unsafe("vacuum analyze list, list_member, list_count");
  const pool = openPool(url, 2);
  try {
    const db = pool.forTenant(tenantId);
    const times: number[] = [];
    for (let round = 0; round < 60; round += 1) {
      const startedAt = performance.now();
      const { rows } = await listLists(db, { limit: 100, offset: 0 }, "Europe/Prague");
      if (rows.length !== 100) throw new Error("a page of another size");
      if (round >= 10) times.push(performance.now() - startedAt);
    }
    return median(times);
  } finally {
    await pool.close();
  }
}

async function merge({ url, sql, company: { tenantId } }: BenchEnvironment): Promise<object> {
  const sources = (await sql<{ id: string }[]>`select id from list order by id limit 10`).map(({ id }) => id);
  const target = (await sql<{ id: string }[]>`select id from list order by id desc limit 2`).map(({ id }) => id);
  const [oursId = "", baselineId = ""] = target;
  const pool = openPool(url, 2);
  try {
    const db = pool.forTenant(tenantId);
    const company = await getCompanyById({ db: pool, dataKey: undefined }, tenantId);
    const { services } = await composeApp(readConfig({}), url, createLog("error"), { db: pool });
    const ctx = { ...services, db, company, actor: { kind: "service" as const } };
    const params = { listId: oursId, name: "Merged", sourceIds: sources, deleteSources: false };
    const actionId = await insertAction(db, { type: runListMerge.type, params, at: new Date() });
    const seen = new Set<number>();
    const runner: ActionRunner = actionRunner(runListMerge);
    const watching = watch(async () => {
      for (const { progress } of await listRunningActions(db)) seen.add(progress);
    });
    const startedAt = performance.now();
    await runAction(ctx, [runner], actionId);
    const oursMs = performance.now() - startedAt;
    await watching.stop();
    const baselineStartedAt = performance.now();
    await sql`
      insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
      select ${tenantId}, ${baselineId}, contact_id, min(state), min(added_at), now(), min(contact_created_at) from list_member
      where tenant_id = ${tenantId} and list_id = any(${sources}::bigint[]) group by contact_id`;
    const baselineMs = performance.now() - baselineStartedAt;
    const [members] = await sql<{ ours: number; baseline: number }[]>`
      select count(*) filter (where list_id = ${oursId})::int as ours, count(*) filter (where list_id = ${baselineId})::int as baseline
      from list_member`;
    return {
      bench: `merge of 10 lists of ${perList}, against the baseline INSERT … SELECT`,
      target: "at most 3",
      ratio: Number((oursMs / baselineMs).toFixed(2)),
      oursMs: Math.round(oursMs),
      baselineMs: Math.round(baselineMs),
      members,
      progressSeen: seen.size,
    };
  } finally {
    await pool.close();
  }
}

function watch(appearance: () => Promise<void>) {
  const over = new AbortController();
  const loop = (async () => {
    while (!over.signal.aborted) {
      await appearance();
      await delay(50);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await loop;
    },
  };
}
