import type { StepName } from "../grammar.ts";
import { isObject, type JsonObject } from "../graph/json.ts";
import { failed, forAll, passed, type Executor, type Simulator } from "./executor.ts";
import { sendEmails, simulateEmails } from "../messages/executor.ts";
import { callWebhooks } from "../webhooks/executor.ts";
import { simulateCondition } from "./simulation/condition.ts";
import { atChangingMoments, atEachMoment } from "./simulation/moments.ts";
import { condition } from "./steps/condition.ts";
import {
  addContactLabel,
  setContactField,
  simulateLabel,
  simulateUnsubscription,
  unsubscribe,
  unsubscribeAtOnce,
} from "./steps/contacts.ts";
import { assignCoupon } from "./steps/coupons.ts";
import { addToList, removeFromList, simulateAddition, simulateRemoval } from "./steps/lists.ts";
import { notifyMembers } from "./steps/notify.ts";
import { split } from "./steps/split.ts";
import { simulateStart, startAutomation } from "./steps/start-automation.ts";
import { simulateWait, wait } from "./steps/wait.ts";

/** What steps change about a contact and later steps of its run decide by. */
export type Aspect = "profile" | "lists" | "consent";

type AspectsOf = (config: JsonObject) => readonly Aspect[];

export type StepBehaviour = {
  readonly execute: Executor;
  /** Decides by the same rules without changing anything. */
  readonly simulate: Simulator;
  /** Given where the step changes contacts: the change itself, for a transaction that a simulation rolls back. */
  readonly effect?: { readonly apply: Simulator; readonly changes: AspectsOf };
  readonly reads?: AspectsOf;
  /** What a claim locks before it starts; `addresses` includes the contacts. */
  readonly locks?: "contacts" | "addresses";
};

const pure = (execute: Executor): StepBehaviour => ({ execute, simulate: execute });

const alwaysPassed = forAll(passed());

/** Steps that cannot be activated: their provider does not exist yet. */
const unavailable = pure(forAll(failed("not_implemented")));

const effectOn = (execute: Executor, ...aspects: readonly Aspect[]) => ({
  apply: atEachMoment(execute),
  changes: () => aspects,
});

const unsubscription = {
  apply: atEachMoment(unsubscribeAtOnce),
  changes: ({ listId }: JsonObject) => [listId === undefined ? ("consent" as const) : ("lists" as const)],
};

const waitsForDate: AspectsOf = ({ spec }) => (isObject(spec) && spec["kind"] === "field" ? ["profile"] : []);
const everything: AspectsOf = () => ["profile", "lists", "consent"];

/** What each step does; a step without a record does not compile. */
const behaviours: Readonly<Record<StepName, StepBehaviour>> = {
  wait: { execute: wait, simulate: simulateWait, reads: waitsForDate },
  condition: { execute: condition, simulate: simulateCondition, reads: everything },
  split: pure(split),
  add_to_list: {
    execute: addToList,
    simulate: simulateAddition,
    effect: effectOn(addToList, "lists"),
    reads: () => ["lists", "consent"],
    locks: "contacts",
  },
  remove_from_list: {
    execute: removeFromList,
    simulate: simulateRemoval,
    effect: effectOn(removeFromList, "lists"),
    locks: "contacts",
  },
  unsubscribe: {
    execute: unsubscribe,
    simulate: simulateUnsubscription,
    effect: unsubscription,
    locks: "addresses",
  },
  set_field: {
    execute: setContactField,
    simulate: alwaysPassed,
    effect: effectOn(setContactField, "profile"),
    locks: "contacts",
  },
  add_label: { execute: addContactLabel, simulate: simulateLabel, locks: "contacts" },
  notify: { execute: notifyMembers, simulate: alwaysPassed },
  start_automation: { execute: startAutomation, simulate: simulateStart, locks: "contacts" },
  goal: pure(alwaysPassed),
  end: pure(alwaysPassed),
  email: {
    execute: sendEmails,
    // A consent may expire; a closed gate does not open by itself.
    simulate: atChangingMoments(simulateEmails),
    reads: () => ["consent"],
    locks: "contacts",
  },
  webhook: { execute: callWebhooks, simulate: alwaysPassed },
  // Codes are shared by all contacts: a simulation gives them out at its end, in the order of time.
  assign_coupon: { execute: assignCoupon, simulate: alwaysPassed, locks: "contacts" },
  sms: unavailable,
};

const isStepName = (type: string): type is StepName => Object.hasOwn(behaviours, type);

export function getBehaviour(type: string): StepBehaviour {
  if (!isStepName(type)) throw new Error(`unknown step ${type}`);
  return behaviours[type];
}
