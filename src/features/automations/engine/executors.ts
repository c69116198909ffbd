import type { StepName } from "../grammar.ts";
import { failed, forAll, passed, type Executor } from "./executor.ts";
import { sendEmails, simulateEmails } from "../messages/executor.ts";
import { callWebhooks } from "../webhooks/executor.ts";
import { condition, simulateCondition } from "./steps/condition.ts";
import { split } from "./steps/split.ts";
import { simulateWait, wait } from "./steps/wait.ts";

export type StepBehaviour = {
  readonly execute: Executor;
  /** Decides by the same rules without changing anything. */
  readonly simulate: Executor;
};

const pure = (execute: Executor): StepBehaviour => ({ execute, simulate: execute });

/** Steps that cannot be activated: what they name, or their provider, does not exist yet. */
const unavailable = pure(forAll(failed("not_implemented")));

/** What each step does; a step without a record does not compile. */
const behaviours: Partial<Record<StepName, StepBehaviour>> = {
  email: { execute: sendEmails, simulate: simulateEmails },
  webhook: { execute: callWebhooks, simulate: forAll(passed()) },
  wait: { execute: wait, simulate: simulateWait },
  condition: { execute: condition, simulate: simulateCondition },
  split: pure(split),
  goal: pure(forAll(passed())),
  end: pure(forAll(passed())),
  assign_coupon: unavailable,
  sms: unavailable,
};

const isStepName = (type: string): type is StepName => Object.hasOwn(behaviours, type);

export const behaviourOf = (type: string): StepBehaviour =>
  (isStepName(type) ? behaviours[type] : undefined) ?? unavailable;
