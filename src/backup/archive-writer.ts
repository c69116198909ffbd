import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack as createPack, type Pack } from "tar-stream";
import { BackupError, isMissing } from "./errors.ts";

export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>;
  /** For content that does not fit into memory; `size` must be exact. */
  addStream(entry: { name: string; size: number }, content: AsyncIterable<Uint8Array>): Promise<void>;
};

/** Level 6 takes three times as long for a tenth less output. */
const compression = { level: 3 };

/**
 * The file gets its name only when it is complete and synced to disk. The temporary name contains the process id, so
 * that concurrent backups do not write into one file.
 */
export async function writeArchive(
  file: string,
  signal: AbortSignal,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const draft = `${file}.${process.pid}.partial`;
  const pack = createPack();
  const fillAll = async () => {
    try {
      await fill(createWriter(pack));
      pack.finalize();
    } catch (error) {
      pack.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
  try {
    const output = createWriteStream(draft, { flags: "w", mode: 0o600, flush: true });
    await once(output, "open").catch((error: unknown) => {
      throw isMissing(error) ? new BackupError(`There is no folder ${path.dirname(file)}.`) : error;
    });
    await Promise.all([fillAll(), pipeline(pack, createGzip(compression), output, { signal })]);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

function createWriter(pack: Pack): ArchiveWriter {
  return {
    add: (name, content) =>
      new Promise((resolve, reject) => {
        pack
          .entry({ name, size: content.length, mode: 0o600 }, content, settle(resolve, reject))
          .on("error", ignoreError);
      }),
    async addStream({ name, size }, content) {
      const { promise, settled } = deferred();
      const entry = pack.entry({ name, size, mode: 0o600 }, settled).on("error", ignoreError);
      for await (const chunk of content) if (!entry.write(chunk)) await once(entry, "drain");
      entry.end(undefined);
      await promise;
    },
  };
}

/** The entry's callback reports the error too; an unhandled event would end the process. */
const ignoreError = () => undefined;

const settle = (resolve: () => void, reject: (error: Error) => void) => (error?: Error | null) => {
  if (error === null || error === undefined) resolve();
  else reject(error);
};

function deferred() {
  let settled: (error?: Error | null) => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settled = settle(resolve, reject);
  });
  // Awaited only after all content is written; an earlier failure also fails the writing.
  promise.catch(() => undefined);
  return { promise, settled };
}

/** fsync of the folder makes the rename durable. Windows cannot open folders and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
