import { Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { DialogFoot } from "../../ui/dialog/form-dialog.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { uiMessages } from "../../ui/messages.ts";
import type { EmailStore } from "../email-store.ts";
import type { Draft } from "../saving/use-draft.ts";
import { editorMessages } from "../messages.ts";
import classes from "./dialogs.module.css";

/** Another member saved a newer version: nothing is overwritten until the person decides. */
export function ConflictDialog({ draft, store }: { draft: Draft; store: EmailStore }) {
  const t = useMessages(editorMessages);
  const ui = useMessages(uiMessages);
  const { ago } = useFormats();
  const toast = useToasts();
  const [isBusy, setBusy] = useState(false);
  const isOpen = draft.state === "conflict";
  const current = Number(draft.failure?.params["current"] ?? draft.version);
  const { data } = useQuery({ ...store.versions(1), enabled: isOpen, staleTime: 0 });
  const other = data?.items.find(({ version }) => version === current);
  const takeOther = async () => {
    setBusy(true);
    try {
      draft.replace(await store.load());
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={isOpen} onClose={() => undefined} title={t.conflict.title} withCloseButton={false}>
      <div className={classes["sides"]}>
        <div>
          <p className={classes["side"]}>{t.conflict.yours}</p>
          <p className={classes["figure"]}>{t.version(draft.version)}</p>
          <p className={classes["proof"]}>{t.conflict.yoursText}</p>
        </div>
        <div>
          <p className={classes["side"]}>{t.conflict.other}</p>
          <p className={classes["figure"]}>{t.version(current)}</p>
          <p className={classes["proof"]}>
            {other === undefined ? ui.loading : t.savedBy(other.authorName ?? t.api, ago(other.createdAt))}
          </p>
        </div>
      </div>
      <p className={classes["text"]}>{t.conflict.text}</p>
      <DialogFoot>
        <Button variant="default" data-autofocus onClick={() => draft.rebase(current)}>
          {t.conflict.keep(current + 1)}
        </Button>
        <Button loading={isBusy} onClick={() => void takeOther()}>
          {t.conflict.take(current)}
        </Button>
      </DialogFoot>
    </Modal>
  );
}
