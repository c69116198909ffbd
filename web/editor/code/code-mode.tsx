import { useRef } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { ScaledEmail } from "../../ui/email-frame/scaled-email.tsx";
import type { Source } from "../model/source.ts";
import { TagMenu } from "../tags/tag-menu.tsx";
import { editorMessages } from "../messages.ts";
import { CodeEditor } from "../../ui/code/code-editor.tsx";
import type { CodeHandle } from "../../ui/code/code-view.tsx";
import classes from "../editor.module.css";

type CodeSource = Exclude<Source, { kind: "blocks" }>;

type Props = {
  readonly source: CodeSource;
  readonly html: string;
  readonly width: number | undefined;
  readonly canEdit: boolean;
  readonly onChange: (source: CodeSource) => void;
};

/** The code beside the rendered e-mail. */
export function CodeMode({ source, html, width, canEdit, onChange }: Props) {
  const t = useMessages(editorMessages);
  const handle = useRef<CodeHandle>(undefined);
  const label = source.kind === "mjml" ? "MJML" : "HTML";
  return (
    <div className={classes["codePanes"]}>
      <div className={classes["code"]}>
        <div className={classes["codeHead"]}>
          <h2>{label}</h2>
          {canEdit && <TagMenu onChoose={(tag) => handle.current?.insert(tag)} />}
        </div>
        <div className={classes["codeBody"]}>
          <CodeEditor
            height="100%"
            label={t.codeOf(label)}
            value={source.kind === "mjml" ? source.mjml : source.html}
            isReadOnly={!canEdit}
            onReady={(ready) => {
              handle.current = ready;
            }}
            onChange={(text) =>
              onChange(source.kind === "mjml" ? { kind: "mjml", mjml: text } : { kind: "html", html: text })
            }
          />
        </div>
      </div>
      <div className={classes["middle"]} role="region" aria-label={t.preview} tabIndex={0}>
        <div className={classes["codePreview"]}>
          <ScaledEmail html={html} title={t.preview} {...(width === undefined ? {} : { width })} />
        </div>
      </div>
    </div>
  );
}
