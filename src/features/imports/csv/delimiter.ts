import { firstRecords } from "./records.ts";

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

const lines = 50;

/**
 * The delimiter named by the first line (`sep=;`), otherwise the one that splits the first lines most evenly into the
 * most columns; a comma if there is one column.
 */
export function detectDelimiter(head: string): Delimiter {
  const [, named] = /^"?sep=(.)"?\s*?(?:[\r\n]|$)/i.exec(head) ?? [];
  const declared = delimiters.find((delimiter) => delimiter === named);
  if (declared !== undefined) return declared;
  const scored = delimiters.map((delimiter) => ({ delimiter, score: score(firstRecords(head, delimiter, lines)) }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

function score(records: readonly (readonly string[])[]): number {
  const width = records[0]?.length ?? 0;
  if (width < 2) return 0;
  const even = records.filter((cells) => cells.length === width).length;
  return even / records.length + width / 1000;
}
