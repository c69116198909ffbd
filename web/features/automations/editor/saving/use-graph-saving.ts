import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiFailure, asFailure } from "../../../../api/api-failure.ts";
import { call, send } from "../../../../api/client.ts";
import { createLatest, outdated } from "../../../../api/latest.ts";
import type { OutputOf } from "../../../../api/operations.ts";
import { toQueryKey } from "../../../../api/queries.ts";
import { createQueue } from "../../../../api/queue.ts";
import { useLatest } from "../../../../ui/state/use-latest.ts";
import type { EditorData, Graph } from "../model/graph.ts";

export type SaveState = "saved" | "changed" | "saving" | "failed";

type Automation = EditorData["automation"];
type Validation = OutputOf<"POST /automations/validate">;

type Saved = { readonly graph: Graph; readonly version: number; readonly at: Date | undefined };

const checkPause = 700;

/**
 * Checks the graph after each pause, and saves it: a draft by itself, any other automation when `save` is called. What
 * was refused is saved again only after a change or a decision of the person.
 */
export function useGraphSaving(automation: Automation, graph: Graph, canEdit: boolean) {
  const { id, shopId, status } = automation;
  const client = useQueryClient();
  const [saved, setSaved] = useState<Saved>({ graph, version: automation.version, at: undefined });
  /** Known before it is rendered: the next save starts from it. */
  const savedNow = useRef(saved);
  const [validation, setValidation] = useState<Validation>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSaving, setSaving] = useState(false);
  const [checks] = useState(createLatest);
  const [enqueue] = useState(createQueue);
  const checked = useRef<Graph | undefined>(graph);
  const refused = useRef<Graph>(undefined);
  const latest = useLatest(graph);
  const isChanged = saved.graph !== graph;
  const keepSaved = (next: Saved) => {
    savedNow.current = next;
    setSaved(next);
  };

  const store = async (): Promise<number | ApiFailure> => {
    const sent = latest.current;
    const before = savedNow.current;
    setFailure(undefined);
    if (before.graph === sent) return before.version;
    setSaving(true);
    try {
      const { version } = await call("PUT /automations/{automation_id}/graph", {
        params: { automation_id: id },
        body: {
          graph: sent,
          baseVersion: before.version,
          ...(status === "active" ? { confirmRunning: true } : {}),
        },
      });
      keepSaved({ graph: sent, version, at: new Date() });
      return version;
    } catch (error) {
      const refusal = asFailure(error);
      refused.current = sent;
      setFailure(refusal);
      // Somebody has started the automation meanwhile: its editor saves by hand from now on.
      if (refusal.is("conflict confirm"))
        await client.invalidateQueries({ queryKey: toQueryKey("GET /automations/{automation_id}/editor") });
      return refusal;
    } finally {
      setSaving(false);
    }
  };
  /** One save after another. Resolves to the version or to the refusal. */
  const save = () => enqueue(store);
  const saving = useLatest(save);

  const check = async () => {
    const shown = latest.current;
    checked.current = shown;
    const answer = await checks
      .run((signal) => send<Validation>("POST /automations/validate", { body: { shopId, graph: shown } }, { signal }))
      .catch(asFailure);
    if (answer === outdated) return;
    if (answer instanceof ApiFailure) {
      setFailure(answer);
      return;
    }
    setValidation(answer);
    const mayBeSaved = status === "draft" && answer.errors.length === 0 && refused.current !== shown;
    if (mayBeSaved && latest.current === shown && savedNow.current.graph !== shown) await saving.current();
  };
  const checking = useLatest(check);

  useEffect(() => {
    if (!canEdit || isSaving || checked.current === graph) return undefined;
    const timer = setTimeout(() => void checking.current(), checkPause);
    return () => clearTimeout(timer);
  }, [graph, isSaving, canEdit, checking]);

  const hasErrors = (validation?.errors.length ?? 0) > 0;
  const incomplete = validation?.incomplete ?? automation.issues;
  const state: SaveState = isSaving ? "saving" : failure === undefined ? (isChanged ? "changed" : "saved") : "failed";
  return {
    state,
    isChanged,
    hasErrors,
    version: saved.version,
    savedGraph: saved.graph,
    savedAt: saved.at,
    failure,
    errors: validation?.errors ?? [],
    incomplete,
    /** What a draft may miss until it is started keeps a running automation from being saved. */
    isIncomplete: status === "active" && incomplete.length > 0,
    save: () => saving.current(),
    /** A draft without errors saves itself; false where something stays unsaved. */
    saveBeforeLeaving: async () =>
      status === "draft" && !hasErrors && failure === undefined && typeof (await saving.current()) === "number",
    forgetFailure: () => setFailure(undefined),
    /** Goes on from another version, whose graph is shown now. */
    rebase: (version: number, theirs: Graph) => {
      // The refused graph may come back by undo: it is checked and saved again then.
      refused.current = undefined;
      checked.current = undefined;
      setFailure(undefined);
      keepSaved({ graph: theirs, version, at: new Date() });
    },
  };
}

export type GraphSaving = ReturnType<typeof useGraphSaving>;
