import { Type } from "typebox";
import { Count, Id, NullableText, NullableTime, OneOf, Time, withDescription } from "../../../kernel/schema.ts";

export const runStates = ["running", "waiting", "completed", "stopped", "failed"] as const;
export type RunState = (typeof runStates)[number];

const results = ["done", "skipped", "failed"] as const;

const passProperties = {
  at: Time,
  output: withDescription(NullableText(), "The edge that was followed; null where the run ended"),
  result: OneOf(results),
  reason: withDescription(NullableText(), "Why it was skipped or failed"),
};

export const Run = Type.Object({
  id: Id,
  contactId: Id,
  email: withDescription(NullableText(), "Null for a deleted contact"),
  state: OneOf(runStates),
  node: withDescription(Type.String(), "Where the contact stands, or where the run ended"),
  trigger: Type.String(),
  dueAt: withDescription(NullableTime, "When the waiting ends at the latest"),
  enteredAt: Time,
  finishedAt: NullableTime,
  reason: withDescription(NullableText(), "Why it was stopped"),
  version: withDescription(Count, "Of the graph at the entry"),
  passes: Type.Array(Type.Object({ node: Type.String(), ...passProperties })),
});

export const Pass = Type.Object({
  id: Id,
  runId: Id,
  contactId: Id,
  email: withDescription(NullableText(), "Null for a deleted contact"),
  ...passProperties,
});

export const ReleaseInput = Type.Object({
  contactIds: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1000, description: "All that wait at the node when left out" }),
  ),
});
export const Released = Type.Object({ released: Count });
export const Rescheduled = Type.Object({ rescheduled: Count });
