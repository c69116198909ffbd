import type { KeyboardEvent, MouseEvent } from "react";
import { useAutomationEditor } from "../editor-context.ts";

const stepsIn = (list: Element | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[data-node]") ?? []),
];

const keyOf = ({ dataset }: HTMLElement): string => dataset["node"] ?? "";

/** A click or Enter opens a step; with Ctrl it joins or leaves the chosen ones, with Shift those up to it are chosen. */
export function useListChoice() {
  const { selection, select, openNode } = useAutomationEditor();
  return ({ ctrlKey, metaKey, shiftKey, currentTarget }: MouseEvent<HTMLElement>, id: string): void => {
    if (ctrlKey || metaKey) {
      select(selection.has(id) ? [...selection].filter((one) => one !== id) : [...selection, id]);
      return;
    }
    const last = [...selection].at(-1);
    if (!shiftKey || last === undefined) {
      openNode(id);
      return;
    }
    const listed = stepsIn(currentTarget.closest("ol")).map(keyOf);
    const [from, to] = [listed.indexOf(last), listed.indexOf(id)].toSorted((one, other) => one - other);
    const range = listed.slice(from, (to ?? 0) + 1).filter((one) => one !== last);
    select([...new Set([...selection, ...range])]);
  };
}

/** Arrows walk from step to step; with Shift they choose them on the way. */
export function useListKeys() {
  const { selection, select } = useAutomationEditor();
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget, target } = event;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const steps = stepsIn(currentTarget);
    const at = steps.findIndex((one) => one === target);
    const next = steps[at + step];
    if (step === 0 || altKey || ctrlKey || metaKey || at < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
    if (shiftKey) select([...new Set([...selection, keyOf(steps[at] ?? next), keyOf(next)])]);
  };
}
