import { Type } from "typebox";
import { CheckedByParser, Count, Id, Name, NullableTime, OneOf, Time } from "../../kernel/schema.ts";
import { Tags } from "../labels/shapes.ts";
import { definitionSchema } from "./grammar.ts";

const Definition = CheckedByParser(definitionSchema);
const PublicName = Type.String({ maxLength: 200, format: "line", description: "Name that contacts see" });
const Refresh = OneOf(["daily", "static"]);
const SignatureHtml = Type.String({ maxLength: 100_000 });

export const SegmentInput = Type.Object({
  name: Name,
  shopId: Id,
  refresh: Refresh,
  definition: Definition,
  publicName: Type.Optional(PublicName),
  signatureHtml: Type.Optional(SignatureHtml),
  tags: Type.Optional(Tags),
});

export const SegmentChange = Type.Partial(SegmentInput);

export const PreviewInput = Type.Object({ shopId: Id, definition: Definition });

export const Preview = Type.Object({ matched: Count, mailable: Count, total: Count });

export const Segment = Type.Object({
  id: Id,
  name: Type.String(),
  publicName: Type.String(),
  shopId: Id,
  refresh: Refresh,
  matched: Count,
  mailable: Count,
  computedAt: NullableTime,
  ruleCount: Count,
  tags: Type.Array(Type.String()),
  createdAt: Time,
  updatedAt: NullableTime,
  definition: Definition,
  signatureHtml: Type.String(),
});
