import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import type { Upload } from "../../../kernel/upload.ts";
import { download } from "./download.ts";
import { isPlainName, plainName } from "./inspect/names.ts";
import { keepFile } from "./keep.ts";
import { maxFileBytes, type FileByUrl } from "./shapes.ts";

/** A form: `file`, and beside it `name` and `folderId`, before or behind it. */
export async function addUpload(ctx: Context, upload: Upload) {
  const bytes = await read(upload.content);
  const { name, folderId } = upload.fields;
  return keepFile(ctx, {
    bytes,
    name: name === undefined || name.trim() === "" ? plainName(upload.name) : wishedName(name),
    folderId: folderId === undefined || folderId === "" ? null : idOf(folderId),
    origin: { kind: "upload" },
  });
}

export async function addByUrl(ctx: Context, input: Static<typeof FileByUrl> | undefined) {
  if (input === undefined) throw validation("file");
  const wished = input.name === undefined ? undefined : wishedName(input.name);
  const bytes = await download(ctx, { url: input.url, field: "url", service: "file", maxBytes: maxFileBytes });
  return keepFile(ctx, {
    bytes,
    name: wished ?? plainName(lastStep(input.url)),
    folderId: input.folderId ?? null,
    origin: { kind: "url", url: input.url },
  });
}

/** A name that somebody asks for is refused where one that came with a file would be corrected. */
export function wishedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length > 200 || !isPlainName(trimmed)) throw validation("name");
  return trimmed;
}

function idOf(text: string): string {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw validation("folderId");
  return text;
}

function lastStep(url: string): string {
  const step = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

async function read(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
