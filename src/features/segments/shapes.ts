import { Type } from "typebox";
import {
  CheckedByParser,
  Count,
  described,
  Id,
  Name,
  NullableId,
  NullableTime,
  OneOf,
  Time,
} from "../../kernel/schema.ts";
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
  computedAt: described(
    NullableTime,
    "When its members were found; null while a static segment waits for its first snapshot",
  ),
  countedAt: described(NullableTime, "When `matched` and `mailable` were counted"),
  jobId: described(
    NullableId,
    "The work that takes the snapshot of a large static segment; until it is over the one before is the segment, or its rules where there was none",
  ),
  ruleCount: Count,
  tags: Type.Array(Type.String()),
  createdAt: Time,
  updatedAt: NullableTime,
  definition: Definition,
  signatureHtml: Type.String(),
});
