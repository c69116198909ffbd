import { Type } from "typebox";
import { Count, Id, Name, NullableId, Time, NamedObject, named } from "../../../kernel/schema.ts";

export const FileFolder = NamedObject("FileFolder", {
  id: Id,
  name: Type.String(),
  parentId: NullableId,
  depth: Type.Integer({ minimum: 1, description: "1 for a top-level folder" }),
  files: Count,
  createdAt: Time,
  updatedAt: Time,
});

export const FileFolderInput = NamedObject("FileFolderInput", { name: Name, parentId: Type.Optional(NullableId) });
export const FileFolderChange = named("FileFolderChange", Type.Partial(FileFolderInput));
