import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../../api/client.ts";
import { useChange } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { DialogFoot } from "../../../../ui/dialog/form-dialog.tsx";
import { useToasts } from "../../../../ui/state/toasts.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import { readGraph, type StoredGraph } from "../model/graph.ts";
import type { GraphSaving } from "../saving/use-graph-saving.ts";
import { editorMessages } from "../messages.ts";
import classes from "../editor.module.css";

type Props = { readonly saving: GraphSaving; readonly onLoad: (graph: StoredGraph) => void };

/** Another member saved a newer version: the person loads it, or keeps the own state as another automation. */
export function ConflictDialog({ saving, onLoad }: Props) {
  const t = useMessages(editorMessages);
  const toast = useToasts();
  const { data, graph, change } = useAutomationEditor();
  const { id, name, shopId } = data.automation;
  const [isBusy, setBusy] = useState(false);
  const isOpen = saving.failure?.is("conflict version") === true;
  const theirs = Number(saving.failure?.params["current"] ?? saving.version);
  const take = async () => {
    setBusy(true);
    try {
      const automation = await call("GET /automations/{automation_id}", { params: { automation_id: id } });
      const loaded = readGraph(automation.graph);
      onLoad(automation.graph);
      change(loaded);
      saving.rebase(automation.version, loaded);
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  };
  const copy = useChange("POST /automations", {
    refresh: ["GET /automations"],
    onDone: (made) => {
      toast.done(t.conflict.copied(made.name));
      void take();
    },
    onFailed: (error) => toast.failed(error),
  });
  return (
    <Modal opened={isOpen} onClose={() => undefined} title={t.conflict.title} withCloseButton={false}>
      <p className={classes["dialogText"]}>{t.conflict.text(saving.version, theirs)}</p>
      <p className={classes["dialogText"]}>{t.conflict.takeText}</p>
      <DialogFoot>
        <Button
          variant="default"
          loading={copy.isPending}
          onClick={() => copy.mutate({ body: { name: t.conflict.copyName(name), shopId, graph } })}
        >
          {t.conflict.copy}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={() => void take()}>
          {t.conflict.take(theirs)}
        </Button>
      </DialogFoot>
    </Modal>
  );
}
