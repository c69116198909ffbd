import type { OutputOf } from "../../../api/operations.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { nodeMessages, type NodeName } from "../../../ui/names/automation-nodes.ts";
import type { GraphNode } from "./graph-rows.ts";
import { stepMessages } from "./step-messages.ts";
import { useConditionText } from "./use-condition-sources.ts";

type Editor = OutputOf<"GET /automations/{automation_id}/editor">;
export type StepText = { readonly title: string; readonly note: string };

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

type Note = (config: GraphNode["config"]) => string;

const noNote: Note = () => "";

/** The name of a step and one line of its settings; ids are shown as the names of their objects. */
export function useStepText(editor: Pick<Editor, "automation" | "lists" | "segments" | "automations">) {
  const { lists, segments, automations } = editor;
  const t = useMessages(stepMessages);
  const conditionText = useConditionText(editor);
  const names = useMessages(nodeMessages);
  const delays: Readonly<Record<string, (amount: number) => string>> = t.delay;
  const nameIn = (objects: readonly { id: string; name: string }[], id: unknown) =>
    objects.find((object) => object.id === textOf(id))?.name ?? "";
  const time = (spec: unknown): string => {
    const amount = partOf(spec, "amount");
    if (typeof amount === "number") return delays[textOf(partOf(spec, "unit"))]?.(amount) ?? "";
    if (partOf(spec, "kind") === "field") return t.onField(textOf(partOf(spec, "time")));
    const until = textOf(partOf(spec, "time")) || textOf(partOf(spec, "at")).replace("T", " ");
    return until === "" ? "" : t.until(until);
  };
  const notes: Readonly<Record<NodeName, Note>> = {
    manual: noNote,
    contact_created: noNote,
    subscribed: noNote,
    unsubscribed: noNote,
    list_added: ({ listIds }) =>
      listOf(listIds)
        .map((id) => nameIn(lists, id))
        .join(", "),
    segment_entered: ({ segmentId }) => nameIn(segments, segmentId),
    order_created: noNote,
    order_state: ({ states }) => listOf(states).map(textOf).join(", "),
    order_paid: noNote,
    event: ({ name }) => textOf(name),
    page_visit: ({ url }) => textOf(url),
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
    split: ({ shares }) =>
      listOf(shares)
        .map((share) => `${textOf(partOf(share, "output"))} ${textOf(partOf(share, "percent"))} %`)
        .join(" · "),
    add_to_list: ({ listId }) => nameIn(lists, listId),
    remove_from_list: ({ listId }) => nameIn(lists, listId),
    unsubscribe: ({ listId }) => (listId === undefined ? t.everything : nameIn(lists, listId)),
    set_field: ({ field }) => textOf(field),
    add_label: ({ label }) => textOf(label),
    assign_coupon: noNote,
    webhook: ({ url }) => textOf(url),
    notify: ({ subject }) => textOf(subject),
    start_automation: ({ automationId }) => nameIn(automations, automationId),
    goal: ({ name }) => textOf(name),
    end: noNote,
    sms: noNote,
  };
  return ({ type, config }: GraphNode): StepText => {
    const name = names[type];
    if (type === "email") return { title: textOf(config["subject"]) || t.noSubject, note: name };
    if (type === "wait") return { title: `${name} ${time(config["spec"])}`.trim(), note: "" };
    return { title: name, note: notes[type](config) };
  };
}
