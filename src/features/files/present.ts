import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { iso } from "../../kernel/local-time.ts";
import type { FileRecord } from "./queries.ts";
import type { File } from "./shapes.ts";

export function presentFile({ publicUrl }: Pick<Context, "publicUrl">, file: FileRecord): Static<typeof File> {
  const url = `${publicUrl}/files/${file.key}`;
  const [smallest] = file.widths;
  const thumbnail = smallest === undefined ? url : `${url}?w=${smallest}`;
  return {
    id: file.id,
    name: file.name,
    folderId: file.folderId,
    type: file.kind,
    mediaType: file.mediaType.split(";")[0] ?? file.mediaType,
    size: file.size,
    width: file.width,
    height: file.height,
    url,
    thumbnailUrl: file.kind === "image" ? thumbnail : null,
    widths: file.widths,
    origin: { kind: file.origin, url: file.originUrl, author: file.originAuthor },
    createdAt: file.createdAt.toISOString(),
    updatedAt: file.updatedAt.toISOString(),
    pickedAt: iso(file.pickedAt),
  };
}
