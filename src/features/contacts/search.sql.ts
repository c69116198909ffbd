import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { trigramsOf } from "./trigrams.ts";
import { searchNeedle } from "../../kernel/text.ts";

/** What a search text is looked for as, and the numbers that lead to it; there are none for a single letter. */
export function searchTerms(tenantId: string, query: string): { needle: string; grams: number[] } {
  const needle = searchNeedle(query);
  return { needle, grams: trigramsOf(tenantId, needle) };
}

/** The condition on contacts that they are found by a search text. */
export function matchesSearch({ sql, tenantId }: TenantDb, query: string): Fragment {
  const { needle, grams } = searchTerms(tenantId, query);
  const containsNeedle = sql`and strpos(search, ${needle}) > 0`;
  return grams.length === 0 ? containsNeedle : sql`and grams @> ${grams}::int[] ${containsNeedle}`;
}
