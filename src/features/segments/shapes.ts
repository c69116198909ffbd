import { Type } from "typebox";
import {
  CheckedByParser,
  Count,
  withDescription,
  Id,
  Name,
  NullableId,
  NullableTime,
  OneOf,
  Time,
  NamedObject,
  named,
} from "../../kernel/schema.ts";
import { ContactRow } from "../contacts/shapes.ts";
import { contactStates } from "../contacts/states.ts";
import { Tags } from "../labels/shapes.ts";
import { definitionSchema } from "./grammar.ts";

const Definition = CheckedByParser(definitionSchema);
const PublicName = Type.String({ maxLength: 200, format: "line", description: "Name shown to contacts" });
const Refresh = OneOf(["daily", "static"]);
const SignatureHtml = Type.String({
  maxLength: 100_000,
  description: "`{{df_list_signature}}` in campaigns to this segment alone",
});

export const SegmentInput = NamedObject("SegmentInput", {
  name: Name,
  shopId: Id,
  refresh: Refresh,
  definition: Definition,
  publicName: Type.Optional(PublicName),
  signatureHtml: Type.Optional(SignatureHtml),
  tags: Type.Optional(Tags),
});

export const SegmentChange = named("SegmentChange", Type.Partial(SegmentInput));

export const SegmentPreviewInput = NamedObject("SegmentPreviewInput", {
  shopId: Id,
  definition: Definition,
  sample: Type.Optional(
    Type.Object(
      { after: Type.Optional(withDescription(Id, "Contacts with a higher id")) },
      { description: "Also answer `states` and `sample`" },
    ),
  ),
});

export const SegmentPreview = NamedObject("SegmentPreview", {
  matched: Count,
  mailable: Count,
  total: Count,
  states: Type.Optional(
    Type.Unsafe<Record<(typeof contactStates)[number], number>>({
      ...Type.Object(Object.fromEntries(contactStates.map((state) => [state, Count]))),
      description: "The matched contacts by state",
    }),
  ),
  sample: Type.Optional(Type.Array(ContactRow, { description: "Up to five of the matched contacts, by id" })),
});

export const Segment = NamedObject("Segment", {
  id: Id,
  name: Type.String(),
  publicName: Type.String(),
  shopId: Id,
  refresh: Refresh,
  matched: Count,
  mailable: Count,
  computedAt: withDescription(
    NullableTime,
    "When its members were found; null while a static segment waits for its first snapshot",
  ),
  countedAt: withDescription(NullableTime, "When `matched` and `mailable` were counted"),
  jobId: withDescription(
    NullableId,
    "The work that takes the snapshot of a large static segment; until it is over the one before is the segment, or its rules where there was none",
  ),
  ruleCount: Count,
  tags: Type.Array(Type.String()),
  createdAt: Time,
  updatedAt: Time,
  definition: Definition,
  signatureHtml: Type.String(),
});
