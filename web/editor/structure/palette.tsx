import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { SavedElements } from "../elements/saved-elements.tsx";
import { addBlock, addPart } from "../model/changes.ts";
import { createSection, type Block, type Section } from "../model/document.ts";
import { useEditor, type Editor } from "../model/editor-context.tsx";
import { createBlock, type NewKind, type StartRecords } from "../model/new-blocks.ts";
import { editorMessages } from "../messages.ts";
import { BlockPicture, type Layout } from "./block-picture.tsx";
import { useDraggable } from "./use-draggable.ts";
import classes from "./structure.module.css";

type Group = { readonly name: "basic" | "shop"; readonly kinds: readonly NewKind[] };

/** A page offers what it can show to every visitor. */
const groupsByMedium: Readonly<Record<Editor["medium"], readonly Group[]>> = {
  email: [
    { name: "basic", kinds: ["text", "image", "button", "divider", "spacer", "social", "html"] },
    { name: "shop", kinds: ["products", "product", "coupon", "articles"] },
  ],
  page: [
    { name: "basic", kinds: ["text", "image", "button", "form", "divider", "spacer", "social", "html"] },
    { name: "shop", kinds: ["product"] },
  ],
};

const unknownId = "1";

/** The feed that a new block starts with. */
function useFirstFeed(operation: "GET /feed-products" | "GET /feed-articles"): string {
  const { data } = useQuery({ ...read(operation, { query: { limit: 1 } }), staleTime: 60_000 });
  return data?.feeds[0]?.id ?? unknownId;
}

function useStartRecords(): StartRecords {
  const isPage = useEditor().medium === "page";
  const query = read("GET /forms", { query: { pageSize: 1, sort: "name" } });
  const { data: forms } = useQuery({ ...query, enabled: isPage });
  return {
    products: useFirstFeed("GET /feed-products"),
    articles: useFirstFeed("GET /feed-articles"),
    form: forms?.items[0] ?? { id: unknownId, url: "" },
    href: isPage ? "" : "{{df_shop_url}}",
  };
}

const layouts: readonly Layout[] = ["1-1", "1-1-1", "1-2"];

function createRow(layout: Layout): Section {
  const shares = layout.split("-").map(Number);
  const section = createSection(shares.map(() => []));
  if (new Set(shares).size === 1) return section;
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const columns = section.columns.map((column, index) => ({
    ...column,
    width: Math.round(((shares[index] ?? 1) / whole) * 100),
  }));
  return { ...section, columns };
}

/** Blocks, rows and saved elements to add: a click adds below the selected one, or drag to a place. */
export function Palette() {
  const t = useMessages(editorMessages);
  const { medium, update, select, selectedId } = useEditor();
  const draggable = useDraggable();
  const start = useStartRecords();
  const add = (block: Block) => {
    update((document) => addBlock(document, block, selectedId));
    select(block.id);
  };
  const addRow = (section: Section) => {
    update((document) => addPart(document, section, selectedId));
    select(section.columns[0]?.id);
  };
  return (
    <section aria-label={t.addBlock} className={classes["pane"]}>
      <h2 className={classes["title"]}>{t.addBlock}</h2>
      {groupsByMedium[medium].map(({ name, kinds }) => (
        <div key={name} role="group" aria-label={t.groups[name]} className={classes["group"]}>
          <h3>{t.groups[name]}</h3>
          <div className={classes["palette"]}>
            {kinds.map((kind) => {
              const create = () => createBlock(kind, t.start, start);
              return (
                <button key={kind} type="button" onClick={() => add(create())} {...draggable(create)}>
                  <BlockPicture of={kind} />
                  {t.kinds[kind]}
                </button>
              );
            })}
          </div>
        </div>
      ))}
      <div role="group" aria-label={t.groups.rows} className={classes["group"]}>
        <h3>{t.groups.rows}</h3>
        <div className={classes["palette"]}>
          {layouts.map((layout) => {
            const create = () => createRow(layout);
            return (
              <button key={layout} type="button" onClick={() => addRow(create())} {...draggable(create)}>
                <BlockPicture of={layout} />
                {t.layouts[layout]}
              </button>
            );
          })}
        </div>
      </div>
      {medium === "email" && <SavedElements />}
    </section>
  );
}
