import type { Context } from "../../context.ts";
import { lockCompany } from "../people/queries.ts";
import { colorOf } from "../labels/colors.ts";
import { insertMissingLabels, listLabels } from "../labels/queries.ts";
import { maxLabels } from "../labels/service.ts";
import type { RowPlan } from "./rows/plan.ts";
import type { ReadRow, Refused } from "./rows/read.ts";

/** Labels that the rows of a file name: those that are missing are made, as far as a company may have them. */
export async function createLabelling(ctx: Context, plan: RowPlan) {
  const labels = plan.tags === undefined ? [] : await listLabels(ctx.db, maxLabels);
  const known = new Set(labels.map(({ name }) => name.toLowerCase()));
  const missing = new Map<string, string>();
  return {
    refusalOf: ({ tags: names, email }: ReadRow): Refused | undefined => {
      if (names === undefined || plan.tags === undefined) return undefined;
      const fresh = names.filter((name) => !known.has(name.toLowerCase()) && !missing.has(name.toLowerCase()));
      if (known.size + missing.size + fresh.length > maxLabels) {
        return { column: plan.columns[plan.tags] ?? "", code: "limit", email };
      }
      for (const name of fresh) missing.set(name.toLowerCase(), name);
      return undefined;
    },
    save: async () => {
      if (missing.size === 0) return;
      await lockCompany(ctx.db);
      const made = [...missing.values()].map((name) => ({ name, color: colorOf(name) }));
      await insertMissingLabels(ctx.db, made, ctx.clock.now());
    },
  };
}
