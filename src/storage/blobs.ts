import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import path from "node:path";

/**
 * Where the content of files lies. Names are made by the program, never by people. Processes on several machines need a
 * folder that they share, or another implementation of this.
 */
export type BlobStore = {
  has(name: string): Promise<boolean>;
  /** Whole or not at all; the same name again has the same content. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<StoredBlob | undefined>;
  /** Also of what is not there. */
  remove(name: string): Promise<void>;
  /** Forgets what was begun before and never finished. */
  deleteUnfinished(before: Date): Promise<void>;
};

export type StoredBlob = { size: number; content: AsyncIterable<Uint8Array> };

/** The company, two letters, the hash, and what kind of copy it is. */
const blobNamePattern = /^\d{1,16}\/[0-9a-f]{2}\/[0-9a-f]{64}(-\d{2,4})?$/;

/** Files below `DATA_DIR/files`, which the backup takes along. What is being written lies beside it. */
export function createDiskStore(dataDir: string): BlobStore {
  const incoming = path.join(dataDir, "files.incoming");
  const pathOf = (name: string) => {
    if (!blobNamePattern.test(name)) throw new Error("not a name of the store");
    return path.join(dataDir, "files", name);
  };
  return {
    has: async (name) => (await undefinedIfMissing(stat(pathOf(name)))) !== undefined,
    async write(name, bytes) {
      const target = pathOf(name);
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
      const file = await undefinedIfMissing(open(pathOf(name)));
      if (file === undefined) return undefined;
      try {
        const { size } = await file.stat();
        return { size, content: createReadStream("", { fd: file }) };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async deleteUnfinished(before) {
      for (const name of (await undefinedIfMissing(readdir(incoming))) ?? []) {
        const file = path.join(incoming, name);
        const found = await undefinedIfMissing(stat(file));
        if (found !== undefined && found.mtime < before) await rm(file, { force: true });
      }
    },
  };
}

/** The new name itself outlives a loss of power. Not every system can do this for a folder. */
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
