import { Type } from "typebox";
import {
  Count,
  Id,
  Language,
  NullableId,
  NullableInteger,
  NullableLine,
  NullableText,
  NullableTime,
  OneOf,
  NamedObject,
} from "../../../kernel/schema.ts";
import { Content, SourceInput } from "../../content/versions/shapes.ts";
import { Counts, timings } from "../shapes.ts";
import { campaignStatuses } from "../transitions.ts";
import { matching } from "../../../kernel/schema-rules.ts";

export const maxVariants = 50;

export const VariantInput = NamedObject("VariantInput", {
  language: Language,
  subject: Type.Optional(NullableLine(500)),
  preheader: Type.Optional(NullableLine(500)),
  content: Type.Optional(SourceInput),
  senderId: Type.Optional(NullableId),
});

export const VariantsInput = NamedObject("VariantsInput", {
  variants: Type.Array(VariantInput, { maxItems: maxVariants }),
});

export const Variant = NamedObject("Variant", {
  id: Id,
  language: Language,
  status: OneOf(campaignStatuses),
  subject: Type.String(),
  preheader: Type.String(),
  senderId: NullableId,
  content: Content,
  recipients: NullableInteger,
  counts: Counts,
  plannedAt: NullableTime,
  startedAt: NullableTime,
  finishedAt: NullableTime,
});

export const AudienceSplit = Type.Record(Type.String(), Count, {
  description: "Recipients by the language of their variant; `main` are those of the campaign itself",
});

export const VariantsApproval = NamedObject("VariantsApproval", {
  expectedRecipients: AudienceSplit,
  timing: Type.Optional(OneOf(timings)),
  plannedAt: Type.Optional(NullableText(40)),
});

const variantKey = Type.String({ ...matching("^([a-z]{2}|main)$", "a language: two small letters, or main") });

export const VariantChoice = NamedObject("VariantChoice", {
  language: Type.Optional({ ...variantKey, description: "The one variant that is meant" }),
  languages: Type.Optional(
    Type.Array(variantKey, {
      minItems: 1,
      maxItems: maxVariants + 1,
      description: "Of the variants that are meant, `main` is the campaign itself; all of them when neither is given",
    }),
  ),
});
