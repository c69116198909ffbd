import { useMessages } from "../../../../i18n/messages.tsx";
import { nodeAppearance, nodeMessages, nodeNames, type NodeName } from "../../../../ui/names/automation-nodes.ts";
import { useAutomationEditor, type MenuPlace } from "../editor-context.ts";
import { addTrigger, insertPart, joinStep, stepPart } from "../model/changes.ts";
import { findNode, findTarget, type Graph } from "../model/graph.ts";
import { moveSteps } from "../model/move-steps.ts";
import { isTrigger, maxNodes } from "../model/grammar.ts";
import { newConfig, newNodeKey } from "../model/new-nodes.ts";
import { readPart, withNewKeys } from "../model/parts.ts";
import { editorMessages } from "../messages.ts";

export type MenuEntry = {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly type?: NodeName;
  /** Why it cannot be chosen. */
  readonly reason?: string | undefined;
  readonly choose: () => void;
};
type MenuGroup = { readonly title: string; readonly entries: readonly MenuEntry[] };

/** What can be inserted at a place, in groups; what cannot says why. */
export function useMenuEntries(place: MenuPlace): readonly MenuGroup[] {
  const t = useMessages(editorMessages);
  const names = useMessages(nodeMessages);
  const { data, graph, grammar, change, openNode, describe, selection } = useAutomationEditor();
  const { transactional } = data.automation;

  const inserted = (next: Graph | undefined, key: string) => () => {
    if (next === undefined) return;
    change(next);
    openNode(key);
  };
  const entryOf = (type: NodeName): MenuEntry => {
    const key = newNodeKey();
    const config = newConfig(type, data);
    const next =
      place === "trigger"
        ? addTrigger(graph, grammar, { id: key, type, config })
        : insertPart(grammar, graph, place, stepPart(key, type, config));
    const isMissing = grammar.steps.get(type)?.implemented === false;
    const isForbidden = transactional && grammar.triggers.get(type)?.transactional === false;
    const reason =
      (isMissing && t.menu.sms) ||
      (isForbidden && t.menu.notTransactional) ||
      (graph.nodes.length >= maxNodes && t.menu.full) ||
      (next === undefined && t.menu.onlyAtEnd) ||
      undefined;
    return { key: type, type, label: names[type], note: reason ?? "", reason, choose: inserted(next, key) };
  };
  const allowed = place === "trigger" ? grammar.triggers : grammar.steps;
  const byTitle = new Map<string, MenuEntry[]>();
  for (const type of nodeNames.filter((name) => allowed.has(name))) {
    const title = t.menu.groups[nodeAppearance(type).group];
    byTitle.set(title, [...(byTitle.get(title) ?? []), entryOf(type)]);
  }
  const groups = [...byTitle].map(([title, entries]) => ({ title, entries }));
  if (place === "trigger") return groups;
  return [...moveGroup(), ...pasteGroup(), ...groups, ...joinGroup()].filter(({ entries }) => entries.length > 0);

  /** What dragging does, for the chosen steps. */
  function moveGroup(): MenuGroup[] {
    if (place === "trigger") return [];
    const next = moveSteps(grammar, graph, [...selection], place);
    const chosen = [...selection].flatMap((id) => findNode(graph, id) ?? []);
    const [first, ...others] = chosen;
    if (next === undefined || first === undefined) return [];
    const { title, note } = describe(first);
    const entry =
      others.length === 0
        ? { type: first.type, label: title, note }
        : { label: t.selected(chosen.length), note: chosen.map((node) => describe(node).title).join(" · ") };
    return [
      { title: t.menu.move(chosen.length), entries: [{ key: "move", ...entry, choose: inserted(next, first.id) }] },
    ];
  }

  function pasteGroup(): MenuGroup[] {
    const copied = readPart();
    if (copied === undefined || place === "trigger") return [];
    const part = withNewKeys(copied, newNodeKey);
    const next = insertPart(grammar, graph, place, part);
    const label = t.menu.paste(part.nodes.length);
    const note = part.nodes.map((node) => describe(node).title).join(" · ");
    return next === undefined
      ? []
      : [{ title: "", entries: [{ key: "paste", label, note, choose: inserted(next, part.root) }] }];
  }

  function joinGroup(): MenuGroup[] {
    if (place === "trigger" || findTarget(graph, place) !== undefined) return [];
    const entries = graph.nodes
      .filter((node) => !isTrigger(grammar, node))
      .flatMap((node): MenuEntry[] => {
        const next = joinStep(grammar, graph, place, node.id);
        if (next === undefined) return [];
        const { title, note } = describe(node);
        return [{ key: `join ${node.id}`, type: node.type, label: title, note, choose: inserted(next, node.id) }];
      });
    return [{ title: t.menu.join, entries }];
  }
}
