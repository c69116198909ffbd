import type { Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { lockCompany } from "../people/queries.ts";
import { colorOf } from "../labels/colors.ts";
import { insertMissingLabels, listNames } from "../labels/queries.ts";
import { maxLabels } from "../labels/service.ts";
import type { RowPlan } from "./rows/plan.ts";
import type { ReadRow, Refused } from "./rows/read.ts";
import type { Mapping } from "./shapes.ts";

/** In lower case, as names of labels are compared. */
const listLabelNames = async (db: TenantDb): Promise<Set<string>> =>
  new Set((await listNames(db)).map((name) => name.toLowerCase()));

/** Those that a mapping needs to tell where a label ends. */
export const labelNamesFor = async (db: TenantDb, mapping: Mapping): Promise<Set<string>> =>
  mapping.some(({ target }) => target === "tags") ? listLabelNames(db) : new Set();

/** Labels that the rows of a file name: those that are missing are made, as far as a company may have them. */
export async function createLabelling(ctx: Context, plan: RowPlan) {
  const known = plan.tags === undefined ? new Set<string>() : await listLabelNames(ctx.db);
  const missing = new Map<string, string>();
  return {
    refusalOf: ({ tags: names, email }: ReadRow): Refused | undefined => {
      if (names === undefined || plan.tags === undefined) return undefined;
      const fresh = names.filter((name) => !known.has(name.toLowerCase()) && !missing.has(name.toLowerCase()));
      if (known.size + missing.size + fresh.length > maxLabels) {
        return { flaws: [{ column: plan.columns[plan.tags.index] ?? "", code: "limit" }], email };
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
