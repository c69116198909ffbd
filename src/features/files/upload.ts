import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import type { Upload } from "../../kernel/file.ts";
import { downloadUrl } from "./download.ts";
import { isSanitizedFileName, sanitizeFileName } from "./inspect/file-names.ts";
import { storeFile } from "./store-file.ts";
import { maxLibraryFileBytes, type FileByUrl } from "./shapes.ts";

/** A form with `file`, and optionally `name` and `folderId` before or after it. */
export async function addUploadedFile(ctx: Context, upload: Upload) {
  const bytes = await readAll(upload.content);
  const { name, folderId } = upload.fields;
  return storeFile(ctx, {
    bytes,
    name: name === undefined || name.trim() === "" ? sanitizeFileName(upload.name) : validateFileName(name),
    folderId: folderId === undefined || folderId === "" ? null : parseFolderId(folderId),
    origin: { kind: "upload" },
  });
}

export async function addFileByUrl(ctx: Context, input: Static<typeof FileByUrl> | undefined) {
  if (input === undefined) throw validation("file", { required: true });
  const requestedName = input.name === undefined ? undefined : validateFileName(input.name);
  const bytes = await downloadUrl(ctx, {
    url: input.url,
    field: "url",
    service: "file",
    maxBytes: maxLibraryFileBytes,
  });
  return storeFile(ctx, {
    bytes,
    name: requestedName ?? sanitizeFileName(lastPathSegment(input.url)),
    folderId: input.folderId ?? null,
    origin: { kind: "url", url: input.url },
  });
}

/** An explicit name is rejected if invalid; the name of an uploaded file is corrected. */
export function validateFileName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length > 200 || !isSanitizedFileName(trimmed)) throw validation("name", accepts.fileName);
  return trimmed;
}

function parseFolderId(text: string): string {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw validation("folderId", existing("folder"));
  return text;
}

function lastPathSegment(url: string): string {
  const step = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

async function readAll(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
