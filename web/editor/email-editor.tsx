import { useMediaQuery } from "@mantine/hooks";
import { useRef, useState, type ComponentProps, type ReactNode } from "react";
import type { ApiFailure } from "../api/api-failure.ts";
import { useMessages } from "../i18n/messages.tsx";
import type { Contact } from "../ui/people/contact-select.tsx";
import { CodeMode } from "./code/code-mode.tsx";
import { ConflictDialog } from "./dialogs/conflict-dialog.tsx";
import { SwitchDialog } from "./dialogs/switch-dialog.tsx";
import { TestDialog } from "./dialogs/test-dialog.tsx";
import { VersionsDrawer } from "./dialogs/versions-dialog.tsx";
import { EditorBar, type Width } from "./editor-bar.tsx";
import type { EmailStore } from "./email-store.ts";
import { Envelope } from "./envelope.tsx";
import { EditorFooter } from "./editor-footer.tsx";
import { EditorProvider, type Editor } from "./model/editor-context.tsx";
import type { EmailDocument } from "./model/document.ts";
import { readIssues, type Content } from "./model/source.ts";
import { useDraft, type Draft } from "./saving/use-draft.ts";
import { usePreview, type EmailSettings, type Preview } from "./saving/use-preview.ts";
import { VisualMode } from "./visual-mode.tsx";
import { editorMessages } from "./messages.ts";
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
  const draft = useDraft(content, store.save);
  const { source } = draft;
  const [reader, setReader] = useState<Contact>();
  const preview = usePreview(source, email, reader);
  const selection = useState<string>();
  const [width, setWidth] = useState<Width>("desktop");
  const [open, setOpen] = useState<OpenDialog>();
  const isPhone = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  const failure = findFailure(preview.error, draft);
  const issues = failure === undefined ? [] : readIssues(failure);
  const rendered = preview.data ?? notRenderedYet;
  const frameWidth = width === "mobile" ? 375 : undefined;
  const canSwitch = canEdit && !isPhone && (source.kind === "blocks" || store.toBlocks !== undefined);
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
      <Envelope email={preview.data} isRendering={preview.isRendering} reader={reader} onReader={setReader} />
      {failure !== undefined && (
        <FailureNote
          isRejected={issues.length > 0 || failure.code === "validation"}
          isOfPreview={failure === preview.error}
        />
      )}
      {source.kind === "blocks" ? (
        <BlocksMode
          draft={draft}
          document={source.blocks}
          shopId={email.shopId}
          shown={preview.shown}
          width={frameWidth}
          selection={selection}
          canEdit={canEdit}
          isPhone={isPhone}
        />
      ) : (
        <CodeMode
          key={draft.revision}
          source={source}
          html={preview.shown.html}
          width={frameWidth}
          canEdit={canEdit}
          onChange={(next) => draft.change(next, "code")}
        />
      )}
      <EditorFooter
        preview={preview.data}
        issues={issues.length > 0 ? issues : rendered.issues}
        kind={source.kind}
        onVersions={() => setOpen("versions")}
        onSwitch={canSwitch ? () => setOpen("switch") : undefined}
      />
      <Dialogs
        open={open}
        onClose={() => setOpen(undefined)}
        draft={draft}
        store={store}
        canEdit={canEdit}
        mjml={rendered.mjml}
      />
    </div>
  );
}

type OpenDialog = "versions" | "test" | "switch";

const notRenderedYet: Partial<Preview> & Pick<Preview, "issues"> = { issues: [] };

/** The failure of the last rendering, otherwise of the last save. */
function findFailure(ofPreview: ApiFailure | null, { state, failure }: Draft): ApiFailure | undefined {
  return ofPreview ?? (state === "failed" ? failure : undefined);
}

/** The e-mail as it is cannot be rendered, or nothing reached the server. */
function FailureNote({ isRejected, isOfPreview }: { readonly isRejected: boolean; readonly isOfPreview: boolean }) {
  const t = useMessages(editorMessages);
  return (
    <p className={classes["failed"]} role="alert">
      {isRejected ? t.notRendered : isOfPreview ? t.notShown : t.notSaved}
    </p>
  );
}

type BlocksModeProps = ComponentProps<typeof VisualMode> & {
  readonly draft: Draft;
  readonly document: EmailDocument;
  readonly shopId: string | null;
  readonly selection: readonly [string | undefined, (id: string | undefined) => void];
  readonly canEdit: boolean;
};

function BlocksMode({ draft, document, shopId, selection, canEdit, ...shown }: BlocksModeProps) {
  const [selectedId, select] = selection;
  const dragged = useRef<ReturnType<Editor["dragged"]>>(undefined);
  return (
    <EditorProvider
      value={{
        document,
        medium: "email",
        shopId,
        selectedId,
        select,
        update: (change, what) => draft.change({ kind: "blocks", blocks: change(document) }, what),
        undo: draft.undo,
        redo: draft.redo,
        revision: draft.revision,
        canEdit,
        canArrange: !shown.isPhone,
        dragged: () => dragged.current,
        drag: (node) => {
          dragged.current = node;
        },
      }}
    >
      <VisualMode {...shown} />
    </EditorProvider>
  );
}

type DialogsProps = {
  readonly open: OpenDialog | undefined;
  readonly onClose: () => void;
  readonly draft: Draft;
  readonly store: EmailStore;
  readonly canEdit: boolean;
  readonly mjml: string | undefined;
};

function Dialogs({ open, onClose, draft, store, canEdit, mjml }: DialogsProps) {
  const saveFirst = async () => {
    if (draft.state !== "saved") await draft.saveNow();
  };
  return (
    <>
      <ConflictDialog draft={draft} store={store} />
      <VersionsDrawer
        isOpen={open === "versions"}
        onClose={onClose}
        store={store}
        canEdit={canEdit}
        onRestore={(restored) => draft.restore(restored)}
      />
      <TestDialog isOpen={open === "test"} onClose={onClose} sendTest={store.sendTest} saveFirst={saveFirst} />
      <SwitchDialog isOpen={open === "switch"} onClose={onClose} draft={draft} store={store} mjml={mjml} />
    </>
  );
}
