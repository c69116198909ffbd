import { noRule, validation, type ApiError, type RejectionRule } from "../../../kernel/errors.ts";

/** Allowed file types, detected from the content. A stored name gets the first extension. */
export type FileType = {
  readonly mediaType: string;
  readonly kind: "image" | "document";
  readonly extensions: readonly string[];
};

export const fileTypes = {
  jpeg: { mediaType: "image/jpeg", kind: "image", extensions: ["jpg", "jpeg", "jpe", "jfif"] },
  png: { mediaType: "image/png", kind: "image", extensions: ["png"] },
  gif: { mediaType: "image/gif", kind: "image", extensions: ["gif"] },
  webp: { mediaType: "image/webp", kind: "image", extensions: ["webp"] },
  svg: { mediaType: "image/svg+xml", kind: "image", extensions: ["svg"] },
  pdf: { mediaType: "application/pdf", kind: "document", extensions: ["pdf"] },
  docx: {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    kind: "document",
    extensions: ["docx"],
  },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    kind: "document",
    extensions: ["xlsx"],
  },
  pptx: {
    mediaType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    kind: "document",
    extensions: ["pptx"],
  },
  odt: { mediaType: "application/vnd.oasis.opendocument.text", kind: "document", extensions: ["odt"] },
  ods: { mediaType: "application/vnd.oasis.opendocument.spreadsheet", kind: "document", extensions: ["ods"] },
  odp: { mediaType: "application/vnd.oasis.opendocument.presentation", kind: "document", extensions: ["odp"] },
  csv: { mediaType: "text/csv", kind: "document", extensions: ["csv"] },
  txt: { mediaType: "text/plain", kind: "document", extensions: ["txt"] },
  ics: { mediaType: "text/calendar", kind: "document", extensions: ["ics"] },
} as const satisfies Record<string, FileType>;

export type FileTypeName = keyof typeof fileTypes;

export const isFileTypeName = (word: string): word is FileTypeName => Object.hasOwn(fileTypes, word);

/** The type that a file with this extension must have. */
export function typeOfExtension(extension: string): FileTypeName | undefined {
  return Object.keys(fileTypes)
    .filter(isFileTypeName)
    .find((name) => fileTypes[name].extensions.some((known) => known === extension));
}

/**
 * Why a file is rejected: no content, a type that is not allowed, content that does not match the extension, two formats
 * in one file, too many pixels, an SVG that takes too long to render, damaged content, active content.
 */
export const fileRejectReasons = [
  "empty",
  "type",
  "mismatch",
  "polyglot",
  "pixels",
  "complex",
  "broken",
  "active",
] as const;
export type FileRejectReason = (typeof fileRejectReasons)[number];

/** Checked before decoding: a small file can decode to an image that exhausts memory. */
export const maxPixels = 64_000_000;

export const invalidFile = (reason: FileRejectReason): ApiError =>
  validation("file", { reason, ...ruleOfFile(reason) });

function ruleOfFile(reason: FileRejectReason): RejectionRule {
  if (reason === "type" || reason === "mismatch") return { allowed: Object.keys(fileTypes) };
  if (reason === "empty") return { min: 1, unit: "bytes" };
  return reason === "pixels" ? { max: maxPixels, unit: "pixels" } : noRule;
}
