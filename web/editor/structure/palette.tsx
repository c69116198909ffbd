import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { IconBookmark, IconColumns } from "../../ui/icons.ts";
import { ElementPicker } from "../elements/element-picker.tsx";
import { addBlock, addPart } from "../model/changes.ts";
import { createSection, type Block, type Part } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { kindIcons } from "../model/appearance.ts";
import { createBlock, type NewKind } from "../model/new-blocks.ts";
import { editorMessages } from "../messages.ts";
import classes from "./structure.module.css";

const kinds: readonly NewKind[] = [
  "text",
  "image",
  "button",
  "products",
  "product",
  "coupon",
  "articles",
  "social",
  "divider",
  "spacer",
  "html",
];

const unknownFeed = "1";

/** The feed that a new block starts with. */
function useFirstFeed(operation: "GET /feed-products" | "GET /feed-articles"): string {
  const { data } = useQuery({ ...read(operation, { query: { limit: 1 } }), staleTime: 60_000 });
  return data?.feeds[0]?.id ?? unknownFeed;
}

/** Blocks to add: a click adds below the selected one, or drag to a place. */
export function Palette() {
  const t = useMessages(editorMessages);
  const { update, select, selectedId, drag } = useEditor();
  const [isPicking, setPicking] = useState(false);
  const feeds = { products: useFirstFeed("GET /feed-products"), articles: useFirstFeed("GET /feed-articles") };
  const add = (block: Block) => {
    update((document) => addBlock(document, block, selectedId));
    select(block.id);
  };
  const addTwoColumns = () => {
    const section = createSection([[], []]);
    update((document) => addPart(document, section, selectedId));
    select(section.columns[0]?.id);
  };
  const draggable = (create: () => Part | Block) => ({
    draggable: true,
    onDragStart: (event: React.DragEvent) => {
      drag(create());
      event.dataTransfer.effectAllowed = "copy";
      event.dataTransfer.setData("text/plain", "");
    },
    onDragEnd: () => drag(undefined),
  });
  return (
    <section aria-label={t.addBlock} className={classes["pane"]}>
      <h2 className={classes["title"]}>{t.addBlock}</h2>
      <div className={classes["palette"]}>
        {kinds.map((kind) => {
          const Icon = kindIcons[kind];
          const create = () => createBlock(kind, t.start, feeds);
          return (
            <button key={kind} type="button" onClick={() => add(create())} {...draggable(create)}>
              <Icon size={18} stroke={1.6} />
              {t.kinds[kind]}
            </button>
          );
        })}
        <button type="button" onClick={addTwoColumns} {...draggable(() => createSection([[], []]))}>
          <IconColumns size={18} stroke={1.6} />
          {t.columns}
        </button>
        <button type="button" onClick={() => setPicking(true)}>
          <IconBookmark size={18} stroke={1.6} />
          {t.savedElements}
        </button>
      </div>
      <ElementPicker isOpen={isPicking} onClose={() => setPicking(false)} />
    </section>
  );
}
