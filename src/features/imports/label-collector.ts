import type { Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { lockCompany } from "../members/queries.ts";
import { labelColor } from "../labels/colors.ts";
import { insertMissingLabels, listLabelNames } from "../labels/queries.ts";
import { maxLabels } from "../labels/service.ts";
import type { RowPlan } from "./rows/row-plan.ts";
import type { CellError, ParsedRow, InvalidRow } from "./rows/parse-row.ts";
import type { ColumnMapping } from "./shapes.ts";

/** Used to split cells and to count labels; the database decides which names are equal. */
const lowerCased = (name: string): string => name.toLowerCase();

// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

/**
 * Names with the same key are equal in the database too; outside ASCII JavaScript lowers some letters differently (İ,
 * final Σ).
 */
const labelKey = (name: string): string => (ascii.test(name) ? lowerCased(name) : name);

/** Label names that the parser needs to split cells; none if no column is mapped to tags. */
export const labelNamesForMapping = async (db: TenantDb, mapping: ColumnMapping): Promise<Set<string>> =>
  mapping.some(({ target }) => target === "tags") ? new Set((await listLabelNames(db)).map(lowerCased)) : new Set();

/** Collects labels named by the rows of a file and creates the missing ones, up to the limit of a company. */
export async function createLabelCollector(ctx: Context, plan: RowPlan) {
  const names = plan.tags === undefined ? [] : await listLabelNames(ctx.db);
  const known = new Set(names.map(labelKey));
  const counted = new Set(names.map(lowerCased));
  const missing = new Map<string, string>();
  return {
    validateRow: (row: ParsedRow): ParsedRow | InvalidRow => {
      const { tags, email } = row;
      if (tags === undefined || plan.tags === undefined) return row;
      const newNames = tags.filter((name) => !known.has(labelKey(name)));
      const uncounted = new Set(newNames.map(lowerCased).filter((name) => !counted.has(name)));
      if (counted.size + uncounted.size > maxLabels) {
        const error: CellError = { column: plan.columns[plan.tags.index] ?? "", code: "limit" };
        if (plan.leavesOutInvalid) return { ...row, tags: undefined, leftOut: [...row.leftOut, error] };
        return { errors: [error, ...row.leftOut], email };
      }
      for (const name of newNames) {
        known.add(labelKey(name));
        counted.add(lowerCased(name));
        missing.set(labelKey(name), name);
      }
      return row;
    },
    insertMissing: async () => {
      if (missing.size === 0) return;
      await lockCompany(ctx.db);
      const newLabels = [...missing.values()].map((name) => ({ name, color: labelColor(name) }));
      await insertMissingLabels(ctx.db, newLabels, ctx.clock.now());
    },
  };
}
