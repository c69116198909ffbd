import { Value } from "typebox/value";
import { damaged, readAll, readArchive, type ArchiveEntry } from "./archive-reader.ts";
import { BackupError } from "./errors.ts";
import {
  trailerName,
  trailerSchema,
  formatVersion,
  manifestName,
  manifestSchema,
  parseEntryName,
  sha256Hex,
  createFilesDigest,
  createTableDigest,
  type ArchiveTrailer,
  type Manifest,
  type TableDigest,
} from "./format.ts";

export type VerifiedArchive = { manifest: Manifest; trailer: ArchiveTrailer };

type VerifyOptions = { signal: AbortSignal; onBytes: (bytes: number) => void };

/** Reads the whole file before anything is changed: a damaged backup must not destroy a database. */
export async function verifyArchive(file: string, { signal, onBytes }: VerifyOptions): Promise<VerifiedArchive> {
  const tables = new Map<string, TableDigest>();
  const files = createFilesDigest();
  let manifest: Uint8Array = Buffer.alloc(0);
  let trailer: Uint8Array = Buffer.alloc(0);

  async function take({ name, size, content }: ArchiveEntry): Promise<void> {
    if (trailer.length > 0 || (manifest.length === 0) !== (name === manifestName)) throw damaged(file);
    if (name === manifestName) manifest = await readAll(content);
    else if (name === trailerName) trailer = await readAll(content);
    else await count(digestFor(name, size), content);
  }

  function digestFor(name: string, size: number): Pick<TableDigest, "add"> {
    const entry = parseEntryName(name);
    if (entry === undefined) throw damaged(file);
    if (entry.kind === "file") {
      files.begin(entry.path, size);
      return files;
    }
    const digest = tables.get(entry.table) ?? createTableDigest();
    tables.set(entry.table, digest);
    return digest;
  }

  async function count(digest: Pick<TableDigest, "add">, content: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of content) {
      digest.add(chunk);
      onBytes(chunk.length);
    }
  }

  await readArchive(file, { signal, visit: take });
  const archive = { manifest: parseManifest(file, manifest), trailer: parseTrailer(file, trailer) };
  const totals = archive.manifest.tables.map(
    ({ name }) => [name, (tables.get(name) ?? createTableDigest()).totals()] as const,
  );
  const found: ArchiveTrailer = {
    manifest: sha256Hex(manifest),
    tables: Object.fromEntries(totals),
    files: files.totals(),
  };
  if (!Value.Equal(found, archive.trailer)) throw damaged(file);
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
    throw new BackupError(
      `The backup ${file} was created by a newer version of Postrider. Restore it with that version.`,
    );
  }
  throw damaged(file);
}

const isNewerFormat = (manifest: unknown) =>
  typeof manifest === "object" &&
  manifest !== null &&
  "format" in manifest &&
  typeof manifest.format === "number" &&
  manifest.format > formatVersion;

function parseTrailer(file: string, bytes: Uint8Array): ArchiveTrailer {
  const end = parseJson(file, bytes);
  if (!Value.Check(trailerSchema, end)) throw damaged(file);
  return end;
}
