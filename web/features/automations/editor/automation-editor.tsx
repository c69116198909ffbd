import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useMemo, useReducer, useState } from "react";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { LeaveGuard } from "../../../ui/dialog/leave-guard.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
import { useStepText } from "../detail/step-text.ts";
import { automationsMessages } from "../messages.ts";
import { ConflictDialog } from "./dialogs/conflict-dialog.tsx";
import { WaitingDialog } from "./dialogs/waiting-dialog.tsx";
import { EditorBar, type View } from "./editor-bar.tsx";
import { AutomationEditorProvider, type MenuPlace } from "./editor-context.ts";
import { IssuesCard } from "./issues-card.tsx";
import { StepsList } from "./list/steps-list.tsx";
import { createGrammar } from "./model/grammar.ts";
import { findNode, isWhollyKnown, readGraph, type EditorData, type StoredGraph } from "./model/graph.ts";
import { reduceHistory, startHistory } from "./model/history.ts";
import type { Trial } from "../trial/trial.ts";
import { NodePanel } from "./panel/node-panel.tsx";
import { useGraphSaving } from "./saving/use-graph-saving.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { StartTile } from "./start-tile.tsx";
import { TrialBar } from "./trial/trial-bar.tsx";
import { useLiveFigures } from "./use-live-figures.ts";
import { useSelection } from "./use-selection.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useUndoOffer } from "./use-undo-offer.ts";
import { editorMessages } from "./messages.ts";
import classes from "./editor.module.css";

/** Loaded with the first canvas: the list does without its library. */
const Canvas = lazy(async () => ({ default: (await import("./canvas/canvas.tsx")).Canvas }));

export function AutomationEditor({ data }: { data: EditorData }) {
  const t = useMessages(automationsMessages);
  const messages = useMessages(editorMessages);
  const can = useCan();
  const { automation } = data;
  const [stored, setStored] = useState<StoredGraph>(automation.graph);
  // Saving would remove the steps that the app does not know.
  const isKnown = useMemo(() => isWhollyKnown(stored), [stored]);
  const canEdit = can("campaigns", "full") && isKnown;
  const grammar = useMemo(() => createGrammar(data.types), [data.types]);
  const [history, dispatch] = useReducer(reduceHistory, data, ({ automation: { graph } }) =>
    startHistory(readGraph(graph)),
  );
  const { graph, past, future, revision } = history;
  const saving = useGraphSaving(automation, graph, canEdit);
  const [{ view, node }, setAddress] = useAddress();
  const chosen = useSelection(graph, node);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [trial, showTrial] = useState<Trial>();
  const [menuAt, openMenu] = useState<MenuPlace>();
  const isPhone = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  const shownView: View = isPhone || view === "list" ? "list" : "canvas";
  const describe = useStepText(data);
  const figures = useLiveFigures(data);
  const issues = useMemo(() => [...saving.errors, ...saving.incomplete], [saving.errors, saving.incomplete]);
  const undo = () => dispatch({ type: "undo" });
  const offerUndo = useUndoOffer(graph, undo);
  const editor = {
    ...chosen,
    ...figures,
    trial,
    showTrial,
    data,
    grammar,
    graph,
    canEdit,
    isSaved: saving.state === "saved",
    revision,
    issues,
    describe,
    collapsed,
    toggleCollapsed: (id: string) => setCollapsed(toggled(collapsed, id)),
    change: (next: typeof graph | undefined, field?: string) =>
      next !== undefined && dispatch({ type: "change", graph: next, ...(field === undefined ? {} : { field }) }),
    undo,
    offerUndo,
    redo: () => dispatch({ type: "redo" }),
    menuAt,
    openMenu,
  };
  const shown = chosen.single === undefined ? undefined : findNode(graph, chosen.single);
  const panel = shown !== undefined && <NodePanel key={shown.id} node={shown} />;
  return (
    <AutomationEditorProvider value={editor}>
      <Breadcrumbs parent={t.title} to="/automations" current={automation.name} />
      <Shortcuts>
        <EditorBar
          saving={saving}
          view={shownView}
          onView={(next) => setAddress({ view: next === "list" ? "list" : undefined })}
          canUndo={past.length > 0}
          canRedo={future.length > 0}
          isPhone={isPhone}
        />
        <TrialBar />
        <div className={classes["panes"]} data-panel={(panel !== false && !isPhone) || undefined}>
          <div className={classes["middle"]} data-view={shownView}>
            {!isKnown && (
              <div className={classes["unknown"]}>
                <Callout tone="warn">{messages.unknownSteps}</Callout>
              </div>
            )}
            <IssuesCard saving={saving} />
            {graph.nodes.length === 0 && <StartTile />}
            {graph.nodes.length > 0 && shownView === "list" && <StepsList />}
            {graph.nodes.length > 0 && shownView === "canvas" && (
              <Suspense fallback={<Loading />}>
                <Canvas />
              </Suspense>
            )}
            <SelectionBar />
          </div>
          {!isPhone && panel}
        </div>
        {isPhone && (
          <Drawer
            opened={shown !== undefined}
            onClose={() => chosen.select([])}
            position="bottom"
            size="85%"
            withCloseButton={false}
            padding={0}
            attributes={{ content: { "aria-label": shown === undefined ? "" : messages.panel(describe(shown).title) } }}
          >
            {panel}
          </Drawer>
        )}
      </Shortcuts>
      <ConflictDialog saving={saving} onLoad={setStored} />
      <WaitingDialog saving={saving} />
      <LeaveGuard isDirty={() => saving.isChanged} save={saving.saveBeforeLeaving} />
    </AutomationEditorProvider>
  );
}

function Shortcuts({ children }: { children: React.ReactNode }) {
  const onKeyDown = useShortcuts();
  return (
    // The keys belong to what has the focus inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes["editor"]} data-full-page="true" onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
