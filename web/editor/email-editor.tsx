import { useMediaQuery } from "@mantine/hooks";
import { useRef, useState, type ReactNode } from "react";
import { useWords } from "../i18n/words.tsx";
import { CodeMode } from "./code/code-mode.tsx";
import { ConflictDialog } from "./dialogs/conflict-dialog.tsx";
import { SwitchDialog } from "./dialogs/switch-dialog.tsx";
import { TestDialog } from "./dialogs/test-dialog.tsx";
import { VersionsDrawer } from "./dialogs/versions-dialog.tsx";
import { EditorBar, type Width } from "./editor-bar.tsx";
import type { EmailStore } from "./email-store.ts";
import { FootBar } from "./foot-bar.tsx";
import { EditorProvider, type Editor } from "./model/editor-context.tsx";
import { issuesOf, type Content } from "./model/source.ts";
import { useDraft } from "./saving/use-draft.ts";
import { usePreview, type EmailSettings } from "./saving/use-preview.ts";
import { VisualMode } from "./visual-mode.tsx";
import { editorWords } from "./words.ts";
import classes from "./editor.module.css";

export type EmailEditorProps = {
  /** Shown in the bar, such as the name of the template. */
  readonly title: ReactNode;
  /** The content to start with; the caller changes the key to start again. */
  readonly content: Content;
  readonly email: EmailSettings;
  readonly store: EmailStore;
  readonly canEdit: boolean;
  /** Buttons at the right end of the bar; at most one is filled. */
  readonly actions?: ReactNode;
};

/** The editor of an e-mail, for a template and for a campaign. It saves by itself. */
export function EmailEditor({ title, content, email, store, canEdit, actions }: EmailEditorProps) {
  const t = useWords(editorWords);
  const draft = useDraft(content, store.save);
  const { source } = draft;
  const preview = usePreview(source, email);
  const [selectedId, select] = useState<string>();
  const [width, setWidth] = useState<Width>("desktop");
  const [open, setOpen] = useState<"versions" | "test" | "switch">();
  const isPhone = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  const dragged = useRef<ReturnType<Editor["dragged"]>>(undefined);
  const close = () => setOpen(undefined);
  const failed = preview.error ?? (draft.state === "failed" ? draft.failure : undefined);
  const issues = (failed && issuesOf(failed)) ?? [];
  const saveFirst = async () => {
    if (draft.state !== "saved") await draft.saveNow();
  };
  const shown = { html: preview.data?.html ?? "", width: width === "mobile" ? 375 : undefined };
  const canSwitch = canEdit && (source.kind === "blocks" || store.toBlocks !== undefined);
  return (
    <div className={classes["editor"]} data-full-page="true">
      <EditorBar
        title={title}
        draft={draft}
        width={width}
        onWidth={setWidth}
        canEdit={canEdit}
        onTest={() => setOpen("test")}
        actions={actions}
      />
      {failed !== undefined && failed !== null && (
        <p className={classes["failed"]} role="alert">
          {issues.length > 0 || failed.code === "validation" ? t.notRendered : t.notSaved}
        </p>
      )}
      {source.kind === "blocks" ? (
        <EditorProvider
          value={{
            document: source.blocks,
            selectedId,
            select,
            update: (change, what) => draft.change({ kind: "blocks", blocks: change(source.blocks) }, what),
            revision: draft.revision,
            canEdit,
            canArrange: !isPhone,
            dragged: () => dragged.current,
            drag: (node) => {
              dragged.current = node;
            },
          }}
        >
          <VisualMode preview={shown} isPhone={isPhone} onUndo={draft.undo} onRedo={draft.redo} />
        </EditorProvider>
      ) : (
        <CodeMode
          key={draft.revision}
          source={source}
          preview={shown}
          canEdit={canEdit}
          onChange={(next) => draft.change(next, "code")}
        />
      )}
      <FootBar
        preview={preview.data}
        issues={issues.length > 0 ? issues : (preview.data?.issues ?? [])}
        kind={source.kind}
        onVersions={() => setOpen("versions")}
        onSwitch={canSwitch && !isPhone ? () => setOpen("switch") : undefined}
      />
      <ConflictDialog draft={draft} store={store} />
      <VersionsDrawer
        isOpen={open === "versions"}
        onClose={close}
        store={store}
        canEdit={canEdit}
        onRestore={(restored) => draft.restore(restored)}
      />
      <TestDialog isOpen={open === "test"} onClose={close} store={store} saveFirst={saveFirst} />
      <SwitchDialog isOpen={open === "switch"} onClose={close} draft={draft} store={store} mjml={preview.data?.mjml} />
    </div>
  );
}
