import { validation } from "../../kernel/errors.ts";
import type { SegmentSortTerm } from "./queries.ts";

const columns: Readonly<Record<string, string>> = {
  id: "id",
  name: "name",
  createdAt: "created_at",
  updatedAt: "updated_at",
  computedAt: "computed_at",
  matched: "matched",
  mailable: "mailable",
  ruleCount: "rule_count",
};

/** Newest first by default. Every order ends with the id, so that pages never overlap. */
export function parseSegmentSort(sort = "-id"): SegmentSortTerm[] {
  const terms = sort.split(",").map((word) => {
    const column = columns[word.replace(/^-/, "")];
    if (column === undefined) throw validation("sort", { allowed: Object.keys(columns) });
    return { column, isDescending: word.startsWith("-") };
  });
  if (new Set(terms.map(({ column }) => column)).size !== terms.length) throw validation("sort", { unique: true });
  if (terms.some(({ column }) => column === "id")) return terms;
  return [...terms, { column: "id", isDescending: terms.at(-1)?.isDescending ?? true }];
}
