import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { trigramsOf } from "./trigrams.ts";
import { searchNeedle } from "../../kernel/text.ts";

/** The folded search text and its trigrams; a single letter has none. */
export function searchTerms(tenantId: string, query: string): { needle: string; grams: number[] } {
  const needle = searchNeedle(query);
  return { needle, grams: trigramsOf(tenantId, needle) };
}

/** The condition that contacts match a search text. */
export function matchesSearch({ sql, tenantId }: TenantDb, query: string): Fragment {
  const { needle, grams } = searchTerms(tenantId, query);
  const containsNeedle = sql`and strpos(search, ${needle}) > 0`;
  return grams.length === 0 ? containsNeedle : sql`and grams @> ${grams}::int[] ${containsNeedle}`;
}
