import type { StepName } from "../grammar.ts";
import { failed, forAll, passed, type Executor } from "./executor.ts";
import { sendEmails, simulateEmails } from "../messages/executor.ts";
import { callWebhooks } from "../webhooks/executor.ts";
import { condition, simulateCondition } from "./steps/condition.ts";
import { addContactLabel, setContactField, simulateUnsubscription, unsubscribe } from "./steps/contacts.ts";
import { assignCoupon, simulateCoupon } from "./steps/coupons.ts";
import { addToList, removeFromList, simulateAddition, simulateRemoval } from "./steps/lists.ts";
import { notifyMembers } from "./steps/notify.ts";
import { split } from "./steps/split.ts";
import { simulateStart, startAutomation } from "./steps/start-automation.ts";
import { simulateWait, wait } from "./steps/wait.ts";

export type StepBehaviour = {
  readonly execute: Executor;
  /** Decides by the same rules without changing anything. */
  readonly simulate: Executor;
  /** What a claim locks before it starts; `addresses` includes the contacts. */
  readonly locks?: "contacts" | "addresses";
};

const pure = (execute: Executor): StepBehaviour => ({ execute, simulate: execute });

const alwaysPassed = forAll(passed());

/** Steps that cannot be activated: their provider does not exist yet. */
const unavailable = pure(forAll(failed("not_implemented")));

/** What each step does; a step without a record does not compile. */
const behaviours: Readonly<Record<StepName, StepBehaviour>> = {
  wait: { execute: wait, simulate: simulateWait },
  condition: { execute: condition, simulate: simulateCondition },
  split: pure(split),
  add_to_list: { execute: addToList, simulate: simulateAddition, locks: "contacts" },
  remove_from_list: { execute: removeFromList, simulate: simulateRemoval, locks: "contacts" },
  unsubscribe: { execute: unsubscribe, simulate: simulateUnsubscription, locks: "addresses" },
  set_field: { execute: setContactField, simulate: alwaysPassed, locks: "contacts" },
  add_label: { execute: addContactLabel, simulate: alwaysPassed, locks: "contacts" },
  notify: { execute: notifyMembers, simulate: alwaysPassed },
  start_automation: { execute: startAutomation, simulate: simulateStart, locks: "contacts" },
  goal: pure(alwaysPassed),
  end: pure(alwaysPassed),
  email: { execute: sendEmails, simulate: simulateEmails, locks: "contacts" },
  webhook: { execute: callWebhooks, simulate: alwaysPassed },
  assign_coupon: { execute: assignCoupon, simulate: simulateCoupon, locks: "contacts" },
  sms: unavailable,
};

const isStepName = (type: string): type is StepName => Object.hasOwn(behaviours, type);

export function behaviourOf(type: string): StepBehaviour {
  if (!isStepName(type)) throw new Error(`unknown step ${type}`);
  return behaviours[type];
}
