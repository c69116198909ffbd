import { Type } from "typebox";
import { Count, Flag, Id, Name, NullableId, NullableText } from "../../../kernel/schema.ts";

export const StockPhoto = Type.Object({
  id: Id,
  width: Count,
  height: Count,
  description: Type.String(),
  author: Type.String(),
  authorUrl: NullableText(2000),
  url: Type.String({ description: "URL of the photo's page" }),
  previewUrl: Type.String(),
});

export const StockPhotoStatus = Type.Object({ available: Flag, provider: NullableText() });

export const StockPhotoInput = Type.Object({
  photoId: Id,
  name: Type.Optional(Name),
  folderId: Type.Optional(NullableId),
});
