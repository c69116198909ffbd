import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useRef, useState, type ReactNode } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { DialogFoot } from "../../ui/dialog/form-dialog.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { EditorBar, type Width } from "../editor-bar.tsx";
import { EditorProvider, type Editor } from "../model/editor-context.tsx";
import type { EditedContent, Source } from "../model/source.ts";
import type { EmailDocument } from "../model/document.ts";
import { useDraft, type Draft } from "../saving/use-draft.ts";
import { TagsContext } from "../tags/tag-menu.tsx";
import { EditorPanes, PhoneMode } from "../visual-mode.tsx";
import { editorMessages } from "../messages.ts";
import { PageCanvas } from "./page-canvas.tsx";
import { toPageBlocks, type PageBlocks } from "./page-blocks.ts";
import { usePagePreview, type PagePreview } from "./use-page-preview.ts";
import classes from "../editor.module.css";

type SavedPage = { readonly blocks: PageBlocks | null; readonly version: number };

/** Where the edited page is kept. */
export type PageStore = {
  readonly saveDraft: (blocks: PageBlocks, baseVersion: number) => Promise<SavedPage>;
  readonly publish: (blocks: PageBlocks, baseVersion: number) => Promise<SavedPage>;
  /** The current page, after another member has saved. */
  readonly load: () => Promise<SavedPage>;
};

type Props = {
  readonly title: ReactNode;
  readonly page: SavedPage;
  readonly store: PageStore;
  readonly canEdit: boolean;
  readonly words: { readonly publish: string; readonly published: string };
  readonly actions?: ReactNode;
  /** As a landing page, unless given. */
  readonly preview?: PagePreview;
};

const toContent = ({ blocks, version }: SavedPage): EditedContent => ({
  kind: "blocks",
  html: "",
  text: null,
  version,
  ...(blocks === null ? {} : { blocks }),
});

const documentOf = (source: Source): EmailDocument => (source.kind === "blocks" ? source.blocks : { sections: [] });

/** The editor of a page in blocks. It saves a draft by itself; visitors see what is published. */
export function PageEditor({ title, page, store, canEdit, words, actions, preview }: Props) {
  const t = useMessages(editorMessages);
  const draft = useDraft(toContent(page), ({ blocks = { sections: [] }, baseVersion }) =>
    store.saveDraft(toPageBlocks(blocks), baseVersion),
  );
  const document = documentOf(draft.source);
  const { html, error } = usePagePreview(document, preview);
  const [width, setWidth] = useState<Width>("desktop");
  const isPhone = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  return (
    <div className={classes["editor"]} data-full-page="true">
      <EditorBar
        title={title}
        draft={draft}
        width={width}
        onWidth={setWidth}
        canEdit={canEdit}
        onTest={undefined}
        actions={
          <>
            {actions}
            {canEdit && <PublishButton draft={draft} store={store} words={words} />}
          </>
        }
      />
      {(error !== null || draft.state === "failed") && (
        <p className={classes["failed"]} role="alert">
          {error === null ? t.notSaved : t.notShown}
        </p>
      )}
      <PageParts draft={draft} document={document} canEdit={canEdit} isPhone={isPhone}>
        {isPhone ? <PhoneMode html={html} /> : <PageCanvas html={html} width={width === "mobile" ? 375 : undefined} />}
      </PageParts>
      <ConflictDialog draft={draft} store={store} />
    </div>
  );
}

type PartsProps = {
  readonly draft: Draft;
  readonly document: EmailDocument;
  readonly canEdit: boolean;
  readonly isPhone: boolean;
  readonly children: ReactNode;
};

function PageParts({ draft, document, canEdit, isPhone, children }: PartsProps) {
  const [selectedId, select] = useState<string>();
  const dragged = useRef<ReturnType<Editor["dragged"]>>(undefined);
  const editor: Editor = {
    document,
    medium: "page",
    shopId: null,
    selectedId,
    select,
    update: (change, what) => draft.change({ kind: "blocks", blocks: change(document) }, what),
    undo: draft.undo,
    redo: draft.redo,
    revision: draft.revision,
    canEdit,
    canArrange: !isPhone,
    dragged: () => dragged.current,
    drag: (node) => {
      dragged.current = node;
    },
  };
  return (
    <TagsContext value={false}>
      <EditorProvider value={editor}>{isPhone ? children : <EditorPanes>{children}</EditorPanes>}</EditorProvider>
    </TagsContext>
  );
}

/** What is not saved yet is saved first; a refusal shows in the bar. */
function PublishButton({ draft, store, words }: Pick<Props, "store" | "words"> & { draft: Draft }) {
  const toast = useToasts();
  const [isBusy, setBusy] = useState(false);
  const publish = async () => {
    setBusy(true);
    try {
      const version = draft.state === "saved" ? draft.version : await draft.saveNow();
      const saved = await store.publish(toPageBlocks(documentOf(draft.source)), version);
      draft.replace(toContent(saved));
      toast.done(words.published);
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={isBusy} disabled={draft.state === "conflict"} onClick={() => void publish()}>
      {words.publish}
    </Button>
  );
}

/** Another member saved a newer version: nothing is overwritten until the person decides. */
function ConflictDialog({ draft, store }: { draft: Draft; store: PageStore }) {
  const t = useMessages(editorMessages);
  const toast = useToasts();
  const current = Number(draft.failure?.params["current"] ?? draft.version);
  const takeOther = async () => {
    try {
      draft.replace(toContent(await store.load()));
    } catch (error) {
      toast.failed(error);
    }
  };
  return (
    <Modal
      opened={draft.state === "conflict"}
      onClose={() => undefined}
      title={t.conflict.title}
      withCloseButton={false}
    >
      <DialogFoot>
        <Button variant="default" data-autofocus onClick={() => draft.rebase(current)}>
          {t.conflict.keep(current + 1)}
        </Button>
        <Button onClick={() => void takeOther()}>{t.conflict.take(current)}</Button>
      </DialogFoot>
    </Modal>
  );
}
