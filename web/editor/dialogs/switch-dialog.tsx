import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import type { EmailStore } from "../email-store.ts";
import type { Draft } from "../saving/use-draft.ts";
import { editorMessages } from "../messages.ts";

type Props = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly draft: Draft;
  readonly store: EmailStore;
  /** The MJML of the blocks that the preview shows. */
  readonly mjml: string | undefined;
};

/** From blocks to MJML, or from code to blocks. Both are new versions; the older one can be restored. */
export function SwitchDialog({ isOpen, onClose, draft, store, mjml }: Props) {
  const t = useMessages(editorMessages);
  const toast = useToasts();
  const [isBusy, setBusy] = useState(false);
  const isVisual = draft.source.kind === "blocks";
  const convert = async () => {
    setBusy(true);
    try {
      const { state, version } = draft;
      const saved = state === "saved" ? version : await draft.saveNow();
      const content = await store.toBlocks?.(saved);
      if (content !== undefined) draft.replace(content);
      onClose();
    } catch (error) {
      toast.failed(error, t.notConverted);
    } finally {
      setBusy(false);
    }
  };
  const confirm = () => {
    if (!isVisual) {
      void convert();
      return;
    }
    if (mjml !== undefined) draft.restore({ kind: "mjml", mjml });
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isVisual ? t.toCodeTitle : t.toBlocksTitle}
      action={isVisual ? t.toCode : t.toBlocks}
      isBusy={isBusy}
      onConfirm={confirm}
    >
      {isVisual ? t.toCodeText : t.toBlocksText}
    </ConfirmDialog>
  );
}
