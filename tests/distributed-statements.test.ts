import { describe, expect, it } from "vitest";
import { deleteDependents, deleteOldContacts } from "../src/features/contacts/counts.sql.ts";
import { part, type Part } from "../src/db/parts.ts";
import { isSqlNode, node, renderSql, type SqlNode } from "../src/db/sql-node.ts";
import { loadBackground } from "../src/composition/background.ts";
import { loadHooks } from "../src/composition/hooks.ts";
import { statementsOfDeletion } from "../src/features/contacts/contact-hooks.ts";
import { listSqlStatements, listStatementsInParts, type SourcePart } from "./harness/sql-statements.ts";
import { workerDatabase } from "./harness/servers/database.ts";
import { findInsertsOfParts, findReadsAfterWrites, readTables } from "./harness/with-parts.ts";

/** Reads whose rows the earlier part does not change. An entry that is no longer needed fails the test. */
const independentReads: Readonly<Record<string, readonly string[]>> = {
  // Messages of other campaigns, or sent ones; undone are bounces of this campaign.
  "features/bounces/undo.queries.ts": ["the statement reads message after marked"],
  // Memberships that were not written.
  "features/contacts/memberships/join-lists.queries.ts": ["the statement reads list_member after written"],
  // Deleted are suppressions that are not blacklisted.
  "features/contacts/restore-bounced.queries.ts": ["blacklisted reads suppression after unsuppressed"],
  // Skipped messages and those that wait for their domain; batches of the domain and the claimed one.
  "features/delivery/claim-messages.queries.ts": [
    "rebatched reads message after moved",
    "claimed reads send_batch after grown",
    "claimed reads send_batch after opened",
  ],
  // Whether there is a membership, whatever its state.
  "features/imports/apply/list-members.queries.ts": ["outcome reads list_member after written"],
  // Memberships that are not expected; written are the expected ones.
  "features/lists/shop-lists/queries.ts": ["deleted reads list_member after written"],
};

const joinStatement = (parts: readonly Part<SqlNode>[]): string => {
  const texts = parts.map(({ name, keyword, statement }) => `${name} as ${keyword}(${renderSql(statement).text})`);
  return `with ${texts.join(", ")} select from old`;
};

/** A statement in parts as a cluster runs it: each part at its place, with what it repeats. */
function asRun(parts: readonly SourcePart[], last: SourcePart): string {
  const inlined = new Map(parts.filter(({ isInlined }) => isInlined).map((each) => [each.name, each]));
  const textOf = ({ text, reads }: SourcePart): string =>
    [text, ...reads.flatMap((read) => textsOf(inlined.get(read)))].join(" ");
  const textsOf = (each: SourcePart | undefined): string[] => (each === undefined ? [] : [textOf(each)]);
  const running = new Map(parts.filter(({ isInlined }) => !isInlined).map((each) => [each.name, each]));
  const texts = [...running.values()].map((each) => `${each.name} as materialized (${textOf(each)})`);
  return `with ${texts.join(", ")} ${textOf(last)}`;
}

