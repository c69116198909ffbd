import { Value } from "typebox/value";
import { damaged, readAll, readArchive, type ArchiveEntry } from "./archive-reader.ts";
import { BackupError } from "./errors.ts";
import {
  endName,
  endSchema,
  formatVersion,
  manifestName,
  manifestSchema,
  placeOf,
  sha256Hex,
  startFileTally,
  startTally,
  type End,
  type Manifest,
  type Tally,
} from "./format.ts";

export type VerifiedArchive = { manifest: Manifest; end: End };

type Reading = { signal: AbortSignal; onBytes: (bytes: number) => void };

/** Reads the whole file once before anything is touched: a damaged one must not cost a database. */
export async function verifyArchive(file: string, { signal, onBytes }: Reading): Promise<VerifiedArchive> {
  const tables = new Map<string, Tally>();
  const files = startFileTally();
  let manifest: Uint8Array = Buffer.alloc(0);
  let end: Uint8Array = Buffer.alloc(0);

  async function take({ name, size, content }: ArchiveEntry): Promise<void> {
    if (end.length > 0 || (manifest.length === 0) !== (name === manifestName)) throw damaged(file);
    if (name === manifestName) manifest = await readAll(content);
    else if (name === endName) end = await readAll(content);
    else await count(tallyFor(name, size), content);
  }

  function tallyFor(name: string, size: number): Pick<Tally, "add"> {
    const place = placeOf(name);
    if (place === undefined) throw damaged(file);
    if (place.kind === "file") {
      files.begin(place.path, size);
      return files;
    }
    const tally = tables.get(place.table) ?? startTally();
    tables.set(place.table, tally);
    return tally;
  }

  async function count(tally: Pick<Tally, "add">, content: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of content) {
      tally.add(chunk);
      onBytes(chunk.length);
    }
  }

  await readArchive(file, { signal, visit: take });
  const archive = { manifest: parseManifest(file, manifest), end: parseEnd(file, end) };
  const totals = archive.manifest.tables.map(
    ({ name }) => [name, (tables.get(name) ?? startTally()).totals()] as const,
  );
  const found: End = { manifest: sha256Hex(manifest), tables: Object.fromEntries(totals), files: files.totals() };
  if (!Value.Equal(found, archive.end)) throw damaged(file);
  return archive;
}

function parseJson(file: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(file);
    throw error;
  }
}

function parseManifest(file: string, bytes: Uint8Array): Manifest {
  const manifest = parseJson(file, bytes);
  if (Value.Check(manifestSchema, manifest)) return manifest;
  if (isNewerFormat(manifest)) {
    throw new BackupError(`The backup ${file} was made by a newer Postrider. Restore it with that version.`);
  }
  throw damaged(file);
}

const isNewerFormat = (manifest: unknown) =>
  typeof manifest === "object" &&
  manifest !== null &&
  "format" in manifest &&
  typeof manifest.format === "number" &&
  manifest.format > formatVersion;

function parseEnd(file: string, bytes: Uint8Array): End {
  const end = parseJson(file, bytes);
  if (!Value.Check(endSchema, end)) throw damaged(file);
  return end;
}
