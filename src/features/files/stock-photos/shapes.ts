import { Type } from "typebox";
import { Count, Flag, Id, Name, NullableId, NullableText, NamedObject } from "../../../kernel/schema.ts";

export const StockPhoto = NamedObject("StockPhoto", {
  id: Id,
  width: Count,
  height: Count,
  description: Type.String(),
  author: Type.String(),
  authorUrl: NullableText(2000),
  url: Type.String({ description: "URL of the photo's page" }),
  previewUrl: Type.String(),
});

export const StockPhotoStatus = NamedObject("StockPhotoStatus", { available: Flag, provider: NullableText() });

export const StockPhotoInput = NamedObject("StockPhotoInput", {
  photoId: Id,
  name: Type.Optional(Name),
  folderId: Type.Optional(NullableId),
});
