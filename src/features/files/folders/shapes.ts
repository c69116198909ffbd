import { Type } from "typebox";
import { Count, Id, Name, NullableId, Time } from "../../../kernel/schema.ts";

export const FileFolder = Type.Object({
  id: Id,
  name: Type.String(),
  parentId: NullableId,
  depth: Type.Integer({ minimum: 1, description: "1 for a top-level folder" }),
  files: Count,
  createdAt: Time,
  updatedAt: Time,
});

export const FileFolderInput = Type.Object({ name: Name, parentId: Type.Optional(NullableId) });
export const FileFolderChange = Type.Partial(FileFolderInput);
