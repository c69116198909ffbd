import { expect } from "vitest";
import { workerDatabase } from "../database.ts";
import { part, render, runOnce, type Scalar } from "../../../src/db/statement.ts";
import { compile } from "../../../src/features/segments/compile.ts";
import { parseDefinition } from "../../../src/features/segments/parse.ts";
import type { World } from "../../../src/features/segments/world.ts";

/** A rule, its condition and the condition's parameters. */
export type Row = [rule: object, text: string, params: Scalar[]];

const optional = (value: string | undefined) => (value === undefined ? {} : { value });
export const field = (name: string, operator: string, value?: string) => ({
  type: "field",
  field: name,
  operator,
  ...optional(value),
});
export const custom = (fieldId: string, operator: string, value?: string) => ({
  type: "custom_field",
  fieldId,
  operator,
  ...optional(value),
});

const group = (match: string, rules: object[]) => parseDefinition({ type: "group", match, rules });

/** Half past midnight of 11 March in Prague. */
export const world: World = {
  tenantId: "7",
  now: new Date("2026-03-10T23:30:00Z"),
  timeZone: "Europe/Prague",
  customFields: new Map([
    ["1", "text"],
    ["2", "number"],
    ["3", "date"],
    ["4", "bool"],
    ["5", "select"],
    ["6", "multiselect"],
  ]),
  segments: new Map([
    [
      "30",
      {
        isSnapshot: false,
        definition: group("any", [
          { type: "engagement", operator: "in", value: "A" },
          { type: "list", operator: "in", listId: "3" },
        ]),
      },
    ],
    ["31", { isSnapshot: true, definition: group("all", []) }],
  ]),
  isBroken: false,
};

/** Exactly this SQL, and PostgreSQL takes it. */
export async function check(rule: object, text: string, params: Scalar[]): Promise<void> {
  const condition = compile(world, group("all", [rule]));
  expect(render(condition)).toEqual({ text: `(${text})`, params });
  const { db } = await workerDatabase();
  const tenant = db.forTenant(world.tenantId);
  const rows = await runOnce(tenant, part`select count(*) from contact c where c.tenant_id = ${"7"} and ${condition}`);
  expect(rows).toEqual([{ count: expect.stringMatching(/^[0-9]+$/) }]);
}
