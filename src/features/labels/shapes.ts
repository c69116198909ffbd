import { Type } from "typebox";
import { Color, Count, Id, Ids, Name, OneOf, Time, NamedObject, named } from "../../kernel/schema.ts";
import { labelKinds } from "./kinds.ts";

export const LabelInput = NamedObject("LabelInput", { name: Name, color: Type.Optional(Color) });
export const LabelChange = named("LabelChange", Type.Partial(LabelInput));
export const Label = NamedObject("Label", {
  id: Id,
  name: Type.String(),
  color: Color,
  createdAt: Time,
  counts: Type.Object({
    contact: Count,
    list: Count,
    segment: Count,
    template: Count,
    campaign: Count,
    automation: Count,
    form: Count,
  }),
});
const someIds = Type.Optional(Type.Array(Id, { maxItems: 1000 }));
export const LabelAssignment = NamedObject("LabelAssignment", {
  kind: OneOf(labelKinds),
  add: someIds,
  remove: someIds,
});
export const GridTags = NamedObject("GridTags", {
  kind: OneOf(labelKinds),
  tags: Type.Array(Type.Object({ id: Id, name: Type.String(), color: Color, count: Count })),
});

/** Names of the labels of an object; unknown names create labels. */
export const Tags = Type.Array(Name, { maxItems: 50 });

/** The body that the label bulk operations share (part 4): `tags` replaces, `add` and `remove` change. */
export const LabelBulk = NamedObject("LabelBulk", {
  ids: Ids(1000),
  add: Type.Optional(Tags),
  remove: Type.Optional(Tags),
  tags: Type.Optional(Tags),
});
export const LabelBulkAnswer = NamedObject("LabelBulkAnswer", { objects: Count, added: Count, removed: Count });
