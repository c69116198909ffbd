import type { StepName, TriggerName } from "../../../src/features/automations/grammar.ts";
import { defineMessages } from "../../i18n/messages.tsx";
import type { Tone } from "../display/status.tsx";
import {
  IconAlertTriangle,
  IconArrowsSplit2,
  IconBell,
  IconCake,
  IconChecklist,
  IconClock,
  IconCreditCard,
  IconDeviceMobile,
  IconFilter,
  IconFlag,
  IconForms,
  IconHandClick,
  IconHeartHandshake,
  IconLayoutList,
  IconMail,
  IconPackage,
  IconPencil,
  IconRoute,
  IconShoppingBag,
  IconShoppingCart,
  IconSparkles,
  IconTag,
  IconTicket,
  IconUser,
  IconUserMinus,
  IconUserPlus,
  IconWebhook,
  IconWorldWww,
  type Icon,
} from "../icons.ts";

/** A step or trigger of the server's grammar; a new one without a name or an icon does not compile. */
export type NodeName = StepName | TriggerName;

type Names<Node extends NodeName> = Readonly<Record<Node, string>>;

const czechTriggers: Names<TriggerName> = {
  manual: "Ruční přidání",
  contact_created: "Nový kontakt",
  subscribed: "Přihlášení k odběru",
  unsubscribed: "Odhlášení",
  list_added: "Přidání do seznamu",
  segment_entered: "Vstup do segmentu",
  order_created: "Nová objednávka",
  order_state: "Změna stavu objednávky",
  order_paid: "Zaplacená objednávka",
  event: "Událost",
  page_visit: "Návštěva stránky",
  cart_abandoned: "Opuštěný košík",
  email_opened: "Otevření e-mailu",
  email_clicked: "Kliknutí v e-mailu",
  form_submitted: "Vyplněný formulář",
  survey_answered: "Vyplněný dotazník",
  coupon_used: "Použitý kupón",
  date: "Datum kontaktu",
  action_failed: "Nezdařený krok",
};

const czechSteps: Names<StepName> = {
  email: "E-mail",
  wait: "Počkat",
  condition: "Podmínka",
  split: "Náhodné rozdělení",
  add_to_list: "Přidat do seznamu",
  remove_from_list: "Odebrat ze seznamu",
  unsubscribe: "Odhlásit",
  set_field: "Nastavit pole",
  add_label: "Přidat štítek",
  assign_coupon: "Přiřadit kupón",
  webhook: "Zavolat adresu",
  notify: "Upozornit kolegu",
  start_automation: "Spustit automatizaci",
  goal: "Cíl",
  end: "Konec",
  sms: "SMS",
};

const englishTriggers: Names<TriggerName> = {
  manual: "Added by hand",
  contact_created: "New contact",
  subscribed: "Subscribed",
  unsubscribed: "Unsubscribed",
  list_added: "Added to a list",
  segment_entered: "Entered a segment",
  order_created: "New order",
  order_state: "State of an order",
  order_paid: "Paid order",
  event: "Event",
  page_visit: "Visit of a page",
  cart_abandoned: "Abandoned cart",
  email_opened: "E-mail opened",
  email_clicked: "Click in an e-mail",
  form_submitted: "Form submitted",
  survey_answered: "Survey answered",
  coupon_used: "Coupon used",
  date: "Date of the contact",
  action_failed: "Failed step",
};

const englishSteps: Names<StepName> = {
  email: "E-mail",
  wait: "Wait",
  condition: "Condition",
  split: "Random split",
  add_to_list: "Add to a list",
  remove_from_list: "Remove from a list",
  unsubscribe: "Unsubscribe",
  set_field: "Set a field",
  add_label: "Add a label",
  assign_coupon: "Assign a coupon",
  webhook: "Call an address",
  notify: "Notify a colleague",
  start_automation: "Start an automation",
  goal: "Goal",
  end: "End",
  sms: "Text message",
};

export const nodeMessages = defineMessages(
  () => ({ ...czechTriggers, ...czechSteps }),
  () => ({ ...englishTriggers, ...englishSteps }),
);

const stepIcons: Readonly<Record<StepName, readonly [icon: Icon, tone: Tone]>> = {
  email: [IconMail, "accent"],
  wait: [IconClock, "mute"],
  condition: [IconArrowsSplit2, "plum"],
  split: [IconArrowsSplit2, "plum"],
  add_to_list: [IconLayoutList, "teal"],
  remove_from_list: [IconLayoutList, "teal"],
  unsubscribe: [IconUserMinus, "mute"],
  set_field: [IconPencil, "teal"],
  add_label: [IconTag, "teal"],
  assign_coupon: [IconTicket, "warn"],
  webhook: [IconWebhook, "mute"],
  notify: [IconBell, "mute"],
  start_automation: [IconRoute, "accent"],
  goal: [IconFlag, "good"],
  end: [IconFlag, "mute"],
  sms: [IconDeviceMobile, "accent"],
};

const triggerIcons: Readonly<Record<TriggerName, Icon>> = {
  manual: IconUserPlus,
  contact_created: IconUser,
  subscribed: IconHeartHandshake,
  unsubscribed: IconUserMinus,
  list_added: IconLayoutList,
  segment_entered: IconFilter,
  order_created: IconShoppingBag,
  order_state: IconPackage,
  order_paid: IconCreditCard,
  event: IconSparkles,
  page_visit: IconWorldWww,
  cart_abandoned: IconShoppingCart,
  email_opened: IconMail,
  email_clicked: IconHandClick,
  form_submitted: IconForms,
  survey_answered: IconChecklist,
  coupon_used: IconTicket,
  date: IconCake,
  action_failed: IconAlertTriangle,
};

const isStepName = (name: NodeName): name is StepName => Object.hasOwn(stepIcons, name);

export const isNodeName = (name: string): name is NodeName =>
  Object.hasOwn(stepIcons, name) || Object.hasOwn(triggerIcons, name);

export function nodeAppearance(name: NodeName): {
  readonly icon: Icon;
  readonly tone: Tone;
  readonly isTrigger: boolean;
} {
  if (!isStepName(name)) return { icon: triggerIcons[name], tone: "accent", isTrigger: true };
  const [icon, tone] = stepIcons[name];
  return { icon, tone, isTrigger: false };
}
