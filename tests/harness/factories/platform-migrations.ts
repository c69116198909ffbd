import { deflateRawSync } from "node:zlib";
import type { ExportFile, Platform } from "../../../src/features/platform-migration/exported-contact.ts";
import { readExport, unpack } from "../../../src/features/platform-migration/readers/read-export.ts";
import { startMigration } from "../../../src/features/platform-migration/start.ts";
import type { TestCompany } from "./company.ts";

export const textFile = (name: string, text: string): ExportFile => ({
  name,
  content: async function* () {
    yield Buffer.from(text);
  },
});

/** Starts a migration from files; its action waits for `runActions`. */
export const startedMigration = (
  { ctx, shopId }: TestCompany,
  platform: Platform,
  files: readonly ExportFile[],
): Promise<string> => startMigration(ctx, { platform, shopId, source: readExport(platform, files, "Migrated") });

/** A finished migration, as the API answers it. */
export async function aMigration(own: TestCompany, platform: Platform, files: readonly ExportFile[]) {
  const id = await startedMigration(own, platform, files);
  await own.runActions();
  return own.api.ok("getLegacyMigration", { params: { migration_id: id } });
}

/** An archive with compressed files. */
export function toZip(files: Readonly<Record<string, string>>): Buffer {
  const heads: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(Buffer.from(text));
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    heads.push(Buffer.concat([head, Buffer.from(name), packed]));
    entries.push(Buffer.concat([entry, Buffer.from(name)]));
    at += head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...heads, directory, end]);
}

export const archive = (files: Readonly<Record<string, string>>): ExportFile[] => unpack("export.zip", toZip(files));
