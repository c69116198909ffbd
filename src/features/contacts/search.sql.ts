import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import { searchNeedle } from "../../kernel/text.ts";
import { computeTrigrams } from "./trigrams.ts";

/** A phone may be written with or without blanks and the country: its last digits are enough. */
const phone = /^[\d\s+()./-]+$/;
const minPhoneDigits = 6;
const nationalDigits = 9;

function toNeedles(query: string): string[] {
  const digits = query.replace(/\D/g, "");
  if (phone.test(query) && digits.length >= minPhoneDigits) return [digits.slice(-nationalDigits)];
  return [...new Set(query.trim().split(/\s+/).map(searchNeedle))];
}

/** The condition that contacts match all words of a search text. A single letter has no trigrams. */
export function matchesSearch(tenantId: string, query: string): SqlNode {
  const needles = toNeedles(query);
  const grams = [...new Set(needles.flatMap((needle) => computeTrigrams(tenantId, needle)))];
  const contained = needles.map((needle) => node`strpos(search, ${needle}) > 0`);
  return joinNodes(grams.length === 0 ? contained : [node`grams @> ${grams}::int[]`, ...contained], node` and `);
}
