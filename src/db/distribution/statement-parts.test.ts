import { expect, it } from "vitest";
import { routableInsert, statementParts } from "./statement-parts.ts";

const modes = (text: string) => statementParts(text)?.map(({ name, mode }) => `${name} ${mode}`.trim());

it.each([
  // The rows of a part that another one inserts would go to every node.
  ["with a as (update x set n = 1 returning id), b as (insert into y select id from a) select count(*) from a", true],
  ["with a as (select id from x), b as (insert into y (id) with z as (select id from a) select * from z) select", true],
  // Rows for the last part, or values, stay on one node.
  ["with a as (update x set n = 1 returning id) insert into y select id from a", false],
  ["with a as (insert into x values (1) returning id), b as (update y set n = 1 from a) select from a", false],
  ["insert into y select id from x", false],
  ["with recursive a as (select 1), b as (insert into y select * from a) select", false],
])("%s", (text, isInParts) => {
  expect(statementParts(text) !== undefined).toBe(isInParts);
});

it("runs writes and queries of tables in their place, and merges queries that give the same later", () => {
  expect(
    modes(`with given as (select from unnest('{1}'::int[])), fact as materialized (select id from x join given using (id)),
      once as (select id from y), kept as (select id from fact), next as materialized (select nextval('s') as id),
      new as (insert into x select id from kept, next returning id), old as (delete from y using once where y.id = once.id)
    select count(*) from new`),
  ).toEqual(["given merge", "fact run", "once merge", "kept merge", "next run", "new run", "old run", "run"]);
});

it("keeps the inserted query of one table on one node", () => {
  expect(routableInsert("insert into x (id) select id from y")).toBe(
    "with routed as (select 1) insert into x (id) select id from y",
  );
  expect(routableInsert("insert into x (id) values (1)")).toBe("insert into x (id) values (1)");
});
