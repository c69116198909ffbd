import { afterAll, beforeAll, expect, it } from "vitest";
import { workerDatabase } from "../../../tests/harness/servers/database.ts";
import { openPool, type Database } from "../tenant.ts";

let pool: Database;

beforeAll(async () => {
  // Statements that run in parts have the same results on any PostgreSQL.
  pool = openPool((await workerDatabase()).ownerUrl, 2, { isDistributed: true });
  await pool.sql`drop table if exists parts_of_test`;
  await pool.sql`create table parts_of_test (id bigint primary key, note text, at timestamptz, tags text[])`;
});
afterAll(async () => {
  await pool.sql`drop table parts_of_test`;
  await pool.close();
});

const at = "2026-01-01 00:00:00.123456+00";

it("passes rows from part to part unchanged, and answers those of the last one", async () => {
  const { sql } = pool;
  const notes = sql`select id, note from unnest(${[1, 2, 3]}::bigint[], ${["it's", null, String.raw`NULL, \\{"}`]}::text[]) as given (id, note)`;
  const rows = await sql`
    with given as (${notes}), new as (
      insert into parts_of_test (id, note, at, tags)
      select id, note, ${at}::text::timestamptz, array[coalesce(note, ''), 'a,"b'] from given returning id, note, at, tags
    ), copied as (
      insert into parts_of_test (id, note, at, tags) select id + 10, note, at, tags from new returning id as copied_id, at, tags
    ), none as (delete from parts_of_test where id = 0 returning id), unused as (
      insert into parts_of_test (id) select id from none returning id
    )
    select copied_id, at::text, tags, (select count(*)::int from unused) as unused from copied order by copied_id`;
  expect([...rows]).toEqual([
    { copiedId: "11", at, tags: ["it's", 'a,"b'], unused: 0 },
    { copiedId: "12", at, tags: ["", 'a,"b'], unused: 0 },
    { copiedId: "13", at, tags: [String.raw`NULL, \\{"}`, 'a,"b'], unused: 0 },
  ]);
  const stored = await sql`select count(*)::int as n, min(at)::text as at from parts_of_test`;
  expect(stored[0]).toEqual({ n: 6, at });
});

const failing = (db: Pick<Database, "sql">) => db.sql`
  with new as (insert into parts_of_test (id) values (100) returning id), again as (
    insert into parts_of_test (id) select id from new)
  select from new`;

it("changes all or nothing", async () => {
  await expect(failing(pool)).rejects.toMatchObject({ code: "23505" });
  expect(await pool.sql`select from parts_of_test where id = 100`).toHaveLength(0);
});

it("keeps the order of statements that are sent at once", async () => {
  const found = await pool.transaction(async ({ sql }) => {
    const writing = sql`
      with new as (insert into parts_of_test (id) values (200) returning id), next as (
        insert into parts_of_test (id) select id + 1 from new)
      select from new`.execute();
    const reading = sql<{ n: number }[]>`select count(*)::int as n from parts_of_test where id >= 200`.execute();
    const [, rows] = await Promise.all([writing, reading]);
    return rows[0]?.n;
  });
  expect(found).toBe(2);
});

it("runs statements with numbered parameters", async () => {
  const rows = await pool.sql.unsafe(
    "with new as (insert into parts_of_test (id) values ($1::bigint) returning id), next as (insert into parts_of_test (id) select id + $2::int from new returning id) select id from next where id > $1::bigint",
    ["300", 5],
  );
  expect([...rows]).toEqual([{ id: "305" }]);
});

it("sends a rewritten insert before the statement that follows it without waiting", async () => {
  const found = await pool.transaction(async ({ sql }) => {
    const writing = sql`insert into parts_of_test (id) select 400`.execute();
    const reading = sql<{ n: number }[]>`select count(*)::int as n from parts_of_test where id = 400`.execute();
    const [rows] = await Promise.all([reading, writing]);
    return rows[0]?.n;
  });
  expect(found).toBe(1);
});

it("shows the error of the first of two statements that are sent at once", async () => {
  await pool.sql`insert into parts_of_test (id) values (500)`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const bothFail = pool.transaction(({ sql }) =>
      Promise.all([
        sql`insert into parts_of_test (id) values (500)`.execute(),
        sql`insert into parts_of_test (id) select 501`.execute(),
      ]),
    );
    await expect(bothFail).rejects.toMatchObject({ code: "23505" });
  }
});
