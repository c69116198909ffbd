import { Type } from "typebox";
import { Count, Id, OneOf, NamedObject } from "../../kernel/schema.ts";

const decisions = ["mark_sent", "send_again"] as const;
export type UnknownDecision = (typeof decisions)[number];

export const Decision = OneOf(decisions);
export const UnknownAnswer = NamedObject("UnknownAnswer", { messages: Count });
/** Messages to decide about, in addition to other conditions. */
export const ChosenContacts = Type.Optional(
  Type.Array(Id, { minItems: 1, maxItems: 1000, description: "Of these contacts; of all without it" }),
);
