export const firedEvents = [
  "new_contact",
  "updated_contact",
  "unsubscribed_contact",
  "sent_email",
  "delivery_status",
  "email_open",
  "email_click",
] as const;

/** Accepted, never fired. */
export const silentEvents = [
  "email_delivery_started",
  "scoring_result_changed",
  "engagement_level_changed",
  "sms_delivery_status",
] as const;

export const allEvents = [...firedEvents, ...silentEvents] as const;

export type FiredEvent = (typeof firedEvents)[number];
export type WebhookEvent = (typeof allEvents)[number];
