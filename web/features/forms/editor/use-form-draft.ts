import { useEffect, useRef, useState } from "react";
import { asFailure, type ApiFailure } from "../../../api/api-failure.ts";
import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { createQueue } from "../../../api/queue.ts";
import { useLatest } from "../../../ui/state/use-latest.ts";

export type StoredDraft = OutputOf<"GET /forms/{form_id}/draft">;
export type FormContent = StoredDraft["content"];
export type SaveState = "saved" | "changed" | "saving" | "failed" | "conflict";

const savePause = 900;

type State = {
  readonly content: FormContent;
  /** The newest answer of the server, and what it stored. */
  readonly stored: StoredDraft;
  readonly storedContent: FormContent;
  readonly isSaving: boolean;
  /** Why the server refused this content; another content is tried again. */
  readonly refused: { readonly content: FormContent; readonly failure: ApiFailure } | undefined;
  readonly savedAt: Date | undefined;
};

const start = (stored: StoredDraft): State => ({
  content: stored.content,
  stored,
  storedContent: stored.content,
  isSaving: false,
  refused: undefined,
  savedAt: undefined,
});

function saveStateOf({ content, storedContent, isSaving, refused }: State): SaveState {
  if (isSaving) return "saving";
  if (refused?.failure.is("conflict revision") === true) return "conflict";
  if (refused?.content === content) return "failed";
  return content === storedContent ? "saved" : "changed";
}

/** The edited form. It is saved as a draft after a pause, so visitors see nothing of it. */
export function useFormDraft(formId: string, loaded: StoredDraft) {
  const [state, setState] = useState(() => start(loaded));
  const latest = useLatest(state);
  const params = { form_id: formId };
  /** Known at once, also while the page is too busy to render it. */
  const storedNow = useRef({ content: loaded.content, revision: loaded.revision });
  const [enqueue] = useState(createQueue);

  const save = async (known?: number): Promise<number> => {
    const { content } = latest.current;
    const { content: storedContent, revision } = storedNow.current;
    if (known === undefined && content === storedContent) return revision;
    setState((now) => ({ ...now, isSaving: true, refused: undefined }));
    try {
      const body = { ...content, revision: known ?? revision };
      const stored = await call("PUT /forms/{form_id}/draft", { params, body });
      storedNow.current = { content, revision: stored.revision };
      setState((now) => ({ ...now, stored, storedContent: content, isSaving: false, savedAt: new Date() }));
      return stored.revision;
    } catch (error) {
      const failure = asFailure(error);
      setState((now) => ({ ...now, isSaving: false, refused: { content, failure } }));
      throw failure;
    }
  };
  /** One save after another. Resolves to the revision that is stored; throws the refusal. */
  const store = (revision?: number): Promise<number> => enqueue(() => save(revision));
  const storing = useLatest(store);
  const saveState = saveStateOf(state);

  useEffect(() => {
    if (saveState !== "changed") return undefined;
    const isLatest = () => latest.current.content === state.content;
    const timer = setTimeout(() => void (isLatest() && storing.current().catch(() => undefined)), savePause);
    return () => clearTimeout(timer);
  }, [saveState, state.content, latest, storing]);

  // What was changed within the pause is saved when the editor starts again.
  useEffect(
    () => () => {
      if (saveStateOf(latest.current) === "changed") void storing.current().catch(() => undefined);
    },
    [latest, storing],
  );

  return {
    content: state.content,
    stored: state.stored,
    state: saveState,
    savedAt: state.savedAt,
    failure: state.refused?.content === state.content || saveState === "conflict" ? state.refused?.failure : undefined,
    change: (changes: Partial<FormContent>) => setState((now) => ({ ...now, content: { ...now.content, ...changes } })),
    /** The revision that holds everything that was typed. */
    saveNow: () => storing.current(),
    /** What was refused is not sent again; false where something stays unsaved. */
    saveBeforeLeaving: async (): Promise<boolean> => {
      if (saveState === "failed" || saveState === "conflict") return false;
      return storing.current().then(
        () => true,
        () => false,
      );
    },
    /** Keeps the own changes instead of the draft of another member. */
    overwrite: (revision: number) => void storing.current(revision).catch(() => undefined),
  };
}

export type FormDraft = ReturnType<typeof useFormDraft>;
/** What the tabs of the editor need. */
export type TabProps = {
  readonly draft: FormDraft;
  readonly canEdit: boolean;
};
