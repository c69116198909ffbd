import { Type } from "typebox";
import {
  Count,
  Id,
  NullableText,
  NullableTime,
  OneOf,
  Time,
  withDescription,
  NamedObject,
} from "../../../kernel/schema.ts";

export const runStates = ["running", "waiting", "completed", "stopped", "failed"] as const;
export type RunState = (typeof runStates)[number];

const results = ["done", "skipped", "failed"] as const;

const passProperties = {
  at: Time,
  output: withDescription(NullableText(), "The edge that was followed; null where the run ended"),
  result: OneOf(results),
  reason: withDescription(NullableText(), "Why it was skipped or failed"),
};

export const Run = NamedObject("AutomationRun", {
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

export const Pass = NamedObject("AutomationPass", {
  id: Id,
  runId: Id,
  contactId: Id,
  email: withDescription(NullableText(), "Null for a deleted contact"),
  ...passProperties,
});

export const ReleaseInput = NamedObject("ReleaseInput", {
  contactIds: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1000, description: "All that wait at the node when left out" }),
  ),
});
export const Released = NamedObject("ReleasedRuns", { released: Count });
export const Rescheduled = NamedObject("RescheduledRuns", { rescheduled: Count });

export const TestInput = NamedObject("AutomationTestInput", {
  contactIds: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1000, description: "Required where contacts are only added by hand" }),
  ),
});
const countsByWord = Type.Record(Type.String(), Count);
export const TestResult = NamedObject("AutomationTestResult", {
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

export const TraceInput = NamedObject("AutomationTraceInput", { contactId: Id });
export const Trace = NamedObject("AutomationTrace", {
  steps: Type.Array(Type.Object({ node: Type.String(), type: Type.String(), ...passProperties })),
});