async function deletedTables(): Promise<(table: string) => string[]> {
  const { db } = await workerDatabase();
  const keys = await db.sql<{ from: string; to: string }[]>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and confdeltype = 'c' and conparentid = 0`;
  const closure = (tables: readonly string[]): string[] => {
    const next = keys.filter(({ from, to }) => tables.includes(to) && !tables.includes(from)).map(({ from }) => from);
    return next.length === 0 ? [...tables] : closure([...tables, ...new Set(next)]);
  };
  return (table) => closure([table]).slice(1);
}

describe("a statement of several parts", () => {
  it("reads nothing that an earlier part writes or deletes", async () => {
    const deletedWith = await deletedTables();
    const found: Record<string, string[]> = {};
    const inParts = listStatementsInParts().map(({ file, parts, last }) => ({ file, text: asRun(parts, last) }));
    for (const { file, text } of [...listSqlStatements(), ...inParts]) {
      const reads = findReadsAfterWrites(text, deletedWith);
      if (reads.length > 0) found[file] = [...new Set([...(found[file] ?? []), ...reads])];
    }
    expect(found).toEqual(independentReads);
  });

  it("that deletes contacts reads nothing that the hooks of features delete before", async () => {
    const deletedWith = await deletedTables();
    const dependents = statementsOfDeletion({ hooks: await loadHooks() }, "1", new Date());
    const parts: Part<SqlNode>[] = [
      part("old", [], node`select id from contact for update`, "materialized"),
      ...deleteDependents("1", dependents),
      deleteOldContacts("1"),
    ];
    const text = joinStatement(parts).replace(/\s+/g, " ");
    expect(text).toContain("delete from message");
    expect(findReadsAfterWrites(text, deletedWith)).toEqual([]);
  });

  it.each([
    ["with a as (delete from x returning id) select * from x", ["the statement reads x after a"]],
    ["with a as (delete from x returning id), b as (select from y) select * from b", ["b reads y after a"]],
    ["with a as materialized (select from y), b as (delete from x) select * from a", []],
    // Merged into the part that uses it.
    ["with a as (select from x), b as (insert into x values (1)) select * from a", ["a reads x after b"]],
    ["with a as (select from x), b as (insert into x select from a) select * from a", []],
    ["with a as (update x set n = 1 returning id), b as (update x set n = 2) select", ["b reads x after a"]],
    ["with a as (delete from x), b as (insert into x values (1) on conflict do nothing) select", []],
  ])("%s", (statement, reads) => {
    const deletedWith = (table: string) => (table === "x" ? ["y"] : []);
    expect(findReadsAfterWrites(statement, deletedWith)).toEqual(reads);
  });
});

/** Statements about a company that ask its own node for the number of the transaction. An entry that is not needed fails. */
const ofTheNode = [
  // The demo writes alone.
  "demo/queries.ts",
  "features/contacts/creation/audit.queries.ts",
  "journal/audit.ts",
];

it("takes bounds of the journal from the node that numbers its entries, not from that of the company", () => {
  const asking = listSqlStatements().filter(
    ({ text }) => /pg_current_(?:snapshot|xact_id)/.test(text) && /\b(?:from|join|into|update) [a-z]/.test(text),
  );
  expect([...new Set(asking.map(({ file }) => file))]).toEqual(ofTheNode);
});

/** What a node says itself, without the tables that a query over all companies limits. */
const unlimitedText = (root: SqlNode): string =>
  root.strings.reduce((text, next, index) => {
    const value = root.values[index - 1];
    return `${text}${isSqlNode(value) && value.values.length > 0 ? unlimitedText(value) : "$1"}${next}`;
  });

it("limits every table of what sends to some companies: otherwise the work of all stops with one node", async () => {
  const { messageSources } = await loadBackground();
  const texts = messageSources.map(({ kind, sending }) => ({ kind, tables: [...readTables(unlimitedText(sending))] }));
  expect(texts.filter(({ tables }) => tables.length > 0)).toEqual([]);
});

it("compares in each branch of a CASE: a cluster loses the value that is given once", () => {
  const wrong = listSqlStatements().filter(
    ({ text }) => /\b(?:insert into|update) [a-z]/.test(text) && /\bcase (?!when\b)[a-z]/.test(text),
  );
  expect(wrong.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
});

/** Outer joins with a parameter: it is never null, with `nonExistentId` for an id that is missing. An entry that is not needed fails. */
const joinedByParameter = [
  "features/campaigns/connection-loads.queries.ts",
  "features/campaigns/progress.queries.ts",
  "features/campaigns/queries.ts",
  "features/contacts/activities.queries.ts",
  "features/contacts/contact-detail.queries.ts",
  "features/contacts/double-opt-in/queries.ts",
  "features/contacts/memberships/queries.ts",
  "features/content/templates/queries.ts",
  "features/lists/members/queries.ts",
  "features/members/sessions/queries.ts",
  "features/pages/preferences/queries.ts",
  "features/sending/domains/queries.ts",
  "features/statistics/activity/queries.ts",
  "features/webhooks/body.queries.ts",
];

const outerJoin =
  /\bleft join (?!lateral)\w+ (?:as )?\w+ on .*?(?= (?:left |cross )?join | where | group by | order by |\)|$)/g;

it("joins no table by a parameter that is null: a cluster refuses an outer join whose condition is false", () => {
  const joining = listSqlStatements().filter(({ text }) =>
    [...text.matchAll(outerJoin)].some(([join]) => /= \$1/.test(join.replaceAll(/\w+\.tenant_id = \$1/g, ""))),
  );
  expect([...new Set(joining.map(({ file }) => file))]).toEqual(joinedByParameter);
});

/** Only of a server without a cluster, which has another form. An entry that is not needed fails. */
const returningParts = ["http/session-queries.ts"];

it("returns no column that is read from another part: a cluster does not find it", () => {
  const reading = listSqlStatements().filter(({ text }) => {
    const parts = [...text.matchAll(/(?:\bwith|,) (\w+) as (?:materialized )?\(/g)].map(([, name]) => name);
    return [...text.matchAll(/\breturning [^()]*\(select [^()]*? from (\w+)\)/g)].some(([, table]) =>
      parts.includes(table),
    );
  });
  expect([...new Set(reading.map(({ file }) => file))]).toEqual(returningParts);
});

/** Only of a server without a cluster (`canReturnComputed`). An entry that is not needed fails. */
const returningComputed = ["features/imports/apply/existing-contacts.queries.ts"];

it("returns no column that a function computes which is not immutable: a cluster refuses it", () => {
  const computing = listSqlStatements().filter(({ text }) =>
    /\breturning [^()]*\b(?:jsonb?_build_\w+|to_jsonb?|now)\(/.test(text),
  );
  expect([...new Set(computing.map(({ file }) => file))]).toEqual(returningComputed);
});

it("updates no column by a function that is not immutable: a cluster refuses it", () => {
  const computing = listSqlStatements().filter(({ text }) =>
    [...text.matchAll(/\bupdate \w+ (?:as )?(?:\w+ )?set (.*?)(?= from | where | returning |$)/g)].some(
      ([, set = ""]) => /\b(?:jsonb?_build_\w+|to_jsonb?)\(/.test(set),
    ),
  );
  expect(computing.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
});

it("writes with inParts what a cluster would send to all nodes: a part that inserts rows of another one", () => {
  const found = listSqlStatements().flatMap(({ file, line, text }) =>
    findInsertsOfParts(text).map((name) => `${file}:${line} ${name}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["with a as (update x set n = 1 returning id), b as (insert into y select id from a) select count(*) from a", ["b"]],
  [
    "with a as (select id from x), b as (insert into y (id) with z as (select id from a) select * from z) select",
    ["b"],
  ],
  // A fragment may follow parts of another one.
  [", b as (insert into y select id from a)", ["b"]],
  // Rows for the statement itself, or values, stay on one node.
  ["with a as (update x set n = 1 returning id) insert into y select id from a", []],
  ["with a as (insert into x values (1) returning id), b as (update y set n = 1 from a) select from a", []],
])("%s", (statement, parts) => {
  expect(findInsertsOfParts(statement)).toEqual(parts);
});

