import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract as createExtract } from "tar-stream";
import { BackupError, isMissing } from "./errors.ts";

export type ArchiveEntry = { name: string; size: number; content: AsyncIterable<Buffer> };

type ReadArchiveOptions = { signal: AbortSignal; visit: (entry: ArchiveEntry) => Promise<void> };

/** Entries in order; each must be read to its end. */
export async function readArchive(file: string, { signal, visit }: ReadArchiveOptions): Promise<void> {
  const extract = createExtract();
  const visitAll = async () => {
    for await (const entry of extract) {
      const { name, size } = entry.header;
      await visit({ name, size, content: readBytes(entry) });
    }
  };
  const [unpacking, visiting] = await Promise.allSettled([
    pipeline(createReadStream(file), createGunzip(), extract, { signal }),
    visitAll(),
  ]);
  if (unpacking.status === "rejected") {
    if (isDamage(unpacking.reason)) throw damaged(file);
    if (isMissing(unpacking.reason)) throw new BackupError(`There is no file ${file}.`);
  }
  // An error of the visitor aborts unpacking; that error is the one to report.
  if (visiting.status === "rejected") throw visiting.reason;
  if (unpacking.status === "rejected") throw unpacking.reason;
}

async function* readBytes(chunks: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("an archive gives bytes");
    yield chunk;
  }
}

export const damaged = (file: string): BackupError =>
  new BackupError(
    `The file ${file} is damaged, incomplete or not a Postrider backup. Nothing was restored. ` +
      "Copy the file again, or use another backup.",
  );

function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && error.code.startsWith("Z_")) return true;
  return /tar header|Unexpected end of data|Invalid pax|Not a valid/i.test(error.message);
}

const limitBytes = 16 * 1024 * 1024;

/** Reads a small entry into memory. */
export async function readAll(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limitBytes) throw new BackupError("An entry of the backup exceeds the size limit.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
