import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import path from "node:path";

/**
 * Stores the content of files. Names are generated, never user input. Processes on several machines need a shared
 * folder or another implementation.
 */
export type BlobStore = {
  has(name: string): Promise<boolean>;
  /** Atomic; the same name always has the same content. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<StoredBlob | undefined>;
  /** Succeeds when the blob does not exist. */
  remove(name: string): Promise<void>;
  /** Deletes unfinished writes that started before this time. */
  deleteUnfinished(before: Date): Promise<void>;
};

export type StoredBlob = { size: number; content: AsyncIterable<Uint8Array> };

/** `<tenant>/<first two hex digits>/<sha-256>`, with the width of a scaled copy. */
const blobNamePattern = /^\d{1,16}\/[0-9a-f]{2}\/[0-9a-f]{64}(-\d{2,4})?$/;

/** Files below `DATA_DIR/files`, which backups include. Unfinished writes are in `files.incoming` beside it. */
export function createDiskStore(dataDir: string): BlobStore {
  const incoming = path.join(dataDir, "files.incoming");
  const toPath = (name: string) => {
    if (!blobNamePattern.test(name)) throw new Error("not a blob name");
    return path.join(dataDir, "files", name);
  };
  return {
    has: async (name) => (await undefinedIfMissing(stat(toPath(name)))) !== undefined,
    async write(name, bytes) {
      const target = toPath(name);
      const temporary = path.join(incoming, randomUUID());
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      try {
        await writeFile(temporary, bytes, { mode: 0o600, flush: true });
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(path.dirname(target));
    },
    async read(name) {
      const file = await undefinedIfMissing(open(toPath(name)));
      if (file === undefined) return undefined;
      try {
        const { size } = await file.stat();
        return { size, content: createReadStream("", { fd: file }) };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    remove: (name) => rm(toPath(name), { force: true }),
    async deleteUnfinished(before) {
      for (const name of (await undefinedIfMissing(readdir(incoming))) ?? []) {
        const file = path.join(incoming, name);
        const found = await undefinedIfMissing(stat(file));
        if (found !== undefined && found.mtime < before) await rm(file, { force: true });
      }
    },
  };
}

/** fsync of the folder makes the rename durable. Windows cannot do this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function undefinedIfMissing<Value>(found: Promise<Value>): Promise<Value | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
