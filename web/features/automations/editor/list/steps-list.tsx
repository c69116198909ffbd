import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { stepMessages } from "../../detail/step-messages.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { PlusButton } from "../menu/plus-button.tsx";
import { figuresOf } from "../model/node-figures.ts";
import { findNode, type GraphNode } from "../model/graph.ts";
import { listRows, type Row } from "../model/rows.ts";
import { NodeBody } from "../node-body.tsx";
import { NodeMenu } from "../node-menu.tsx";
import { editorMessages } from "../messages.ts";
import { useOutputName } from "../use-output-name.ts";
import { useListChoice, useListKeys } from "./use-list-choice.ts";
import classes from "./list.module.css";

/** The same automation as a list: all of it by keyboard, and on a phone. */
export function StepsList() {
  const t = useMessages(editorMessages);
  const { graph, grammar, collapsed } = useAutomationEditor();
  const walk = useListKeys();
  return (
    // The arrows walk through the steps inside, which have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol className={classes["list"]} aria-label={t.list} onKeyDown={walk}>
      {listRows(grammar, graph, collapsed).map((row) => (
        <li key={row.key} style={{ paddingInlineStart: Math.min(row.depth, 6) * 20 }}>
          {row.kind === "plus" ? <PlusRow row={row} /> : <StepRow row={row} />}
        </li>
      ))}
    </ol>
  );
}

/** The name of a branch with the contacts that took it. */
function useBranchText() {
  const { number } = useFormats();
  const { counts, report, trial } = useAutomationEditor();
  const outputName = useOutputName();
  return (from: GraphNode, output: string): string => {
    const count = figuresOf({ counts, report, trial }, from).outputs[output];
    return count === undefined ? outputName(from, output) : `${outputName(from, output)} · ${number(count)}`;
  };
}

function PlusRow({ row }: { row: Extract<Row, { kind: "plus" }> }) {
  const { canEdit, graph, grammar } = useAutomationEditor();
  const branchText = useBranchText();
  const from = findNode(graph, row.place.from);
  if (from === undefined) return null;
  const outputs = grammar.steps.get(from.type)?.outputs.length ?? 1;
  const isBranch = from.type === "split" || outputs > 1;
  return (
    <span className={classes["plusRow"]}>
      {canEdit && <PlusButton place={row.place} />}
      {isBranch && row.isEnd && <i className={classes["branch"]}>{branchText(from, row.place.output)}</i>}
    </span>
  );
}

function StepRow({ row }: { row: Extract<Row, { kind: "step" }> }) {
  const t = useMessages(stepMessages);
  const messages = useMessages(editorMessages);
  const { counts, report, trial, describe, selection, openNode, graph, collapsed, toggleCollapsed } =
    useAutomationEditor();
  const branchText = useBranchText();
  const choose = useListChoice();
  const { node, branch, isRepeated } = row;
  const { title } = describe(node);
  const from = branch === undefined ? undefined : findNode(graph, branch.from);
  const badge = branch === undefined || from === undefined ? undefined : branchText(from, branch.output);
  if (isRepeated) {
    return (
      <span className={classes["repeated"]}>
        {badge !== undefined && <i className={classes["branch"]}>{badge}</i>}
        <button type="button" onClick={() => openNode(node.id)}>
          {t.repeated(title)}
        </button>
      </span>
    );
  }
  return (
    <span className={classes["step"]} data-selected={selection.has(node.id) || undefined}>
      <button
        type="button"
        className={classes["card"]}
        aria-pressed={selection.has(node.id)}
        onClick={(event) => choose(event, node.id)}
        data-node={node.id}
      >
        <NodeBody node={node} figures={figuresOf({ counts, report, trial }, node)} badge={badge} />
      </button>
      <NodeMenu node={node} />
      {collapsed.has(node.id) && (
        <button type="button" className={classes["expand"]} onClick={() => toggleCollapsed(node.id)}>
          {messages.actions.expand}
        </button>
      )}
    </span>
  );
}
