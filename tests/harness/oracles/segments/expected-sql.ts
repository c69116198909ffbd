import { expect } from "vitest";
import { workerDatabase } from "../../servers/database.ts";
import { node, renderSql, runUnprepared, type Scalar } from "../../../../src/db/sql-node.ts";
import { compileDefinition } from "../../../../src/features/segments/compile.sql.ts";
import { parseDefinition } from "../../../../src/features/segments/parse.ts";
import type { CompileContext } from "../../../../src/features/segments/compile-context.ts";

/** A rule, its SQL condition and its parameters. */
export type RuleCase = [rule: object, text: string, params: Scalar[]];

const optional = (value: string | undefined) => (value === undefined ? {} : { value });
export const fieldRule = (name: string, operator: string, value?: string) => ({
  type: "field",
  field: name,
  operator,
  ...optional(value),
});
export const customFieldRule = (fieldId: string, operator: string, value?: string) => ({
  type: "custom_field",
  fieldId,
  operator,
  ...optional(value),
});

const group = (match: string, rules: object[]) => parseDefinition({ type: "group", match, rules });

/** 00:30 of 11 March in Prague. */
export const compileContext: CompileContext = {
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
  removedOptions: new Map(),
  hasMissingReference: false,
};

/** Asserts the exact SQL, and that PostgreSQL accepts it. */
export async function check(rule: object, text: string, params: Scalar[]): Promise<void> {
  const condition = compileDefinition(compileContext, group("all", [rule]));
  expect(renderSql(condition)).toEqual({ text: `(${text})`, params });
  const { db } = await workerDatabase();
  const tenant = db.forTenant(compileContext.tenantId);
  const rows = await runUnprepared(
    tenant,
    node`select count(*) from contact c where c.tenant_id = ${"7"} and ${condition}`,
  );
  expect(rows).toEqual([{ count: expect.stringMatching(/^[0-9]+$/) }]);
}
