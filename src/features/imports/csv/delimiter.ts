import { createRecordReader, type Records } from "./records.ts";

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

const lines = 50;

/** The delimiter that cuts the first lines most evenly into the most columns; a comma when there is one column. */
export function guessDelimiter(head: string): Delimiter {
  const scored = delimiters.map((delimiter) => ({ delimiter, score: score(firstRecords(head, delimiter)) }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

export function firstRecords(head: string, delimiter: string): Records {
  const reader = createRecordReader(delimiter);
  const whole = reader.take(head);
  return (whole.length > 1 ? whole : [...whole, ...reader.end()]).slice(0, lines);
}

function score(records: Records): number {
  const width = records[0]?.length ?? 0;
  if (width < 2) return 0;
  const even = records.filter((cells) => cells.length === width).length;
  return even / records.length + width / 1000;
}
