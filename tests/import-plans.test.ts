import { Type } from "typebox";
import { Value } from "typebox/value";
import { expect, it } from "vitest";
import { inTransaction } from "../src/context.ts";
import type { SqlTag } from "../src/db/client.ts";
import { lockAllAddresses } from "../src/features/contacts/queries.ts";
import { start } from "../src/features/imports/service.ts";
import { ImportInput } from "../src/features/imports/shapes.ts";
import { company, type TestCompany } from "./harness/company.ts";
import { isGuarded } from "./harness/database.ts";
import { anImport, importBody } from "./harness/imports.ts";

/**
 * A company that has just come: the planner knows nothing of it, or takes every company for one row because those that it
 * knows have one. A statement may then read all rows of the company once, but not once for each row of the import.
 */
const tables = ["contact", "list_member", "consent", "suppression"];
const emailOf = (n: number) => `plan${n}@example.com`;
const emails = Array.from({ length: 600 }, (_, n) => emailOf(n));
/** So many that it matters how they are read. */
const others = Array.from({ length: 600 }, (_, n) => emailOf(1000 + n));

const statistics: Readonly<Record<string, (sql: SqlTag) => Promise<unknown>>> = {
  "nothing is known": async (sql) => {
    await sql`delete from pg_statistic where starelid = any(${tables}::regclass[])`;
    await sql`update pg_class set reltuples = -1, relpages = 0 where oid = any(${tables}::regclass[])`;
  },
  "companies have one row each": async (sql) => {
    await sql`analyze contact, list_member, consent, suppression`;
    await sql`
      update pg_statistic s set stadistinct = -1 from pg_attribute a
      where s.starelid = any(${tables}::regclass[]) and a.attrelid = s.starelid and a.attnum = s.staattnum
        and a.attname = 'tenant_id'`;
  },
};

const Plan = Type.Cyclic(
  {
    Plan: Type.Object({
      "Node Type": Type.String(),
      "Relation Name": Type.Optional(Type.String()),
      "Join Filter": Type.Optional(Type.String()),
      "Index Cond": Type.Optional(Type.String()),
      Plans: Type.Optional(Type.Array(Type.Ref("Plan"))),
    }),
  },
  "Plan",
);
type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Join Filter"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
};

const isBig = (plan: Plan) => tables.includes(plan["Relation Name"] ?? "");

/** What is read again for each row of something else, by no more than the company. */
function trapsIn(plan: Plan, isRepeated = false): string[] {
  const below = plan.Plans ?? [];
  // The shop of the import is one row.
  const isLoop = plan["Node Type"] === "Nested Loop" && below[0]?.["Relation Name"] !== "shop";
  const eachWithEach = isLoop && plan["Join Filter"] !== undefined && below.some(isBig) ? [plan["Join Filter"]] : [];
  const byCompanyOnly =
    isRepeated && isBig(plan) && plan["Index Cond"]?.includes(" AND ") !== true
      ? [`${plan["Relation Name"]} by ${plan["Index Cond"]}`]
      : [];
  return [
    ...eachWithEach,
    ...byCompanyOnly,
    ...below.flatMap((inner, index) => trapsIn(inner, isRepeated || (isLoop && index === 1))),
  ];
}

/** The statements about rows of an import that this connection ran, as they would be planned now. */
async function plansOf(sql: SqlTag): Promise<Map<string, Plan>> {
  const ran = await sql<{ name: string; statement: string; count: number }[]>`
    select name, statement, cardinality(parameter_types) as count from pg_prepared_statements`;
  const creation = ran.find(({ statement }) => statement.includes("create temporary table staged_row"));
  await sql.unsafe(creation?.statement ?? "");
  await sql`
    insert into staged_row (row, email, fingerprint, consents, search, name_key)
    select n, 'plan' || n || '@example.com', sha256(n::text::bytea), true, '', '' from generate_series(1, 300) n`;
  const plans = new Map<string, Plan>();
  for (const { name, statement, count } of ran) {
    const isMeant = statement.includes("staged_row") && !/create temporary|drop table|copy staged_row/.test(statement);
    if (!isMeant) continue;
    const nothing = count === 0 ? "" : `(${Array.from({ length: count }, () => "null").join(", ")})`;
    const [row] = await sql.unsafe<{ queryPlan?: unknown }[]>(`explain (format json) execute "${name}"${nothing}`);
    const [explained] = Value.Parse(Type.Array(Type.Object({ Plan })), Object.values(row ?? {})[0]);
    if (explained !== undefined) plans.set(statement, explained.Plan);
  }
  return plans;
}

async function bodiesOf(one: TestCompany): Promise<ImportInput[]> {
  const { id: list } = await one.aList();
  const bodyOf = async (mode: string, listIds: string[]) =>
    Value.Parse(
      ImportInput,
      await importBody(one, {
        text: `email;tags\n${emails.map((email) => `${email};vip`).join("\n")}\n`,
        mapping: [
          ["email", "email"],
          ["tags", "tags"],
        ],
        mode,
        listIds,
      }),
    );
  return Promise.all([
    bodyOf("upsert", [list]),
    bodyOf("update_only", [list]),
    bodyOf("unsubscribe", [list]),
    bodyOf("remove", [list]),
    bodyOf("unsubscribe", []),
    bodyOf("blacklist", []),
  ]);
}

// Statistics are the business of the database's owner.
it.skipIf(isGuarded).each(Object.keys(statistics))("reads no table once for each row where %s", async (known) => {
  const one = await company();
  await anImport(one, { text: `email\n${others.join("\n")}\n` });
  const bodies = await bodiesOf(one);
  const traps: string[] = [];
  const seen: string[] = [];
  await inTransaction(one.ctx, async (inner) => {
    for (const body of bodies) await start(inner, body);
    await statistics[known]?.(inner.db.sql);
    await lockAllAddresses(inner.db);
    for (const [statement, plan] of await plansOf(inner.db.sql)) {
      seen.push(statement);
      traps.push(...trapsIn(plan).map((trap) => `${trap}: ${statement.replace(/\s+/g, " ").slice(0, 200)}`));
    }
    throw new Error("undone");
  }).catch((error: unknown) => {
    expect(error).toEqual(new Error("undone"));
  });
  expect(seen.length).toBeGreaterThan(8);
  expect(traps).toEqual([]);
});
