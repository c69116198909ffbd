import { node, type SqlNode } from "../../db/sql-node.ts";
import { searchNeedle } from "../../kernel/text.ts";
import { trigramsOf } from "./trigrams.ts";

/** A phone may be written with or without blanks and the country: its last digits are enough. */
const phone = /^[\d\s+()./-]+$/;
const minPhoneDigits = 6;
const nationalDigits = 9;

function needlesOf(query: string): string[] {
  const digits = query.replace(/\D/g, "");
  if (phone.test(query) && digits.length >= minPhoneDigits) return [digits.slice(-nationalDigits)];
  return [...new Set(query.trim().split(/\s+/).map(searchNeedle))];
}

/** The texts that a contact must all contain, and the trigrams that lead to them; there are none for a single letter. */
export function searchTerms(tenantId: string, query: string): { needles: string[]; grams: number[] } {
  const needles = needlesOf(query);
  return { needles, grams: [...new Set(needles.flatMap((needle) => trigramsOf(tenantId, needle)))] };
}

/** The condition on contacts that they are found by a search text. */
export function matchesSearch({ sql, tenantId }: TenantDb, query: string): Fragment {
  const { needles, grams } = searchTerms(tenantId, query);
  return needles.reduce(
    (conditions, needle) => sql`${conditions} and strpos(search, ${needle}) > 0`,
    grams.length === 0 ? sql`` : sql`and grams @> ${grams}::int[]`,
  );
}
