import type { Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { lockCompany } from "../people/queries.ts";
import { colorOf } from "../labels/colors.ts";
import { insertMissingLabels, listNames } from "../labels/queries.ts";
import { maxLabels } from "../labels/service.ts";
import type { RowPlan } from "./rows/plan.ts";
import type { ReadRow, Refused } from "./rows/read.ts";
import type { Mapping } from "./shapes.ts";

/** Good enough to tell where a label ends and how many there are; what is one name, the database says. */
const alike = (name: string): string => name.toLowerCase();

// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

/** Names of one key are one name in every database; of others JavaScript cannot say (İ, the Σ at the end of a word). */
const keyOf = (name: string): string => (ascii.test(name) ? alike(name) : name);

/** Those that a mapping needs to tell where a label ends. */
export const labelNamesFor = async (db: TenantDb, mapping: Mapping): Promise<Set<string>> =>
  mapping.some(({ target }) => target === "tags") ? new Set((await listNames(db)).map(alike)) : new Set();

/** Labels that the rows of a file name: those that are missing are made, as far as a company may have them. */
export async function createLabelling(ctx: Context, plan: RowPlan) {
  const names = plan.tags === undefined ? [] : await listNames(ctx.db);
  const known = new Set(names.map(keyOf));
  const counted = new Set(names.map(alike));
  const missing = new Map<string, string>();
  return {
    refusalOf: ({ tags, email }: ReadRow): Refused | undefined => {
      if (tags === undefined || plan.tags === undefined) return undefined;
      const fresh = tags.filter((name) => !known.has(keyOf(name)));
      const uncounted = new Set(fresh.map(alike).filter((name) => !counted.has(name)));
      if (counted.size + uncounted.size > maxLabels) {
        return { flaws: [{ column: plan.columns[plan.tags.index] ?? "", code: "limit" }], email };
      }
      for (const name of fresh) {
        known.add(keyOf(name));
        counted.add(alike(name));
        missing.set(keyOf(name), name);
      }
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
