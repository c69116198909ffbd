import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workerDatabase } from "../../tests/harness/servers/database.ts";
import { finalInParts, inParts, inPartsUnprepared, prepareInParts, runPreparedInParts } from "./in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "./parts.ts";
import { node } from "./sql-node.ts";
import { openPool, type Database } from "./tenant.ts";

/** Both ways have the same results on any PostgreSQL. */
describe.each([
  ["as one statement", false],
  ["one part after another", true],
])("%s", (_, isDistributed) => {
  let pool: Database;

  beforeAll(async () => {
    pool = openPool((await workerDatabase()).ownerUrl, 2, { isDistributed });
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
    const notes = ["it's", null, String.raw`NULL, \\{"}`];
    const rows = await inParts(
      pool,
      [
        inlinedPart(
          "given",
          [],
          sql`select id, note from unnest(${[1, 2, 3]}::bigint[], ${notes}::text[]) as given (id, note)`,
        ),
        part(
          "new",
          ["given"],
          sql`
          insert into parts_of_test (id, note, at, tags)
          select id, note, ${at}::text::timestamptz, array[coalesce(note, ''), 'a,"b'] from given returning id, note, at, tags`,
        ),
        part(
          "copied",
          ["new"],
          sql`
          insert into parts_of_test (id, note, at, tags) select id + 10, note, at, tags from new
          returning id as copied_id, at, tags`,
        ),
        part("none", [], sql`delete from parts_of_test where id = 0 returning id`),
        partIfRows("unused", ["none"], sql`insert into parts_of_test (id) select id from none returning id`),
      ],
      lastPart(
        ["copied", "unused"],
        sql`select copied_id, at::text, tags, (select count(*)::int from unused) as unused from copied order by copied_id`,
      ),
    );
    expect([...rows]).toEqual([
      { copiedId: "11", at, tags: ["it's", 'a,"b'], unused: 0 },
      { copiedId: "12", at, tags: ["", 'a,"b'], unused: 0 },
      { copiedId: "13", at, tags: [String.raw`NULL, \\{"}`, 'a,"b'], unused: 0 },
    ]);
    const stored = await sql`select count(*)::int as n, min(at)::text as at from parts_of_test`;
    expect(stored[0]).toEqual({ n: 6, at });
  });

  const failing = () =>
    inParts(
      pool,
      [
        part("new", [], node`insert into parts_of_test (id) values (100) returning id`),
        part("again", ["new"], node`insert into parts_of_test (id) select id from new`),
      ],
      lastPart(["new"], node`select from new`),
    );

  it("changes all or nothing", async () => {
    await expect(failing()).rejects.toMatchObject({ code: "23505" });
    expect(await pool.sql`select from parts_of_test where id = 100`).toHaveLength(0);
  });

  it("runs without a kept plan", async () => {
    const rows = await inPartsUnprepared(
      pool,
      [
        part("new", [], node`insert into parts_of_test (id) values (${"300"}::bigint) returning id`),
        part("next", ["new"], node`insert into parts_of_test (id) select id + ${5}::int from new returning id`),
      ],
      lastPart(["next"], node`select id from next where id > ${"300"}::bigint`),
    );
    expect([...rows]).toEqual([{ id: "305" }]);
  });

  it("runs again and again with other values", async () => {
    const names = ["first", "distance"] as const;
    const prepared = prepareInParts(names, (value) => ({
      parts: [
        part("new", [], node`insert into parts_of_test (id) values (${value("first")}::bigint) returning id`),
        part(
          "next",
          ["new"],
          node`insert into parts_of_test (id) select id + ${value("distance")}::int from new returning id`,
        ),
      ],
      last: lastPart(["next"], node`select id from next where id > ${value("first")}::bigint`),
    }));
    const run = (first: string) =>
      runPreparedInParts<{ id: string }, (typeof names)[number]>(pool, prepared, { first, distance: 2 });
    expect([[...(await run("400"))], [...(await run("500"))]]).toEqual([[{ id: "402" }], [{ id: "502" }]]);
  });

  it("ends a pipelined transaction", async () => {
    const rows = await pool.forTenant("1").pipelinedTransaction((db) =>
      finalInParts<{ id: string }>(db, {
        before: db.sql`insert into parts_of_test (id) values (600)`.execute(),
        parts: [part("old", [], node`select id from parts_of_test where id = 600`)],
        last: lastPart(["old"], node`insert into parts_of_test (id) select id + 1 from old returning id`),
      }),
    );
    expect([...rows]).toEqual([{ id: "601" }]);
  });

  it("refuses a part that reads what is no earlier part", async () => {
    const misspelt = inParts(
      pool,
      [part("new", [], node`select 1 as id`)],
      lastPart(["now"], node`select id from new`),
    );
    await expect(misspelt).rejects.toThrow("now is read before it is a part of the statement");
  });
});
