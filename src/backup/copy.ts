import { chunkBytes } from "./format.ts";

/** The rows of a COPY in chunks of one size, split at any byte; only one chunk and one row are in memory. */
export async function* joinRows(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const row of rows) {
    parts.push(row);
    size += row.length;
    if (size < chunkBytes) continue;
    let joined = Buffer.concat(parts);
    for (; joined.length >= chunkBytes; joined = joined.subarray(chunkBytes)) yield joined.subarray(0, chunkBytes);
    parts = [joined];
    size = joined.length;
  }
  if (size > 0) yield Buffer.concat(parts);
}
