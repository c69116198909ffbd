/** States of part 2, and the only table of status transitions of a contact. */
export const contactStatuses = ["subscribed", "pending", "unsubscribed", "bounced", "complained", "customer"] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export const contactStates = [
  "active",
  "unconfirmed",
  "unsubscribed",
  "bounced",
  "complained",
  "blacklisted",
  "customer",
] as const;

export const engagements = ["A", "B", "C", "D", "E", "N"] as const;
export const consentBases = ["double_opt_in", "imported", "soft_opt_in_customer", "none"] as const;
export const suppressionReasons = ["unsubscribed", "bounced", "complained", "manual"] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

export type StatusEvent =
  | "unsubscribe"
  | "bounce"
  | "complain"
  /** The person confirmed a double opt-in e-mail: the only way to reverse an opt-out. */
  | "confirm"
  /** The company states that it holds a consent. */
  | "consent";

const transitions: Readonly<Record<ContactStatus, Readonly<Record<StatusEvent, ContactStatus>>>> = {
  subscribed: {
    unsubscribe: "unsubscribed",
    bounce: "bounced",
    complain: "complained",
    confirm: "subscribed",
    consent: "subscribed",
  },
  pending: {
    unsubscribe: "unsubscribed",
    bounce: "bounced",
    complain: "complained",
    confirm: "subscribed",
    consent: "pending",
  },
  customer: {
    unsubscribe: "unsubscribed",
    bounce: "bounced",
    complain: "complained",
    confirm: "subscribed",
    consent: "subscribed",
  },
  unsubscribed: {
    unsubscribe: "unsubscribed",
    bounce: "unsubscribed",
    complain: "complained",
    confirm: "subscribed",
    consent: "unsubscribed",
  },
  bounced: {
    unsubscribe: "unsubscribed",
    bounce: "bounced",
    complain: "complained",
    confirm: "subscribed",
    consent: "bounced",
  },
  complained: {
    unsubscribe: "unsubscribed",
    bounce: "complained",
    complain: "complained",
    confirm: "subscribed",
    consent: "complained",
  },
};

export const nextContactStatus = (status: ContactStatus, event: StatusEvent): ContactStatus =>
  transitions[status][event];
