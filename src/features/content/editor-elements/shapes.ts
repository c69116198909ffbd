import { Type } from "typebox";
import { Block, Section } from "../../../mail/render/blocks.ts";
import { AnyObject, Id, Name, NullableLine, OneOf, Time, NamedObject, named } from "../../../kernel/schema.ts";

/** Where an element fits: a section into the body, a column into a section, a block into a column. */
export const elementKinds = ["section", "column", "block"] as const;
export type ElementKind = (typeof elementKinds)[number];

const NullableContent = Type.Unsafe<Record<string, unknown> | null>({
  ...AnyObject,
  type: ["object", "null"],
  description: "The part as blocks; null where only its code is saved",
});

export const EditorElement = NamedObject("EditorElement", {
  id: Id,
  name: Type.String(),
  category: NullableLine(200),
  kind: OneOf(elementKinds),
  mjml: Type.String(),
  content: NullableContent,
  createdAt: Time,
  updatedAt: Time,
});

export const EditorElementInput = NamedObject("EditorElementInput", {
  name: Name,
  category: Type.Optional(NullableLine(200)),
  kind: OneOf(elementKinds),
  mjml: Type.String({ minLength: 1, maxLength: 100_000 }),
  content: Type.Optional(
    Type.Union([Section, Block, Type.Null()], {
      description: "The same part as blocks: a section, or a block; a change of the code alone removes it",
    }),
  ),
});
export const EditorElementChange = named("EditorElementChange", Type.Partial(EditorElementInput));
