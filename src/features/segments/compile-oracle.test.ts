import { array, assert, asyncProperty, constantFrom, tuple } from "fast-check";
import { expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { randomDefinitions } from "../../../tests/harness/oracles/segments/random-definitions.ts";
import { matches } from "../../../tests/harness/oracles/segments/evaluate.ts";
import {
  insertSampleContacts,
  makeSampleContacts,
  type SampleIds,
} from "../../../tests/harness/oracles/segments/model-contacts.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { joinNodes, node, runUnprepared, type SqlNode } from "../../db/sql-node.ts";
import { matchingCondition } from "./members.sql.ts";
import { parseDefinition } from "./parse.ts";
import type { CompileContext } from "./compile-context.ts";
import { runs } from "../../../tests/harness/scope.ts";

/**
 * The end of February in a common and a leap year, and the end of a year; at night, when dates differ between time
 * zones.
 */
const instants = ["2027-02-27T23:30:00Z", "2028-02-28T12:00:00Z", "2026-12-30T22:59:59Z"].map((at) => new Date(at));
const people = 90;
const batch = 8;
const numRuns = runs(150);

async function insertSampleIds(db: TenantDb, shopId: string, purposeId: string): Promise<SampleIds> {
  const { sql, tenantId } = db;
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const shops = await sql<{ id: string }[]>`
    insert into shop (tenant_id, name, language, country, currencies, phone_country, created_at)
    values (${tenantId}, 'Second', 'sk', 'SK', '{EUR,CZK}', 'SK', now()) returning id`;
  const lists = await sql<{ id: string }[]>`
    insert into list (tenant_id, name, public_name, note, created_at, search)
    select ${tenantId}, n::text, '', '', now(), '' from generate_series(1, 3) n returning id`;
  const purposes = await sql<{ id: string }[]>`
    insert into purpose (tenant_id, name, created_at) values (${tenantId}, 'Second', now()) returning id`;
  const campaigns = await sql<{ id: string }[]>`
    insert into campaign (tenant_id, name, shop_id, status, created_at)
    select ${tenantId}, n::text, ${shopId}, 'completed', now() from generate_series(1, 2) n returning id`;
  const snapshots = await sql<{ id: string }[]>`
    insert into segment (tenant_id, name, shop_id, refresh, definition, rule_count, created_at, updated_at, search)
    select ${tenantId}, n::text, ${shopId}, 'static', '{}', 1, now(), now(), '' from generate_series(1, 2) n returning id`;
  return {
    shops: [shopId, ...ids(shops)],
    lists: ids(lists),
    purposes: [purposeId, ...ids(purposes)],
    campaigns: ids(campaigns),
    fields: { text: "11", number: "12", date: "13", bool: "14", select: "15", multiselect: "16" },
    options: ["21", "22", "23"],
    snapshots: ids(snapshots),
  };
}

const atLeast = (match: string, rule: object) =>
  parseDefinition({ type: "group", match, rules: [rule, { type: "order_count", operator: "gte", count: "2" }] });

/** Live segments that others reference; the second references the first. */
const live = new Map([
  ["900001", atLeast("any", { type: "field", field: "city", operator: "starts_with", value: "praha" })],
  ["900002", atLeast("all", { type: "segment", operator: "not_in", segmentId: "900001" })],
]);

it("the SQL agrees with the reference implementation on thousands of random definitions", async () => {
  const { ctx, shopId, purposeId } = await company();
  const { db } = ctx;
  const sampleIds = await insertSampleIds(db, shopId, purposeId);
  const fieldTypes = new Map(Object.entries(sampleIds.fields).map(([type, id]) => [id, type] as const));
  const types = new Map(Object.entries(sampleIds.fields).map(([type, id]) => [id, fieldTypeOf(type)] as const));
  const contacts = instants.flatMap((now, index) =>
    makeSampleContacts(people, sampleIds, now).map((person) => ({
      ...person,
      id: String(Number(person.id) + index * 10_000),
      email: `${index}${person.email}`,
    })),
  );
  await insertSampleContacts(db, contacts, shopId);
  await db.sql`analyze contact, list_member, shop_order, order_item, contact_order_total, message`;
  const cases = constantFrom(...instants).chain((now) =>
    tuple(
      constantFrom(now),
      array(randomDefinitions(sampleIds, [...live.keys()], now), { minLength: batch, maxLength: batch }),
    ),
  );
  let compared = 0;
  await assert(
    asyncProperty(cases, async ([now, inputs]) => {
      const groups = inputs.map((input) => parseDefinition(input));
      const compileContext: CompileContext = {
        tenantId: db.tenantId,
        now,
        timeZone: ctx.company.timeZone,
        customFields: types,
        segments: new Map([...live].map(([id, definition]) => [id, { isSnapshot: false, definition }])),
        removedOptions: new Map(),
        hasMissingReference: false,
      };
      const found = await findAll(
        db,
        groups.map((group) => matchingCondition(compileContext, shopId, group)),
      );
      const context = { now, timeZone: compileContext.timeZone, live, fieldTypes };
      groups.forEach((group, index) => {
        const expected = contacts.filter((person) => matches(context, person, group)).map(({ id }) => id);
        expect({ group, found: found[index]?.join() }).toEqual({ group, found: expected.join() });
        compared += 1;
      });
    }),
    { numRuns },
  );
  expect(compared).toBe(numRuns * batch);
}, 120_000);

/** The ids of contacts that match each condition, in one statement. */
async function findAll(db: TenantDb, conditions: readonly SqlNode[]): Promise<string[][]> {
  const parts = conditions.map(
    (who) => node`select array(select c.id::text from contact c where ${who} order by c.id) as ids`,
  );
  const rows = await runUnprepared<{ ids: string[] }>(db, joinNodes(parts, node` union all `));
  return rows.map(({ ids }) => ids);
}

function fieldTypeOf(word: string) {
  if (word === "number" || word === "date" || word === "bool" || word === "select" || word === "multiselect")
    return word;
  return "text" as const;
}
