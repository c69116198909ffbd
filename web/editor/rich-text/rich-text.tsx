import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useState } from "react";
import { cleanPaste } from "./clean-paste.ts";
import { textExtensions } from "./extensions.ts";
import { FormatTools } from "./format-tools.tsx";
import { knownText, readText, showText } from "./known-text.ts";
import classes from "./rich-text.module.css";

type Props = {
  readonly label: string;
  readonly html: string;
  readonly onChange: (html: string) => void;
  /** False where data of the contact and fonts do not fit. */
  readonly isOfEmail?: boolean;
};

/** Text with bold, italic, links, lists and data of the contact. */
export function RichText({ label, html, onChange, isOfEmail = true }: Props) {
  const [known] = useState(() => knownText(html));
  const editor = useEditor({
    extensions: textExtensions(),
    content: known.edited.html,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: { role: "textbox", "aria-multiline": "true", "aria-label": label },
      transformPastedHTML: cleanPaste,
    },
    onUpdate: ({ editor: changed }) => onChange(readText(known, changed)),
  });
  // Between keys the block may be a step behind this field.
  useEffect(() => {
    if (!editor.isFocused) showText(known, editor, html);
  }, [editor, html, known]);
  return (
    <div>
      <p className={classes["label"]}>{label}</p>
      <div className={classes["box"]}>
        <FormatTools editor={editor} isOfEmail={isOfEmail} />
        <EditorContent editor={editor} className={classes["content"]} />
      </div>
    </div>
  );
}
