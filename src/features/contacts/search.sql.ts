import { node, type SqlNode } from "../../db/sql-node.ts";
import { searchNeedle } from "../../kernel/text.ts";
import { trigramsOf } from "./trigrams.ts";

/** The condition that contacts match a search text. A single letter has no trigrams. */
export function matchesSearch(tenantId: string, query: string): SqlNode {
  const needle = searchNeedle(query);
  const grams = trigramsOf(tenantId, needle);
  const containsNeedle = node`strpos(search, ${needle}) > 0`;
  return grams.length === 0 ? containsNeedle : node`grams @> ${grams}::int[] and ${containsNeedle}`;
}
