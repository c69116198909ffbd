import type { ActionNotification } from "./action-types.ts";

/** The stored types of notifications (`notification.type`); they never change. */
export type NotificationType =
  | ActionNotification
  | `${ActionNotification}_failed`
  | "assistant_request"
  | "automation_stopped"
  | "automation_unknown"
  | "automation_webhook_failed"
  | "campaign_approval_given"
  | "campaign_approval_refused"
  | "campaign_approval_requested"
  | "campaign_held"
  | "campaign_late"
  | "campaign_sent"
  | "campaign_stopped"
  | "company_deletion_cancelled"
  | "company_deletion_requested"
  | "feed_failed"
  | "form_unknown"
  | "inbound_mailbox_paused"
  | "plan_cancelled"
  | "sending_approved"
  | "sending_domain_broken"
  | "connection_paused"
  | "sending_held"
  | "sending_hold_lifted"
  | "sending_suspended"
  | "support_view"
  | "webhook_disabled"
  | "webhook_endpoint_disabled"
  | "welcome"
  | "welcome_stopped";
