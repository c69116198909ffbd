import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listCompanyTables } from "../db/company-tables.ts";
import type { TenantDb } from "../db/tenant.ts";
import { listContents } from "../features/files/blobs.ts";
import type { BlobStore } from "../storage/blobs.ts";
import { readMembers, readOneSnapshot, readRows } from "./company-export.queries.ts";

export type CompanyExport = { readonly tables: number; readonly rows: number; readonly files: number };

/**
 * Writes everything of a company into a folder: `<table>.jsonl` with one row per line, `person.jsonl` with its members and
 * `files/`. One snapshot; rows are read a few at a time. Secrets, keys and hashes are left out.
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
    return { tables: written + 1, rows };
  });
  return { ...exported, files: await writeContents(db, store, path.join(folder, "files")) };
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

async function writeContents(db: TenantDb, store: BlobStore, folder: string): Promise<number> {
  let count = 0;
  for await (const { name, hash } of listContents(db)) {
    const blob = await store.read(name);
    if (blob === undefined) continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await pipeline(blob.content, createWriteStream(path.join(folder, hash), { mode: 0o600, flush: true }));
    count += 1;
  }
  return count;
}
