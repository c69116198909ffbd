import type { NotificationType } from "../../../../src/jobs/notification-types.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import type { StatusAppearance } from "../../../ui/display/status.tsx";
import { notificationsMessages } from "./messages.ts";

export type Notification = OutputOf<"GET /notifications">["items"][number];

type Described = {
  readonly title: string;
  /** The name of what it is about. */
  readonly detail: string;
  readonly appearance: StatusAppearance;
  readonly link: { readonly path: string; readonly params: Readonly<Record<string, string>> } | undefined;
};

/** Pages by the id in the parameters. */
const pages = [
  ["campaignId", "/campaigns/$campaignId"],
  ["automationId", "/automations/$automationId"],
  ["formId", "/forms/$formId"],
  ["importId", "/transfers/imports/$importId"],
  ["segmentId", "/segments/$segmentId"],
  ["listId", "/lists/$listId"],
] as const;

/** Pages of notifications that no id leads to. */
const pagesByType: Readonly<Partial<Record<NotificationType, string>>> = {
  inbound_mailbox_paused: "/deliverability/mailboxes",
  webhook_disabled: "/settings/webhooks",
  webhook_endpoint_disabled: "/settings/webhooks/signed",
  assistant_request: "/settings/assistants",
  campaign_approval_given: "/campaigns/approvals",
  campaign_approval_refused: "/campaigns/approvals",
  campaign_approval_requested: "/campaigns/approvals",
  export_ready: "/transfers",
  feed_failed: "/shop/feeds",
  sending_domain_broken: "/deliverability",
  connection_paused: "/deliverability/connections",
  sending_held: "/settings/billing",
  company_deletion_requested: "/settings/company",
};

const done: StatusAppearance = { shape: "tick", tone: "good" };
const waiting: StatusAppearance = { shape: "dashed", tone: "warn" };
const problem: StatusAppearance = { shape: "triangle", tone: "bad" };

type FailedType = Extract<NotificationType, `${string}_failed`>;

const appearances: Readonly<Record<Exclude<NotificationType, FailedType>, StatusAppearance>> = {
  assistant_request: waiting,
  automation_released: done,
  automation_rescheduled: done,
  automation_stopped: problem,
  automation_unknown: waiting,
  bounces_undone: done,
  campaign_approval_given: done,
  campaign_approval_refused: problem,
  campaign_approval_requested: waiting,
  campaign_cancelled: done,
  campaign_held: problem,
  campaign_late: waiting,
  campaign_sent: done,
  campaign_stopped: problem,
  company_deletion_cancelled: done,
  company_deletion_requested: problem,
  contact_language_changed: done,
  custom_field_deleted: done,
  custom_field_options_removed: done,
  export_ready: done,
  feed_refreshed: done,
  form_unknown: waiting,
  import_finished: done,
  list_autofilled: done,
  list_copied: done,
  list_deleted: done,
  list_merged: done,
  maintenance_done: done,
  migration_done: done,
  order_states_changed: done,
  plan_cancelled: done,
  segment_computed: done,
  segment_converted: done,
  sending_approved: done,
  sending_domain_broken: problem,
  connection_paused: problem,
  sending_held: problem,
  sending_hold_lifted: done,
  sending_suspended: problem,
  shop_lists_synchronized: done,
  support_view: done,
  inbound_mailbox_paused: problem,
  webhook_disabled: problem,
  webhook_endpoint_disabled: problem,
  welcome: done,
  welcome_stopped: problem,
};

const isFailure = (type: NotificationType): type is FailedType => type.endsWith("_failed");

const getAppearance = (type: NotificationType): StatusAppearance => (isFailure(type) ? problem : appearances[type]);

export function useDescribe(): (notification: Notification) => Described {
  const t = useMessages(notificationsMessages);
  return ({ type, params }) => {
    const detail = [params["name"], params["domain"], params["client"], params["event"]].find(
      (value) => typeof value === "string",
    );
    return { title: t.types[type], detail: detail ?? "", appearance: getAppearance(type), link: toLink(type, params) };
  };
}

function toLink(type: NotificationType, params: Notification["params"]): Described["link"] {
  const page = pagesByType[type];
  if (page !== undefined) return { path: page, params: {} };
  const found = pages.find(([key]) => typeof params[key] === "string" || typeof params[key] === "number");
  if (found === undefined) return undefined;
  const [key, path] = found;
  return { path, params: { [key]: String(params[key]) } };
}
