import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { existing } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { checkFolder } from "../folders/service.ts";
import { downloadUrl } from "../download.ts";
import { sanitizeFileName } from "../inspect/file-names.ts";
import { storeFile } from "../store-file.ts";
import { maxLibraryFileBytes } from "../shapes.ts";
import { validateFileName } from "../upload.ts";
import { findPexelsPhoto, searchPexels, type PexelsPhoto } from "./pexels.ts";
import type { StockPhoto, StockPhotoInput } from "./shapes.ts";

export async function getStockPhotoStatus({ files: { pexels } }: Context) {
  return pexels === undefined ? { available: false, provider: null } : { available: true, provider: "pexels" };
}

export async function listStockPhotos(ctx: Context, query: Paging & { q?: string }) {
  const { page, pageSize } = toPage(query);
  const { photos, total } = await searchPexels(ctx, { q: query.q?.trim() ?? "", page, pageSize });
  return { items: photos.map(presentStockPhoto), total, page, pageSize };
}

const presentStockPhoto = (photo: PexelsPhoto): Static<typeof StockPhoto> => ({
  id: String(photo.id),
  width: photo.width,
  height: photo.height,
  description: photo.alt ?? "",
  author: photo.photographer,
  authorUrl: photo.photographer_url ?? null,
  url: photo.url,
  previewUrl: photo.src.medium,
});

/** The start of the description as a file name, without slashes. */
const photoFileName = ({ id, alt }: PexelsPhoto): string =>
  sanitizeFileName((alt ?? "").replace(/\s*[/\\]\s*/g, " ").slice(0, 80) || `photo ${id}`);

/** Downloads a size for e-mails, not the original. */
export async function addStockPhoto(ctx: Context, input: Static<typeof StockPhotoInput>) {
  const folderId = input.folderId ?? null;
  const requestedName = input.name === undefined ? undefined : validateFileName(input.name);
  await checkFolder(ctx, folderId);
  const photo = await findPexelsPhoto(ctx, input.photoId);
  if (photo === undefined) throw validation("photoId", existing("photo"));
  const bytes = await downloadUrl(ctx, {
    url: photo.src.large2x,
    service: "stock_photos",
    maxBytes: maxLibraryFileBytes,
  });
  return storeFile(ctx, {
    bytes,
    name: requestedName ?? photoFileName(photo),
    folderId,
    origin: { kind: "stock_photo", url: photo.url, author: photo.photographer },
  });
}
