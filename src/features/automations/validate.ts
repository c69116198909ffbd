import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { accepts } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { dayAt, localMinuteAt, parseInstant } from "../../kernel/local-time.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { requireShop } from "../contacts/shops.ts";
import { customFieldIdOf } from "./graph/config-field.ts";
import { checkGraph } from "./graph/check.ts";
import { createIssue } from "./graph/issues.ts";
import { presentIssues } from "./present.ts";
import type { GraphValidationInput, TimeInput } from "./shapes.ts";
import { findLimitProblem } from "./time/limit.ts";
import { resolveTime as momentOf } from "./time/resolve.ts";
import { parseTimeSpec, type TimeProblem, type TimeSpec } from "./time/spec.ts";

export async function validateGraph(ctx: Context, { shopId, graph }: Static<typeof GraphValidationInput>) {
  await requireShop(ctx.db, shopId);
  const { errors, incomplete } = await checkGraph(ctx, graph, { shopId, use: "show", secrets: "as sent" });
  return { errors: presentIssues(errors), incomplete: presentIssues(incomplete) };
}

export async function resolveTime(ctx: Context, { spec: input, base: given }: Static<typeof TimeInput>) {
  const spec = await requireSpec(ctx, input);
  const base = given === undefined ? ctx.clock.now() : parseInstant(given);
  if (base === undefined) throw validation("base", accepts.time);
  const { timeZone } = ctx.company;
  const problem = findLimitProblem(spec, { base, timeZone });
  if (problem !== undefined) throw invalidSpec([problem]);
  const at = momentOf(spec, { base, timeZone, fieldValue: dayAt(base, timeZone) });
  return { at: at.toISOString(), local: localMinuteAt(at, timeZone) };
}

async function requireSpec(ctx: Context, input: unknown): Promise<TimeSpec> {
  const parsed = parseTimeSpec(input);
  if ("problems" in parsed) throw invalidSpec(parsed.problems);
  const { spec } = parsed;
  const fieldId = spec.kind === "field" ? customFieldIdOf(spec.field) : undefined;
  if (fieldId === undefined) return spec;
  const field = (await listFields(ctx.db)).find(({ id }) => id === fieldId);
  if (field?.type === "date") return spec;
  const params = { kind: "custom_field", id: fieldId };
  throw validation("spec", { issues: [{ ...createIssue("reference", null, "field", params), path: "spec.field" }] });
}

const invalidSpec = (problems: readonly TimeProblem[]) =>
  validation("spec", {
    issues: problems.map(({ field, params }) => ({
      ...createIssue("time", null, field, params),
      path: `spec.${field}`,
    })),
  });
