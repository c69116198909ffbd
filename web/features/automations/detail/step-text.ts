import type { OutputOf } from "../../../api/operations.ts";
import { instantAt } from "../../../i18n/company-time.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { contactFieldMessages } from "../../../ui/names/contact-fields.ts";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
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

/** The name of a field of contacts, also of a custom one. */
export function useContactFieldName({ customFields }: Pick<Editor, "customFields">): (field: unknown) => string {
  const names: Readonly<Record<string, string>> = useMessages(contactFieldMessages);
  return (field) => {
    const name = toText(field);
    return names[name] ?? customFields.find(({ id }) => name === `customFields.${id}`)?.name ?? name;
  };
}

/** How long a wait is. */
export function useTimeText(editor: Pick<Editor, "customFields">): (spec: unknown) => string {
  const t = useMessages(stepMessages);
  const { dateTime, timeZone } = useFormats();
  const fieldName = useContactFieldName(editor);
  const delays: Readonly<Record<string, (amount: number) => string>> = t.delay;
  return (spec) => {
    const amount = getPart(spec, "amount");
    if (typeof amount === "number") return delays[toText(getPart(spec, "unit"))]?.(amount) ?? "";
    if (getPart(spec, "kind") === "field") {
      const days = Number(getPart(spec, "offsetDays") ?? 0);
      return t.onField(fieldName(getPart(spec, "field")), days, toText(getPart(spec, "time")));
    }
    const at = instantAt(toText(getPart(spec, "at")), timeZone);
    const until = toText(getPart(spec, "time")) || (Number.isNaN(at.getTime()) ? "" : dateTime(at.toISOString()));
    return until === "" ? "" : t.until(until);
  };
}

/** What each branch of a split gets. */
export const describeShares = (shares: unknown): string =>
  asList(shares)
    .map((share) => `${toText(getPart(share, "output"))} ${toText(getPart(share, "percent"))} %`)
    .join(" · ");

export type StepSources = Pick<
  Editor,
  "automation" | "lists" | "segments" | "automations" | "customFields" | "senders"
>;

/** The name of a step and one line of its settings; ids are shown as the names of their objects. */
export function useStepText(editor: StepSources) {
  const { lists, segments, automations, senders } = editor;
  const t = useMessages(stepMessages);
  const conditionText = useConditionText(editor);
  const names = useMessages(nodeMessages);
  const time = useTimeText(editor);
  const fieldName = useContactFieldName(editor);
  const readable = useReadableText();
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
    date: ({ field, offsetDays = 0, time: clock }) =>
      field === undefined ? "" : t.onField(fieldName(field), Number(offsetDays), toText(clock)),
    action_failed: noNote,
    email: ({ senderId, fromName }) => {
      const sender = senders.find(({ id }) => id === toText(senderId));
      return sender === undefined ? names.email : `${toText(fromName) || sender.name}, ${sender.email}`;
    },
    wait: noNote,
    condition: ({ definition, spec }) =>
      [conditionText(definition), spec === undefined ? "" : t.atMost(time(spec))]
        .filter((text) => text !== "")
        .join(" · "),
    split: ({ shares }) => describeShares(shares),
    add_to_list: ({ listId }) => nameIn(lists, listId),
    remove_from_list: ({ listId }) => nameIn(lists, listId),
    unsubscribe: ({ listId }) => (listId === undefined ? t.everything : nameIn(lists, listId)),
    set_field: ({ field, value }) =>
      [fieldName(field), value === null ? t.emptied : toText(value)].filter((text) => text !== "").join(": "),
    add_label: ({ label }) => toText(label),
    assign_coupon: noNote,
    webhook: ({ url }) => toText(url),
    notify: ({ subject }) => readable(toText(subject)),
    start_automation: ({ automationId }) => nameIn(automations, automationId),
    goal: ({ name }) => toText(name),
    end: noNote,
    sms: noNote,
  };
  return ({ type, config }: GraphNode): StepText => {
    const name = names[type];
    if (type === "email")
      return { title: readable(toText(config["subject"])) || t.noSubject, note: notes.email(config) };
    if (type === "wait") return { title: `${name} ${time(config["spec"])}`.trim(), note: "" };
    return { title: name, note: notes[type](config) };
  };
}
