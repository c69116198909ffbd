import type { OutputOf } from "../../../api/operations.ts";
import { useWords } from "../../../i18n/words.tsx";
import type { GraphNode } from "./graph-rows.ts";
import { stepWords } from "./step-words.ts";

type Editor = OutputOf<"GET /automations/{automation_id}/editor">;
export type StepText = { readonly title: string; readonly note: string };

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The name of a step and one line of its settings; ids are shown as the names of their objects. */
export function useStepText({ lists, segments, automations }: Pick<Editor, "lists" | "segments" | "automations">) {
  const t = useWords(stepWords);
  const names: Readonly<Record<string, string>> = { ...t.triggers, ...t.steps };
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
  const notes: Readonly<Record<string, (config: GraphNode["config"]) => string>> = {
    list_added: ({ listIds }) =>
      listOf(listIds)
        .map((id) => nameIn(lists, id))
        .join(", "),
    segment_entered: ({ segmentId }) => nameIn(segments, segmentId),
    order_state: ({ states }) => listOf(states).map(textOf).join(", "),
    event: ({ name }) => textOf(name),
    page_visit: ({ url }) => textOf(url),
    cart_abandoned: ({ after }) => time(after),
    condition: ({ definition, spec }) =>
      [
        t.conditionRules(listOf(partOf(definition, "rules")).length),
        ...(spec === undefined ? [] : [t.atMost(time(spec))]),
      ].join(" · "),
    split: ({ shares }) =>
      listOf(shares)
        .map((share) => `${textOf(partOf(share, "output"))} ${textOf(partOf(share, "percent"))} %`)
        .join(" · "),
    add_to_list: ({ listId }) => nameIn(lists, listId),
    remove_from_list: ({ listId }) => nameIn(lists, listId),
    unsubscribe: ({ listId }) => (listId === undefined ? t.everything : nameIn(lists, listId)),
    set_field: ({ field }) => textOf(field),
    add_label: ({ label }) => textOf(label),
    webhook: ({ url }) => textOf(url),
    notify: ({ subject }) => textOf(subject),
    start_automation: ({ automationId }) => nameIn(automations, automationId),
    goal: ({ name }) => textOf(name),
  };
  return ({ type, config }: GraphNode): StepText => {
    const name = names[type] ?? t.other;
    if (type === "email") return { title: textOf(config["subject"]) || t.noSubject, note: name };
    if (type === "wait") return { title: `${name} ${time(config["spec"])}`.trim(), note: "" };
    return { title: name, note: notes[type]?.(config) ?? "" };
  };
}
