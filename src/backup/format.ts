import { createHash } from "node:crypto";
import { Type, type Static } from "typebox";

/**
 * A backup is one gzip-compressed tar: manifest.json, tables/<table>/<number>.copy in the order of their foreign keys,
 * files/<path>, end.json. The checksums in the last entry reveal missing or altered entries.
 */
export const formatVersion = 1;
export const chunkBytes = 8 * 1024 * 1024;
export const manifestName = "manifest.json";
export const trailerName = "end.json";

export const chunkName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, "0")}.copy`;
export const fileName = (path: string): string => `files/${path}`;

/** The kind of an entry between the first and the last. */
export type EntryContent = { kind: "table"; table: string } | { kind: "file"; path: string };

export function parseEntryName(name: string): EntryContent | undefined {
  const table = /^tables\/([a-z0-9_]+)\/\d+\.copy$/.exec(name)?.[1];
  if (table !== undefined) return { kind: "table", table };
  return name.startsWith("files/") ? { kind: "file", path: name.slice("files/".length) } : undefined;
}

const name = Type.String({ pattern: "^[a-z_][a-z0-9_]{0,62}$" });
const bigNumber = Type.String({ pattern: "^-?[0-9]{1,19}$" });

const Manifest = Type.Object({
  format: Type.Literal(formatVersion),
  product: Type.String(),
  createdAt: Type.String(),
  server: Type.String(),
  migrations: Type.Array(Type.Integer()),
  /** Transaction numbers in the rows are relative to this one of the old server, so they are all below zero. */
  nextXid: bigNumber,
  tables: Type.Array(Type.Object({ name, columns: Type.Array(name), estimatedBytes: Type.Number() })),
  partitions: Type.Array(
    Type.Object({
      name,
      parent: name,
      // It becomes part of a statement: only ranges of plain timestamps are accepted.
      bounds: Type.String({ pattern: "^FOR VALUES FROM \\('[0-9 :+-]+'\\) TO \\('[0-9 :+-]+'\\)$" }),
    }),
  ),
  sequences: Type.Array(Type.Object({ name, lastValue: bigNumber })),
});

const ArchiveTrailer = Type.Object({
  manifest: Type.String(),
  tables: Type.Record(
    Type.String(),
    Type.Object({ rows: Type.Integer(), bytes: Type.Integer(), sha256: Type.String() }),
  ),
  files: Type.Object({ count: Type.Integer(), bytes: Type.Integer(), sha256: Type.String() }),
});

export const manifestSchema = Manifest;
export const trailerSchema = ArchiveTrailer;
export type Manifest = Static<typeof Manifest>;
export type ManifestTable = Manifest["tables"][number];
export type ArchiveTrailer = Static<typeof ArchiveTrailer>;

export type Totals = { rows: number; bytes: number; sha256: string };
export type TableDigest = { add(chunk: Uint8Array): void; bytes(): number; totals(): Totals };

const newline = 10;

/** Line breaks inside a value are escaped in COPY text, so every remaining one ends a row. */
function countRows(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) count += 1;
  return count;
}

export function createTableDigest(): TableDigest {
  const hash = createHash("sha256");
  let rows = 0;
  let bytes = 0;
  return {
    add(chunk) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      rows += countRows(chunk);
    },
    bytes: () => bytes,
    totals: () => ({ rows, bytes, sha256: hash.copy().digest("hex") }),
  };
}

export type FilesDigest = {
  begin(name: string, size: number): void;
  add(chunk: Uint8Array): void;
  totals(): ArchiveTrailer["files"];
};

export function createFilesDigest(): FilesDigest {
  const hash = createHash("sha256");
  let count = 0;
  let bytes = 0;
  return {
    begin(name, size) {
      hash.update(`${name}\n${size}\n`);
      count += 1;
    },
    add(chunk) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    },
    totals: () => ({ count, bytes, sha256: hash.copy().digest("hex") }),
  };
}

export const sha256Hex = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
