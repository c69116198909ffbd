import type { Context } from "../../../context.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import type { Upload } from "../../../kernel/file.ts";
import { createFile, deleteFile } from "../../../storage/files.queries.ts";
import { writeFile } from "../../../storage/files.ts";
import { createInspector, type Inspector } from "./inspect.ts";
import { insertImportFile } from "./queries.ts";

/** Retention of an upload that is not imported. */
const unusedDays = 7;

export type UploadedFile = Pick<Upload, "name" | "content">;

/** Stores a file while it is uploaded and answers its properties; a refused file is not kept. */
export async function uploadImportFile({ db, clock }: Context, { name, content }: UploadedFile) {
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
