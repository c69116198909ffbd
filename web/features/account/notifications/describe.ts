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

const places: Readonly<Record<string, string>> = {
  webhook_disabled: "/settings/webhooks",
  webhook_endpoint_disabled: "/settings/webhooks/signed",
  assistant_request: "/settings/assistants",
  export_ready: "/transfers",
  feed_failed: "/shop/feeds",
  sending_domain_broken: "/deliverability",
  sending_held: "/settings/billing",
  company_deletion_requested: "/settings/company",
};

const bad = /failed|stopped|broken|suspended|held|disabled|deletion_requested/;
const waiting = /request$|late|unknown$/;

function getAppearance(type: string): StatusAppearance {
  if (bad.test(type)) return { shape: "triangle", tone: "bad" };
  if (waiting.test(type)) return { shape: "dashed", tone: "warn" };
  return { shape: "tick", tone: "good" };
}

export function useDescribe(): (notification: Notification) => Described {
  const t = useMessages(notificationsMessages);
  const names: Readonly<Record<string, string>> = t.types;
  return ({ type, params }) => {
    const base = type.replace(/_failed$/, "");
    const title = names[type] ?? (names[base] === undefined ? t.types.other : t.failed(names[base]));
    const detail = [params["name"], params["domain"], params["client"], params["event"]].find(
      (value) => typeof value === "string",
    );
    return { title, detail: detail ?? "", appearance: getAppearance(type), link: linkOf(type, params) };
  };
}

function linkOf(type: string, params: Notification["params"]): Described["link"] {
  const place = places[type];
  if (place !== undefined) return { path: place, params: {} };
  const found = pages.find(([key]) => typeof params[key] === "string" || typeof params[key] === "number");
  if (found === undefined) return undefined;
  const [key, path] = found;
  return { path, params: { [key]: String(params[key]) } };
}
