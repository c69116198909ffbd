import { fileTypes, isFileTypeName, typeOfExtension, type FileTypeName } from "./file-types.ts";

const maxLength = 200;

/** File names are labels, not paths: keeps the last path segment, without control and bidirectional characters. */
export function sanitizeFileName(raw: string): string {
  const last = raw.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .normalize("NFC")
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .replace(/^\.+/, "")
    .trim();
  return plain === "" ? "file" : plain;
}

/** True if the name is already clean; renaming rejects other names instead of correcting them. */
export const isSanitizedFileName = (name: string): boolean =>
  !/[/\\]/.test(name) && sanitizeFileName(name) === name.normalize("NFC");

export const extensionOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** The stored name: its extension always matches the type. */
export function withTypeExtension(name: string, type: FileTypeName): string {
  const { extensions } = fileTypes[type];
  const given = extensionOf(name);
  if (extensions.some((known) => known === given)) return truncateFileName(name, given);
  const stem = typeOfExtension(given) === undefined ? name : name.slice(0, -given.length - 1);
  return truncateFileName(`${stem === "" ? "file" : stem}.${extensions[0]}`, extensions[0]);
}

function truncateFileName(name: string, extension: string): string {
  if (name.length <= maxLength) return name;
  const stem = name.slice(0, maxLength - extension.length - 1).replace(/\p{Surrogate}$/u, "");
  return `${stem}.${extension}`;
}

/** Corrects the extension of an image; any other mismatch between name and content is rejected. */
export function isExtensionMismatch(name: string, type: FileTypeName): boolean {
  const expected = typeOfExtension(extensionOf(name));
  if (expected === undefined || expected === type) return false;
  return !(isRaster(expected) && isRaster(type));
}

const rasters: readonly FileTypeName[] = ["jpeg", "png", "gif", "webp"];
export const isRaster = (type: FileTypeName): boolean => rasters.includes(type);

export const typeOfMediaType = (mediaType: string): FileTypeName | undefined =>
  Object.keys(fileTypes)
    .filter(isFileTypeName)
    .find((name) => fileTypes[name].mediaType === mediaType);
