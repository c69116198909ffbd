const quote = 0x22;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/**
 * A part of a CSV file without the records at these places. Works on bytes: both encodings have the same quotes and line
 * ends, and a record ends at a line end outside of quotes.
 */
export function withoutRecords(bytes: Buffer, places: ReadonlySet<number>): Buffer {
  const kept: Buffer[] = [];
  let [record, start, isQuoted] = [0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === quote) isQuoted = !isQuoted;
    if (isQuoted || bytes[at] !== lineFeed || bytes[at - 1] !== carriageReturn) continue;
    if (!places.has(record)) kept.push(bytes.subarray(start, at + 1));
    record += 1;
    start = at + 1;
  }
  return Buffer.concat(kept);
}
