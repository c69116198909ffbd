import { useEffect, useReducer, useRef } from "react";
import { useLatest } from "../../ui/state/use-latest.ts";
import { asFailure, type ApiFailure } from "../../api/api-failure.ts";
import { toSource, type ContentWrite, type EditedContent, type Source } from "../model/source.ts";

export type SaveState = "saved" | "changed" | "saving" | "failed" | "conflict";

type State = {
  readonly source: Source;
  readonly past: readonly Source[];
  readonly future: readonly Source[];
  readonly version: number;
  readonly savedAt: Date | undefined;
  readonly state: SaveState;
  readonly failure: ApiFailure | undefined;
  /** Grows when the source changes from outside the fields: undo, another version. */
  readonly revision: number;
  readonly text: string | null;
};

type Event =
  | { readonly type: "change" | "restore"; readonly source: Source; readonly isStep: boolean }
  | { readonly type: "undo" | "redo" | "saving" }
  | { readonly type: "saved"; readonly version: number; readonly source: Source }
  | { readonly type: "failed"; readonly failure: ApiFailure }
  | { readonly type: "replace"; readonly content: EditedContent }
  | { readonly type: "rebase"; readonly version: number };

const start = (content: EditedContent): State => ({
  source: toSource(content),
  past: [],
  future: [],
  version: content.version,
  savedAt: undefined,
  state: "saved",
  failure: undefined,
  revision: 0,
  text: content.text,
});

const maxSteps = 100;

function reduce(state: State, event: Event): State {
  switch (event.type) {
    case "change":
    case "restore": {
      const past = event.isStep ? [...state.past, state.source].slice(-maxSteps) : state.past;
      const revision = event.type === "restore" ? state.revision + 1 : state.revision;
      return { ...state, source: event.source, past, future: [], state: changed(state), revision };
    }
    case "undo": {
      const source = state.past.at(-1);
      if (source === undefined) return state;
      const steps = { past: state.past.slice(0, -1), future: [state.source, ...state.future] };
      return { ...state, ...steps, source, state: changed(state), revision: state.revision + 1 };
    }
    case "redo": {
      const [source, ...future] = state.future;
      if (source === undefined) return state;
      const past = [...state.past, state.source];
      return { ...state, past, future, source, state: changed(state), revision: state.revision + 1 };
    }
    case "saving":
      return { ...state, state: "saving", failure: undefined };
    case "saved":
      return {
        ...state,
        version: event.version,
        savedAt: new Date(),
        state: event.source === state.source ? "saved" : "changed",
      };
    case "failed":
      return { ...state, failure: event.failure, state: event.failure.is("conflict version") ? "conflict" : "failed" };
    case "replace":
      return { ...start(event.content), revision: state.revision + 1 };
    case "rebase":
      return { ...state, version: event.version, failure: undefined, state: "changed" };
  }
}

/** A conflict stays until the person decides. */
const changed = ({ state }: State): SaveState => (state === "conflict" || state === "saving" ? state : "changed");

/** Typing in a field is one step of undo while pauses are shorter. */
const stepPause = 700;
const savePause = 1200;

/** The state shows the refusal. */
const quietly = (saving: Promise<unknown>) => saving.catch(() => undefined);

/** The edited source with undo, saved by itself after a pause. */
export function useDraft(content: EditedContent, save: (write: ContentWrite) => Promise<{ readonly version: number }>) {
  const [state, dispatch] = useReducer(reduce, content, start);
  const lastChange = useRef({ at: 0, what: "" });
  const latest = useLatest(state);

  /** Resolves to the saved version; throws the refusal. */
  const store = async (): Promise<number> => {
    const { source, version, text } = latest.current;
    dispatch({ type: "saving" });
    try {
      const answer = await save({ ...source, text, baseVersion: version });
      dispatch({ type: "saved", version: answer.version, source });
      return answer.version;
    } catch (error) {
      const failure = asFailure(error);
      dispatch({ type: "failed", failure });
      throw failure;
    }
  };
  const storing = useLatest(store);

  useEffect(() => {
    if (state.state !== "changed") return undefined;
    const isLatest = () => latest.current.source === state.source;
    const timer = setTimeout(() => void (isLatest() && quietly(storing.current())), savePause);
    return () => clearTimeout(timer);
  }, [state.state, state.source, latest, storing]);

  // What was changed within the pause is saved when the page is left.
  useEffect(
    () => () => {
      if (latest.current.state === "changed") void quietly(storing.current());
    },
    [latest, storing],
  );
  useEffect(() => {
    if (state.state === "saved") return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [state.state]);

  return {
    ...state,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    /** `what` names the edited field: changes of the same one in a row are one step. */
    change: (source: Source, what = "") => {
      const now = Date.now();
      const { at, what: before } = lastChange.current;
      const isStep = what === "" || what !== before || now - at > stepPause;
      lastChange.current = { at: now, what };
      dispatch({ type: "change", source, isStep });
    },
    /** Another source in place of this one: an older version, or code. */
    restore: (source: Source) => dispatch({ type: "restore", source, isStep: true }),
    undo: () => dispatch({ type: "undo" }),
    redo: () => dispatch({ type: "redo" }),
    saveNow: () => storing.current(),
    /** Shows other content instead, such as the newer version of another member. */
    replace: (other: EditedContent) => dispatch({ type: "replace", content: other }),
    /** Keeps the own changes and saves them above the other version. */
    rebase: (version: number) => dispatch({ type: "rebase", version }),
  };
}

export type Draft = ReturnType<typeof useDraft>;
