import type { OutputOf } from "../../../api/operations.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { nodeMessages, type NodeName } from "../../../ui/names/automation-nodes.ts";
import type { GraphNode } from "./graph-rows.ts";
import { stepMessages } from "./step-messages.ts";
import { useConditionText } from "./use-condition-sources.ts";

type Editor = OutputOf<"GET /automations/{automation_id}/editor">;
export type StepText = { readonly title: string; readonly note: string };

const toText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const getPart = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

type Note = (config: GraphNode["config"]) => string;

const noNote: Note = () => "";

/** How long a wait is. */
export function useTimeText(): (spec: unknown) => string {
  const t = useMessages(stepMessages);
  const delays: Readonly<Record<string, (amount: number) => string>> = t.delay;
  return (spec) => {
    const amount = getPart(spec, "amount");
    if (typeof amount === "number") return delays[toText(getPart(spec, "unit"))]?.(amount) ?? "";
    if (getPart(spec, "kind") === "field") return t.onField(toText(getPart(spec, "time")));
    const until = toText(getPart(spec, "time")) || toText(getPart(spec, "at")).replace("T", " ");
    return until === "" ? "" : t.until(until);
  };
}

/** What each branch of a split gets. */
export const describeShares = (shares: unknown): string =>
  asList(shares)
    .map((share) => `${toText(getPart(share, "output"))} ${toText(getPart(share, "percent"))} %`)
    .join(" · ");

/** The name of a step and one line of its settings; ids are shown as the names of their objects. */
export function useStepText(editor: Pick<Editor, "automation" | "lists" | "segments" | "automations">) {
  const { lists, segments, automations } = editor;
  const t = useMessages(stepMessages);
  const conditionText = useConditionText(editor);
  const names = useMessages(nodeMessages);
  const time = useTimeText();
  const nameIn = (objects: readonly { id: string; name: string }[], id: unknown) =>
    objects.find((object) => object.id === toText(id))?.name ?? "";
  const notes: Readonly<Record<NodeName, Note>> = {
    manual: noNote,
    contact_created: noNote,
    subscribed: noNote,
    unsubscribed: noNote,
    list_added: ({ listIds }) =>
      asList(listIds)
        .map((id) => nameIn(lists, id))
        .join(", "),
    segment_entered: ({ segmentId }) => nameIn(segments, segmentId),
    order_created: noNote,
    order_state: ({ states }) => asList(states).map(toText).join(", "),
    order_paid: noNote,
    event: ({ name }) => toText(name),
    page_visit: ({ url }) => toText(url),
    cart_abandoned: ({ after }) => time(after),
    email_opened: noNote,
    email_clicked: noNote,
    form_submitted: noNote,
    survey_answered: noNote,
    coupon_used: noNote,
    date: noNote,
    action_failed: noNote,
    email: noNote,
    wait: noNote,
    condition: ({ definition, spec }) =>
      [conditionText(definition), spec === undefined ? "" : t.atMost(time(spec))]
        .filter((text) => text !== "")
        .join(" · "),
    split: ({ shares }) => describeShares(shares),
    add_to_list: ({ listId }) => nameIn(lists, listId),
    remove_from_list: ({ listId }) => nameIn(lists, listId),
    unsubscribe: ({ listId }) => (listId === undefined ? t.everything : nameIn(lists, listId)),
    set_field: ({ field }) => toText(field),
    add_label: ({ label }) => toText(label),
    assign_coupon: noNote,
    webhook: ({ url }) => toText(url),
    notify: ({ subject }) => toText(subject),
    start_automation: ({ automationId }) => nameIn(automations, automationId),
    goal: ({ name }) => toText(name),
    end: noNote,
    sms: noNote,
  };
  return ({ type, config }: GraphNode): StepText => {
    const name = names[type];
    if (type === "email") return { title: toText(config["subject"]) || t.noSubject, note: name };
    if (type === "wait") return { title: `${name} ${time(config["spec"])}`.trim(), note: "" };
    return { title: name, note: notes[type](config) };
  };
}
