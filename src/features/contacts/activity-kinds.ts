import type { ContactEventType } from "../../journal/entry.ts";

export const activityKinds = ["emails", "orders", "lists", "consents", "profile", "other"] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** What people look for in a timeline; a new type of event without a kind does not compile. */
const kinds: Readonly<Record<ContactEventType, ActivityKind>> = {
  contact_created: "profile",
  contact_updated: "profile",
  status_change: "consents",
  unsubscribed: "consents",
  consent_given: "consents",
  consent_withdrawn: "consents",
  blacklisted: "consents",
  unblacklisted: "consents",
  list_added: "lists",
  list_removed: "lists",
  list_unsubscribed: "lists",
  order_created: "orders",
  order_state: "orders",
  order_paid: "orders",
  coupon_used: "orders",
  email_sent: "emails",
  email_delivered: "emails",
  email_bounced: "emails",
  email_complained: "emails",
  email_opened: "emails",
  email_clicked: "emails",
  bounce_undone: "emails",
  email_requeued: "emails",
  survey_answered: "other",
  form_submitted: "other",
  contact_event: "other",
  action_failed: "other",
};

export const typesOfKind = (kind: ActivityKind): string[] =>
  Object.entries(kinds).flatMap(([type, its]) => (its === kind ? [type] : []));
