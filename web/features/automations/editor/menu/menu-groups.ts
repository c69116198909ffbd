import type { StepName, TriggerName } from "../../../../../src/features/automations/grammar.ts";
import type { editorMessages } from "../messages.ts";

export type GroupName = keyof ReturnType<(typeof editorMessages)["cs"]>["menu"]["groups"];

/** The group of each step and trigger in the menu; a new one without a group does not compile. */
export const stepGroups: Readonly<Record<StepName, GroupName>> = {
  email: "messages",
  sms: "messages",
  notify: "messages",
  wait: "flow",
  condition: "flow",
  split: "flow",
  goal: "flow",
  end: "flow",
  add_to_list: "contact",
  remove_from_list: "contact",
  add_label: "contact",
  set_field: "contact",
  unsubscribe: "contact",
  assign_coupon: "others",
  webhook: "others",
  start_automation: "others",
};

export const triggerGroups: Readonly<Record<TriggerName, GroupName>> = {
  subscribed: "people",
  contact_created: "people",
  form_submitted: "people",
  list_added: "people",
  segment_entered: "people",
  unsubscribed: "people",
  date: "people",
  manual: "people",
  order_created: "shop",
  order_paid: "shop",
  order_state: "shop",
  cart_abandoned: "shop",
  coupon_used: "shop",
  email_opened: "behaviour",
  email_clicked: "behaviour",
  page_visit: "behaviour",
  survey_answered: "behaviour",
  event: "others",
  action_failed: "others",
};
