import type { TenantDb } from "../db/tenant.ts";
import { findPart, insertPart, listFileIds, updateFileSize } from "./files.queries.ts";

/**
 * Files of imports and exports are stored in the database, so that every process can read them, in parts of about this
 * size; a process holds only a few parts in memory.
 */
const partBytes = 1_048_576;

/** Writes the stream part by part and returns its size. */
export async function writeFile(db: TenantDb, id: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  let part = 0;
  let size = 0;
  for await (const bytes of chunked(content)) {
    await insertPart(db, id, part, bytes);
    part += 1;
    size += bytes.length;
  }
  await updateFileSize(db, id, size);
  return size;
}

async function* chunked(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    pending.push(chunk);
    length += chunk.length;
    if (length < partBytes) continue;
    yield Buffer.concat(pending, length);
    pending = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pending, length);
}

/** Reads part by part from any part on; a reader that stops early holds no cursor or connection. */
export async function* readFile(db: TenantDb, id: string, fromPart = 0): AsyncGenerator<Buffer> {
  for (let part = fromPart; ; part += 1) {
    const bytes = await findPart(db, id, part);
    if (bytes === undefined) return;
    yield bytes;
  }
}

const idsPerRead = 500;

/** The ids of all files of the company. */
export async function* listFiles(db: TenantDb): AsyncGenerator<string> {
  for (let after = "0"; ;) {
    const ids = await listFileIds(db, { after, limit: idsPerRead });
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined || ids.length < idsPerRead) return;
    after = last;
  }
}
