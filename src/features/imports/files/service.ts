import type { Context } from "../../../context.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import type { Upload } from "../../../kernel/file.ts";
import { createFile, deleteFile } from "../../../storage/files.queries.ts";
import { readFile, writeFile } from "../../../storage/files.ts";
import { isZip } from "../../../kernel/zip.ts";
import { workbookToCsv } from "../xlsx/workbook-csv.ts";
import { createInspector, type Inspector } from "./inspect.ts";
import { insertImportFile } from "./queries.ts";

/** Retention of an upload that is not imported. */
const unusedDays = 7;

export type UploadedFile = Pick<Upload, "name" | "content">;

/** Stores a file while it is uploaded and answers its properties; a workbook is stored as the CSV of its first sheet. */
export async function uploadImportFile(ctx: Context, { name, content }: UploadedFile) {
  const { isZipped, whole } = await detectZip(content);
  return isZipped ? uploadWorkbook(ctx, { name, content: whole }) : uploadCsvFile(ctx, { name, content: whole });
}

/** Beyond any conversion of a workbook. */
const workbookMs = 3_600_000;

/** The workbook is stored first, so that uploads that wait for each other are not held in memory. */
async function uploadWorkbook(ctx: Context, { name, content }: UploadedFile) {
  const staging = ctx.db.withRow(undefined);
  const at = ctx.clock.now();
  const workbookId = await createFile(staging, { name, at, expiresAt: addMs(at, workbookMs) });
  try {
    const size = await writeFile(staging, workbookId, content);
    const stored = await uploadCsvFile(ctx, { name, content: workbookToCsv(readFile(staging, workbookId)) });
    return { ...stored, size };
  } finally {
    await deleteFile(staging, workbookId);
  }
}

/** A refused file is not kept. */
async function uploadCsvFile({ db, clock }: Context, { name, content }: UploadedFile) {
  const at = clock.now();
  // The file expires unless its row of an upload is written, which is what the request does.
  const staging = db.withRow(undefined);
  const fileId = await createFile(staging, { name, at, expiresAt: addMs(at, days(unusedDays)) });
  try {
    const inspector = createInspector();
    const size = await writeFile(staging, fileId, inspectedChunks(content, inspector));
    const { encoding, delimiter, hasHeader, columns, rows } = inspector.end();
    await db.transaction(async (inner) => {
      await insertImportFile(inner, { fileId, encoding, delimiter, hasHeader, rowCount: rows });
      inner.created(fileId, "import-files");
    });
    return { fileId, name, size, encoding, delimiter, hasHeader, columns, rows };
  } catch (error) {
    await deleteFile(staging, fileId);
    throw error;
  }
}

const signatureBytes = 4;

/** Reads as much as the signature of an archive needs. */
async function detectZip(content: AsyncIterable<Uint8Array>) {
  const chunks = content[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let next = await chunks.next();
  while (next.done !== true) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= signatureBytes) break;
    next = await chunks.next();
  }
  return { isZipped: isZip(head), whole: joinChunks(head, chunks) };
}

async function* joinChunks(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

async function* inspectedChunks(content: AsyncIterable<Uint8Array>, inspector: Inspector): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    inspector.take(chunk);
    yield chunk;
  }
}

/** Text sent in a JSON body. */
export const uploadImportText = (ctx: Context, { name, text }: { name?: string; text: string }) =>
  uploadImportFile(ctx, { name: name ?? "import.csv", content: textChunks(text) });

const chunkBytes = 65_536;

async function* textChunks(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}
