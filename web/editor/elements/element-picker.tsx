import { ActionIcon, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { readPage, useChange } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { IconSearch, IconTrash } from "../../ui/icons.ts";
import { Notice } from "../../ui/state/failure.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import { addBlock, addPart } from "../model/changes.ts";
import { createId, type BlockOf } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { elementMessages } from "./messages.ts";
import classes from "./elements.module.css";

type SavedElement = OutputOf<"GET /editor-elements">["items"][number];

/** Inserts a saved element below the selected block. */
export function ElementPicker({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages(elementMessages);
  const { update, select, selectedId } = useEditor();
  const insert = ({ id, kind, mjml }: SavedElement) => {
    const block: BlockOf<"element"> = { kind: "element", id: createId(), elementId: id, mjml };
    // A column stands in a row of its own.
    const part = kind === "column" ? { ...block, mjml: `<mj-section>${mjml}</mj-section>` } : block;
    update((document) =>
      kind === "block" ? addBlock(document, block, selectedId) : addPart(document, part, selectedId),
    );
    select(block.id);
    onClose();
  };
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.pickTitle}>
      <Elements onInsert={insert} />
    </FormDialog>
  );
}

function Elements({ onInsert }: { onInsert: (element: SavedElement) => void }) {
  const t = useMessages(elementMessages);
  const can = useCan();
  const [text, setText] = useState("");
  const [deleted, setDeleted] = useState<SavedElement>();
  const [q] = useDebouncedValue(text.trim(), 200);
  const query = { pageSize: 100, q: q === "" ? undefined : q };
  const { data, error, refetch } = useQuery(readPage("GET /editor-elements", { query }));
  if (data === undefined) return <Waiting error={error} onRetry={refetch} />;
  return (
    <>
      <TextInput
        aria-label={t.search}
        placeholder={t.search}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {data.items.length === 0 ? (
        <Notice title={t.none} text={t.noneText} />
      ) : (
        <ul className={classes["list"]}>
          {data.items.map((element) => (
            <li key={element.id}>
              <button type="button" onClick={() => onInsert(element)}>
                <b>{element.name}</b>
                <span>
                  {[t.kinds[element.kind], element.category].filter((part) => part !== null && part !== "").join(" · ")}
                </span>
              </button>
              {can("content", "full") && (
                <ActionIcon aria-label={t.deleteOne(element.name)} onClick={() => setDeleted(element)}>
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {deleted !== undefined && <DeleteElement element={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function DeleteElement({ element, onClose }: { element: SavedElement; onClose: () => void }) {
  const t = useMessages(elementMessages);
  const toast = useToasts();
  const remove = useChange("DELETE /editor-elements/{element_id}", {
    refresh: ["GET /editor-elements"],
    onDone: onClose,
    onFailed: (error) => toast.failed(error),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.deleteTitle}
      action={t.delete}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { element_id: element.id } })}
    >
      {t.deleteText(element.name)}
    </ConfirmDialog>
  );
}
