import { Type } from "typebox";
import { Flag, Id, Name, NullableId, NullableInteger, OneOf, Time, NamedObject } from "../../../kernel/schema.ts";
import { ContentUses } from "../templates/shapes.ts";
import { Content, contentKinds, sourceProperties } from "../versions/shapes.ts";

export const FooterInput = NamedObject("FooterInput", {
  name: Name,
  shopId: Type.Optional(NullableId),
  ...sourceProperties,
});
export const FooterChange = NamedObject("FooterChange", { name: Type.Optional(Name) });

const rowProperties = {
  id: Id,
  name: Type.String(),
  shopId: NullableId,
  isDefault: Type.Boolean({
    description: "Used under e-mails of its shop, or of the whole company, that reference no footer",
  }),
  kind: OneOf(contentKinds),
  published: Flag,
  version: Type.Integer({ description: "The draft version: the `baseVersion` of the next save" }),
  publishedVersion: NullableInteger,
  hasDraft: Type.Boolean({ description: "Saved after the last publication" }),
  createdAt: Time,
  updatedAt: Time,
};

export const FooterRow = NamedObject("FooterRow", rowProperties);
export const Footer = NamedObject("Footer", { ...rowProperties, uses: ContentUses, content: Content });
