import { finished } from "node:stream/promises";
import type { SqlTag } from "../db/client.ts";
import { BackupError } from "./errors.ts";
import { chunkBytes } from "./format.ts";

/**
 * The rows of a `copy … to stdout` in chunks of one size, split at any byte; only one chunk and one row are in memory.
 */
export async function* copyOut(sql: SqlTag, statement: string): AsyncGenerator<Buffer> {
  const rows = await sql.unsafe(statement).readable();
  rows.on("error", () => undefined);
  try {
    yield* joinRows(rows.iterator({ destroyOnReturn: false }));
    // The client leaves the socket paused when its buffer was full at the last row; reading resumes it.
    rows._read(0);
  } finally {
    // When aborted, the rest is discarded, because a paused socket never emits its end.
    rows.resume();
  }
}

async function* joinRows(rows: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const row of rows) {
    if (!Buffer.isBuffer(row)) throw new TypeError("COPY gives bytes");
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

export type CopyIn = { write(chunk: Uint8Array): Promise<void>; end(): Promise<void> };

/** `copy … from stdin` inside a transaction of the given connection. */
export async function copyIn(sql: SqlTag, statement: string): Promise<CopyIn> {
  const query = sql.unsafe(statement);
  const rows = await query.writable();
  rows.on("error", () => undefined);
  // The client drops an error that comes after the last row and never ends the stream (porsager/postgres#1173); it
  // still rejects the query, which nothing awaits.
  let refusal: unknown;
  Reflect.set(query, "reject", (error: unknown) => {
    refusal = error;
  });
  const reason = (error: unknown) => refusal ?? rows.errored ?? error;
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        rows.write(chunk, (error) => {
          if (error === null || error === undefined) resolve();
          else reject(asError(reason(error)));
        });
      }),
    async end() {
      const ended = finished(rows);
      rows.end();
      // Resolved after the copy; rejected if that failed.
      const probe = sql`select 1`.then(() => ended);
      await Promise.race([ended, probe]).catch((error: unknown) => {
        throw asError(reason(error));
      });
    },
  };
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new BackupError(String(reason)));
