import { useEffect, useRef, useState } from "react";
import { ApiFailure, asFailure } from "../../../../api/api-failure.ts";
import { call, send } from "../../../../api/client.ts";
import { createLatest, outdated } from "../../../../api/latest.ts";
import type { OutputOf } from "../../../../api/operations.ts";
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
  const [saved, setSaved] = useState<Saved>({ graph, version: automation.version, at: undefined });
  const [validation, setValidation] = useState<Validation>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSaving, setSaving] = useState(false);
  const [checks] = useState(createLatest);
  const checked = useRef<Graph | undefined>(graph);
  const refused = useRef<Graph>(undefined);
  const latest = useLatest({ graph, saved });
  const isChanged = saved.graph !== graph;

  /** Resolves to the version, or to undefined where it was refused. */
  const save = async (): Promise<number | undefined> => {
    const { graph: sent, saved: before } = latest.current;
    setSaving(true);
    setFailure(undefined);
    try {
      const { version } = await call("PUT /automations/{automation_id}/graph", {
        params: { automation_id: id },
        body: {
          graph: sent,
          baseVersion: before.version,
          ...(status === "active" ? { confirmRunning: true } : {}),
        },
      });
      setSaved({ graph: sent, version, at: new Date() });
      return version;
    } catch (error) {
      refused.current = sent;
      setFailure(asFailure(error));
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  const saving = useLatest(save);

  const check = async () => {
    const { graph: shown } = latest.current;
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
    if (mayBeSaved && latest.current.graph === shown && latest.current.saved.graph !== shown) await saving.current();
  };
  const checking = useLatest(check);

  useEffect(() => {
    if (!canEdit || isSaving || checked.current === graph) return undefined;
    const timer = setTimeout(() => void checking.current(), checkPause);
    return () => clearTimeout(timer);
  }, [graph, isSaving, canEdit, checking]);

  const hasErrors = (validation?.errors.length ?? 0) > 0;
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
    incomplete: validation?.incomplete ?? automation.issues,
    save: () => saving.current(),
    forgetFailure: () => setFailure(undefined),
    /** Goes on from another version, whose graph is shown now. */
    rebase: (version: number, theirs: Graph) => {
      // The refused graph may come back by undo: it is checked and saved again then.
      refused.current = undefined;
      checked.current = undefined;
      setFailure(undefined);
      setSaved({ graph: theirs, version, at: new Date() });
    },
  };
}

export type GraphSaving = ReturnType<typeof useGraphSaving>;
