import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { BackupError, isMissing } from "./errors.ts";

export type BackupFile = { name: string; size: number; content: AsyncIterable<Uint8Array> };

const folderIn = (dataDir: string) => path.join(dataDir, "files");
const stagingIn = (dataDir: string) => path.join(dataDir, "files.restoring");

/** Names are relative, with slashes on every system. A file that is deleted meanwhile is skipped. */
export async function* listStoredFiles(dataDir: string, below = ""): AsyncGenerator<BackupFile> {
  for (const entry of await listFolder(path.join(folderIn(dataDir), below))) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* listStoredFiles(dataDir, name);
    if (!entry.isFile()) continue;
    const file = path.join(folderIn(dataDir), name);
    const found = await undefinedIfMissing(stat(file));
    if (found === undefined) continue;
    const { size } = found;
    yield { name, size, content: size === 0 ? emptyContent() : createReadStream(file, { end: size - 1 }) };
  }
}

async function* emptyContent(): AsyncGenerator<Uint8Array> {}

async function listFolder(folder: string) {
  const entries = (await undefinedIfMissing(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

async function undefinedIfMissing<Value>(found: Promise<Value>): Promise<Value | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function rejectExistingFiles(dataDir: string): Promise<void> {
  const folder = folderIn(dataDir);
  if ((await listFolder(folder)).length === 0) return;
  throw new BackupError(`${folder} already contains files. Restore into an empty data folder.`);
}

export type FileStaging = {
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  publish(): Promise<void>;
  discard(): Promise<void>;
};

/** Files are staged beside their destination until everything else is restored. */
export async function stageFiles(dataDir: string): Promise<FileStaging> {
  const staging = stagingIn(dataDir);
  const place = folderIn(dataDir);
  await rm(staging, { recursive: true, force: true });
  return {
    async write(name, content) {
      const file = path.join(staging, name);
      if (!file.startsWith(staging + path.sep))
        throw new BackupError(`The backup contains an invalid file name: ${name}`);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(file, { mode: 0o600, flush: true }));
    },
    async publish() {
      if ((await undefinedIfMissing(stat(staging))) === undefined) return;
      await undefinedIfMissing(rmdir(place));
      await rename(staging, place);
    },
    discard: () => rm(staging, { recursive: true, force: true }),
  };
}
