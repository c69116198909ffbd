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

export const TestInput = Type.Object({
  contactIds: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1000, description: "Required where contacts are only added by hand" }),
  ),
});
const countsByWord = Type.Record(Type.String(), Count);
export const TestResult = Type.Object({
  version: Count,
  entered: withDescription(Count, "Contacts that would enter by the data of now"),
  nodes: Type.Record(
    Type.String(),
    Type.Object({
      passed: Count,
      outputs: countsByWord,
      sent: withDescription(Count, "E-mails that would be sent"),
      leftOut: withDescription(countsByWord, "Contacts by the reason why the step would be skipped or fail"),
    }),
  ),
});

export const TraceInput = Type.Object({ contactId: Id });
export const Trace = Type.Object({
  steps: Type.Array(Type.Object({ node: Type.String(), type: Type.String(), ...passProperties })),
});
