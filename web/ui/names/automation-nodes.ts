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
import { nodeSlovak } from "./automation-nodes.sk.ts";

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
  nodeSlovak,
);

/** The groups of the editor's menu. */
type NodeGroup = "messages" | "flow" | "contact" | "people" | "shop" | "behaviour" | "others";

/** The groups in the order of the menu. */
const steps: Readonly<Record<StepName, readonly [group: NodeGroup, icon: Icon, tone: Tone]>> = {
  email: ["messages", IconMail, "accent"],
  sms: ["messages", IconDeviceMobile, "accent"],
  notify: ["messages", IconBell, "mute"],
  wait: ["flow", IconClock, "mute"],
  condition: ["flow", IconArrowsSplit2, "plum"],
  split: ["flow", IconArrowsSplit2, "plum"],
  goal: ["flow", IconFlag, "good"],
  end: ["flow", IconFlag, "mute"],
  add_to_list: ["contact", IconLayoutList, "teal"],
  remove_from_list: ["contact", IconLayoutList, "teal"],
  add_label: ["contact", IconTag, "teal"],
  set_field: ["contact", IconPencil, "teal"],
  unsubscribe: ["contact", IconUserMinus, "mute"],
  assign_coupon: ["others", IconTicket, "warn"],
  webhook: ["others", IconWebhook, "mute"],
  start_automation: ["others", IconRoute, "accent"],
};

const triggers: Readonly<Record<TriggerName, readonly [group: NodeGroup, icon: Icon]>> = {
  subscribed: ["people", IconHeartHandshake],
  contact_created: ["people", IconUser],
  form_submitted: ["people", IconForms],
  list_added: ["people", IconLayoutList],
  segment_entered: ["people", IconFilter],
  unsubscribed: ["people", IconUserMinus],
  date: ["people", IconCake],
  manual: ["people", IconUserPlus],
  order_created: ["shop", IconShoppingBag],
  order_paid: ["shop", IconCreditCard],
  order_state: ["shop", IconPackage],
  cart_abandoned: ["shop", IconShoppingCart],
  coupon_used: ["shop", IconTicket],
  email_opened: ["behaviour", IconMail],
  email_clicked: ["behaviour", IconHandClick],
  page_visit: ["behaviour", IconWorldWww],
  survey_answered: ["behaviour", IconChecklist],
  event: ["others", IconSparkles],
  action_failed: ["others", IconAlertTriangle],
};

const isStepName = (name: NodeName): name is StepName => Object.hasOwn(steps, name);

export const isNodeName = (name: string): name is NodeName =>
  Object.hasOwn(steps, name) || Object.hasOwn(triggers, name);

export const nodeNames: readonly NodeName[] = Object.keys({ ...steps, ...triggers }).filter(isNodeName);

type NodeAppearance = {
  readonly group: NodeGroup;
  readonly icon: Icon;
  readonly tone: Tone;
  readonly isTrigger: boolean;
};

export function nodeAppearance(name: NodeName): NodeAppearance {
  if (isStepName(name)) {
    const [group, icon, tone] = steps[name];
    return { group, icon, tone, isTrigger: false };
  }
  const [group, icon] = triggers[name];
  return { group, icon, tone: "accent", isTrigger: true };
}