/** Earlier parts of a statement that the text reads, and that are not listed. */
const unlisted = (
  names: readonly string[],
  { name, reads, text }: { name: string; reads: readonly string[]; text: string },
) =>
  [...readTables(text)]
    .filter((table) => names.includes(table) && !reads.includes(table))
    .map((table) => `${name || "the last part"} reads ${table}`);

it("lists the earlier parts that a part reads", () => {
  const found = listStatementsInParts().flatMap(({ file, parts, last }) =>
    [...parts, last].flatMap((each, index) =>
      unlisted(
        parts.slice(0, index).map(({ name }) => name),
        each,
      ).map((problem) => `${file}: ${problem}`),
    ),
  );
  expect(found).toEqual([]);
});

/** A name as the client has it, and back. */
const roundTrip = (column: string) =>
  column
    .replaceAll(/_(.)/g, (_, next: string) => next.toUpperCase())
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

it("names the columns of parts so that the client's names lead back to them", () => {
  const columns = listStatementsInParts().flatMap(({ parts }) =>
    parts.flatMap(({ text }) => [...text.matchAll(/\bas ("?\w+"?)/g)].map(([, column = ""]) => column)),
  );
  const known = new Set(["materialized"]);
  expect([...new Set(columns)].filter((column) => roundTrip(column) !== column && !known.has(column))).toEqual([]);
});
