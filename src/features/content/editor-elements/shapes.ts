import { Type } from "typebox";
import { Id, Name, NullableLine, OneOf, Time, NamedObject, named } from "../../../kernel/schema.ts";

/** Where an element fits: a section into the body, a column into a section, a block into a column. */
export const elementKinds = ["section", "column", "block"] as const;
export type ElementKind = (typeof elementKinds)[number];

export const EditorElement = NamedObject("EditorElement", {
  id: Id,
  name: Type.String(),
  category: NullableLine(200),
  kind: OneOf(elementKinds),
  mjml: Type.String(),
  createdAt: Time,
  updatedAt: Time,
});

export const EditorElementInput = NamedObject("EditorElementInput", {
  name: Name,
  category: Type.Optional(NullableLine(200)),
  kind: OneOf(elementKinds),
  mjml: Type.String({ minLength: 1, maxLength: 100_000 }),
});
export const EditorElementChange = named("EditorElementChange", Type.Partial(EditorElementInput));
