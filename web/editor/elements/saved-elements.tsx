import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readPage } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { editAction, removeAction, RowMenu } from "../../ui/display/row-menu.tsx";
import { IconBookmark, IconLayoutRows, IconSearch } from "../../ui/icons.ts";
import { Waiting } from "../../ui/state/waiting.tsx";
import { addBlock, addPart } from "../model/changes.ts";
import { useEditor } from "../model/editor-context.tsx";
import { useDraggable } from "../structure/use-draggable.ts";
import { DeleteElementDialog, RenameElementDialog, type SavedElement } from "./element-dialogs.tsx";
import { isRow, toNode } from "./element-node.ts";
import { elementMessages } from "./messages.ts";
import classes from "./elements.module.css";

/** More than these are searched. */
const manyElements = 8;

/** Rows and blocks that were saved, to add them again below the selected one or by dragging. */
export function SavedElements() {
  const t = useMessages(elementMessages);
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 200);
  const query = { pageSize: 100, q: q === "" ? undefined : q };
  const { data, error, refetch } = useQuery(readPage("GET /editor-elements", { query }));
  return (
    <div role="group" aria-label={t.title} className={classes["saved"]}>
      <h3>{t.title}</h3>
      {(data?.total ?? 0) > manyElements || text !== "" ? (
        <TextInput
          size="xs"
          mt={8}
          aria-label={t.search}
          placeholder={t.search}
          leftSection={<IconSearch size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      {data === undefined && <Waiting error={error} onRetry={refetch} />}
      {data?.items.length === 0 && <p className={classes["none"]}>{q === "" ? t.noneText : t.noneFound}</p>}
      <ul className={classes["list"]}>
        {data?.items.map((element) => (
          <ElementRow key={element.id} element={element} />
        ))}
      </ul>
    </div>
  );
}

function ElementRow({ element }: { element: SavedElement }) {
  const t = useMessages(elementMessages);
  const can = useCan();
  const { update, select, selectedId } = useEditor();
  const draggable = useDraggable();
  const [open, setOpen] = useState<"rename" | "delete">();
  const { name, category } = element;
  const insert = () => {
    const node = toNode(element);
    update((document) =>
      isRow(element, node) ? addPart(document, node, selectedId) : addBlock(document, node, selectedId),
    );
    select(node.id);
  };
  const close = () => setOpen(undefined);
  const KindIcon = element.kind === "block" ? IconBookmark : IconLayoutRows;
  return (
    <li>
      <button type="button" onClick={insert} {...draggable(() => toNode(element))}>
        <KindIcon size={16} stroke={1.6} />
        <span>
          {name}
          <small>{[t.kinds[element.kind], category ?? ""].filter((part) => part !== "").join(" · ")}</small>
        </span>
      </button>
      {can("content", "full") && (
        <RowMenu
          label={t.actions(name)}
          actions={[editAction(t.rename, () => setOpen("rename")), removeAction(t.delete, () => setOpen("delete"))]}
        />
      )}
      <RenameElementDialog element={element} isOpen={open === "rename"} onClose={close} />
      {open === "delete" && <DeleteElementDialog element={element} onClose={close} />}
    </li>
  );
}
