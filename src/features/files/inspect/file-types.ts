/** What a company may keep, told by the content. The first extension is the one that a name gets. */
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

/** The type that an extension promises. */
export function typeOfExtension(extension: string): FileTypeName | undefined {
  return Object.keys(fileTypes)
    .filter(isFileTypeName)
    .find((name) => fileTypes[name].extensions.some((known) => known === extension));
}
