import { html } from "@codemirror/lang-html";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { useEffect, useRef } from "react";
import "@fontsource-variable/jetbrains-mono/wght.css";
import { styleNonce } from "../../ui/theme/style-nonce.ts";
import classes from "./code.module.css";

export type CodeHandle = { readonly insert: (text: string) => void };

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isReadOnly?: boolean;
  /** Gives the way to insert text at the cursor. */
  readonly onReady?: (handle: CodeHandle) => void;
};

/** HTML, MJML and Twig; the value is read once, the caller changes the key to show another one. */
export function CodeEditor({ label, value, onChange, isReadOnly = false, onReady }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ value, label, isReadOnly, onChange, onReady });
  latest.current = { value, label, isReadOnly, onChange, onReady };
  useEffect(() => {
    const { current: first } = latest;
    if (place.current === null) return undefined;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.value,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          basicSetup,
          html(),
          EditorView.lineWrapping,
          EditorState.readOnly.of(first.isReadOnly),
          EditorView.contentAttributes.of({ "aria-label": first.label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    first.onReady?.({
      insert: (text) => {
        view.dispatch(view.state.replaceSelection(text));
        view.focus();
      },
    });
    return () => view.destroy();
  }, []);
  return <div ref={place} className={classes["editor"]} />;
}
