import { html } from "@codemirror/lang-html";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { basicSetup, EditorView } from "codemirror";
import { useEffect, useEffectEvent, useRef } from "react";
import "@fontsource-variable/jetbrains-mono/wght.css";
import { styleNonce } from "../theme/style-nonce.ts";

export type CodeEditorProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The name for screen readers. */
  readonly label: string;
  readonly language?: "html" | "text";
  readonly isReadOnly?: boolean;
  /** Gives the way to insert text at the cursor. */
  readonly onReady?: (handle: CodeHandle) => void;
};

export type CodeHandle = { readonly insert: (text: string) => void };

const colors = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.tagName, tags.keyword], color: "var(--pr-accent-text)" },
    { tag: [tags.attributeName, tags.propertyName], color: "var(--pr-plum-text)" },
    { tag: [tags.string, tags.attributeValue], color: "var(--pr-good-text)" },
    { tag: [tags.number, tags.color, tags.atom, tags.unit], color: "var(--pr-warn-text)" },
    {
      tag: [tags.comment, tags.angleBracket, tags.documentMeta, tags.processingInstruction],
      color: "var(--pr-text-3)",
    },
    { tag: tags.invalid, color: "var(--pr-bad-text)" },
  ]),
);

const appearance = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--pr-text)", backgroundColor: "var(--pr-surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--pr-mono)", fontVariantLigatures: "none", lineHeight: "20px" },
  ".cm-content": { caretColor: "var(--pr-text)", padding: "8px 0" },
  ".cm-cursor": { borderLeftColor: "var(--pr-text)" },
  ".cm-gutters": {
    backgroundColor: "var(--pr-sunken)",
    color: "var(--pr-text-3)",
    borderRight: "1px solid var(--pr-border)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--pr-accent-soft)",
  },
  ".cm-panels": { backgroundColor: "var(--pr-sunken)", color: "var(--pr-text)" },
});

const languages = { html: html(), text: [] } satisfies Record<string, Extension>;

/** The editor itself. Tab leaves it, so that the keyboard can pass through. */
export function CodeView({ value, onChange, label, language = "html", isReadOnly = false, onReady }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const report = useEffectEvent((text: string) => onChange(text));
  const announce = useEffectEvent((handle: CodeHandle) => onReady?.(handle));
  const initial = useRef(value);
  useEffect(() => {
    if (place.current === null) return undefined;
    const created = createView(place.current, { doc: initial.current, label, language, isReadOnly }, (text) =>
      report(text),
    );
    view.current = created;
    announce({
      insert: (text) => {
        created.dispatch(created.state.replaceSelection(text));
        created.focus();
      },
    });
    return () => created.destroy();
  }, [label, language, isReadOnly]);
  useEffect(() => {
    initial.current = value;
    const text = view.current?.state.doc.toString();
    if (text !== undefined && text !== value)
      view.current?.dispatch({ changes: { from: 0, to: text.length, insert: value } });
  }, [value]);
  return <div ref={place} style={{ height: "100%" }} />;
}

type Settings = { doc: string; label: string; language: keyof typeof languages; isReadOnly: boolean };

const createView = (
  parent: HTMLElement,
  { doc, label, language, isReadOnly }: Settings,
  onText: (text: string) => void,
) =>
  new EditorView({
    parent,
    doc,
    extensions: [
      EditorView.cspNonce.of(styleNonce()),
      basicSetup,
      languages[language],
      EditorView.lineWrapping,
      EditorState.readOnly.of(isReadOnly),
      // A text that cannot be edited can be scrolled by keyboard, too.
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onText(state.doc.toString());
      }),
      appearance,
      colors,
    ],
  });
