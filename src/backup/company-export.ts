import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listCompanyTables } from "../db/company-tables.ts";
import type { TenantDb } from "../db/tenant.ts";
import { listContents } from "../features/files/blobs.ts";
import type { BlobStore } from "../storage/blobs.ts";
import { listFiles, readFile } from "../storage/files.ts";
import { readMembers, readOneSnapshot, readRows } from "./company-export.queries.ts";

export type CompanyExport = { readonly tables: number; readonly rows: number; readonly files: number };

/**
 * Writes everything of a company into a folder: `<table>.jsonl` with one row per line, `person.jsonl` with its members,
 * `files/` with the content of `asset` by hash, and `stored_files/` with that of `stored_file` by id. One snapshot; rows
 * are read a few at a time. Secrets, keys and hashes of them are left out.
 */
export async function exportCompany(db: TenantDb, store: BlobStore, folder: string): Promise<CompanyExport> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const exported = await db.transaction(async (inner) => {
    await readOneSnapshot(inner);
    const tables = await listCompanyTables(inner.sql);
    let rows = 0;
    let written = 0;
    for (const table of tables) {
      const count = await writeLines(path.join(folder, `${table.name}.jsonl`), readRows(inner, table));
      rows += count;
      written += count > 0 ? 1 : 0;
    }
    rows += await writeLines(path.join(folder, "person.jsonl"), readMembers(inner));
    return {
      tables: written + 1,
      rows,
      storedFiles: await writeFiles(path.join(folder, "stored_files"), listStoredFiles(inner)),
    };
  });
  const { tables, rows, storedFiles } = exported;
  return { tables, rows, files: storedFiles + (await writeFiles(path.join(folder, "files"), readContents(db, store))) };
}

/** A table without rows gets no file. */
async function writeLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  const counted = async function* () {
    for await (const line of lines) {
      count += 1;
      yield line;
    }
  };
  await pipeline(Readable.from(counted()), createWriteStream(file, { mode: 0o600, flush: true }));
  if (count === 0) await rm(file);
  return count;
}

type NamedContent = { readonly name: string; readonly content: AsyncIterable<Uint8Array> };

/** Without files there is no folder. */
async function writeFiles(folder: string, files: AsyncIterable<NamedContent>): Promise<number> {
  let count = 0;
  for await (const { name, content } of files) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(path.join(folder, name), { mode: 0o600, flush: true }));
    count += 1;
  }
  return count;
}

async function* listStoredFiles(db: TenantDb): AsyncGenerator<NamedContent> {
  for await (const id of listFiles(db)) yield { name: id, content: readFile(db, id) };
}

async function* readContents(db: TenantDb, store: BlobStore): AsyncGenerator<NamedContent> {
  for await (const { name, hash } of listContents(db)) {
    const blob = await store.read(name);
    if (blob !== undefined) yield { name: hash, content: blob.content };
  }
}
