import { Type } from "typebox";
import {
  Count,
  Id,
  Name,
  NullableId,
  NullableInteger,
  NullableText,
  NullableTime,
  OneOf,
  Text,
  Time,
  NamedObject,
} from "../../kernel/schema.ts";

export const maxLibraryFileBytes = 20 * 1_048_576;

export const fileKinds = ["image", "document"] as const;
export type FileKind = (typeof fileKinds)[number];
export const fileOrigins = ["upload", "url", "stock_photo", "video"] as const;
export type FileOrigin = (typeof fileOrigins)[number];

const properties = {
  id: Id,
  name: Type.String(),
  folderId: NullableId,
  type: OneOf(fileKinds),
  mediaType: Type.String({ description: "Detected from the content" }),
  size: Count,
  width: NullableInteger,
  height: NullableInteger,
  url: Type.String({ description: "Public URL; never changes and cannot be guessed" }),
  thumbnailUrl: NullableText(2000),
  widths: Type.Array(Type.Integer(), { description: "Smaller copies: add ?w= with one of these widths to the URL" }),
  origin: Type.Object({ kind: OneOf(fileOrigins), url: NullableText(2000), author: NullableText() }),
  createdAt: Time,
  updatedAt: Time,
  pickedAt: NullableTime,
};

export const File = NamedObject("StoredFile", properties);

export const FileUse = NamedObject("StoredFileUse", { kind: Type.String(), id: Id, name: Type.String() });
export const FileDetail = NamedObject("StoredFileDetail", {
  ...properties,
  usedIn: Type.Array(FileUse, { description: "Content that shows or links the file, at most 100" }),
});

export const FileByUrl = NamedObject("FileByUrl", {
  url: Text(2000, 1),
  name: Type.Optional(Name),
  folderId: Type.Optional(NullableId),
});

export const FileChange = NamedObject("StoredFileChange", {
  name: Type.Optional(Name),
  folderId: Type.Optional(NullableId),
});

/** Text fields of the upload form. */
export const FileFormFields = NamedObject("FileFormFields", { name: Type.Optional(Name), folderId: Type.Optional(Id) });
