import { describe, expect, it } from "vitest";
import { deleteDependents, deleteOldContacts } from "../src/features/contacts/counts.sql.ts";
import { statementParts } from "../src/db/distribution/statement-parts.ts";
import { valueMark } from "../src/db/distribution/statement-text.ts";
import { node, renderSql } from "../src/db/sql-node.ts";
import { loadHooks } from "../src/hooks.ts";
import { listSqlStatements } from "./harness/sql-statements.ts";
import { workerDatabase } from "./harness/servers/database.ts";
import { findReadsAfterWrites } from "./harness/with-parts.ts";

/** Reads whose rows the earlier part does not change. An entry that is no longer needed fails the test. */
const independentReads: Readonly<Record<string, readonly string[]>> = {
  // Messages of other campaigns, or sent ones; undone are bounces of this campaign.
  "features/bounces/undo.queries.ts": ["the statement reads message after marked"],
  // Memberships that were not written.
  "features/contacts/memberships/join-lists.queries.ts": ["the statement reads list_member after written"],
  // Deleted are suppressions that are not blacklisted.
  "features/contacts/restore-bounced.queries.ts": ["blacklisted reads suppression after unsuppressed"],
  // Skipped messages and those that wait for their domain.
  "features/delivery/claim-messages.queries.ts": ["the statement reads message after moved"],
  // Whether there is a membership, whatever its state.
  "features/imports/apply/list-members.queries.ts": ["outcome reads list_member after written"],
  // Memberships that are not expected; written are the expected ones.
  "features/lists/shop-lists/queries.ts": ["deleted reads list_member after written"],
};

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
    for (const { file, text } of listSqlStatements()) {
      const reads = findReadsAfterWrites(text, deletedWith);
      if (reads.length > 0) found[file] = [...new Set([...(found[file] ?? []), ...reads])];
    }
    expect(found).toEqual(independentReads);
  });

  it("that deletes contacts reads nothing that the hooks of features delete before", async () => {
    const deletedWith = await deletedTables();
    const dependents = (await loadHooks()).onDelete("1", new Date());
    const statement = node`with old as materialized (select id from contact for update),
      ${deleteDependents("1", dependents)}, ${deleteOldContacts("1")} select from old`;
    const text = renderSql(statement).text.replace(/\s+/g, " ");
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

it("compares in each branch of a CASE: a cluster loses the value that is given once", () => {
  const wrong = listSqlStatements().filter(
    ({ text }) => /\b(?:insert into|update) [a-z]/.test(text) && /\bcase (?!when\b)[a-z]/.test(text),
  );
  expect(wrong.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
});

/** Outer joins with a parameter: it is never null, with `noId` for an id that is missing. An entry that is not needed fails. */
const joinedByParameter = [
  "features/campaigns/progress.queries.ts",
  "features/campaigns/queries.ts",
  "features/contacts/activities.queries.ts",
  "features/contacts/contact-detail.queries.ts",
  "features/contacts/double-opt-in/queries.ts",
  "features/contacts/memberships/queries.ts",
  "features/content/templates/queries.ts",
  "features/lists/members/queries.ts",
  "features/pages/preferences/queries.ts",
  "features/people/sessions/queries.ts",
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

const snakeCase = (quoted: string) =>
  quoted.replaceAll('"', "").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A part that has both `"orderId"` and `order_id`, of which the client's `orderId` may be either. */
function hasBothForms(text: string): boolean {
  const words = new Set([...text.matchAll(/"\w+"|\b[a-z_][a-z0-9_]*\b/g)].map(([word]) => word));
  return [...words].some((word) => /^"\w*[A-Z]/.test(word) && words.has(snakeCase(word)));
}

it("names the columns of a part that runs by itself in one way only", () => {
  const ambiguous = listSqlStatements().filter(({ text }) =>
    statementParts(text.replaceAll("$1", valueMark))?.some((part) => part.mode === "run" && hasBothForms(part.text)),
  );
  // They return the form without quotes, which is taken for the name.
  const known = ["features/coupons/used.queries.ts", "journal/audit.ts"];
  expect([...new Set(ambiguous.map(({ file }) => file))]).toEqual(known);
});
