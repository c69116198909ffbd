import { columnsOf, type EmailDocument } from "../model/document.ts";

/** The elements of a part, a column or a block; a block is one or more rows of its column's table. */
const elementsOf = (frame: Document, id: string | undefined): Element[] =>
  id === undefined
    ? []
    : [...frame.querySelectorAll(`.block-${CSS.escape(id)}`)].map((element) =>
        element.localName === "td" ? (element.parentElement ?? element) : element,
      );

export function idsOf({ sections }: EmailDocument): ReadonlySet<string> {
  const nodes = sections.flatMap((part) => [part, ...columnsOf(part).flatMap((column) => [column, ...column.blocks])]);
  return new Set(nodes.flatMap(({ id }) => id ?? []));
}

/** Puts elements into a parent in their order, where the first of its own stands. */
function place(parent: Element | null | undefined, elements: readonly Element[]): void {
  const own = [...(parent?.children ?? [])].filter((child) => elements.includes(child));
  const isInOrder = own.length === elements.length && own.every((child, index) => child === elements[index]);
  if (own[0] === undefined || isInOrder) return;
  const mark = own[0].ownerDocument.createComment("");
  own[0].before(mark);
  mark.replaceWith(...elements);
}

/**
 * The server renders the preview some time after a change. Until then, this moves and removes what is rendered already
 * as the document says; otherwise a block that is dropped meanwhile lands beside one that is elsewhere by now.
 * `removed` are ids that the document had before.
 */
export function arrange(frame: Document, document: EmailDocument, removed: readonly string[]): void {
  for (const element of removed.flatMap((id) => elementsOf(frame, id))) element.remove();
  const parts = document.sections.flatMap(({ id }) => elementsOf(frame, id));
  place(parts[0]?.parentElement, parts);
  for (const part of document.sections) {
    const columns = columnsOf(part).flatMap(({ id }) => elementsOf(frame, id));
    place(columns[0]?.parentElement, columns);
    for (const { id, blocks } of columnsOf(part)) {
      const [column] = elementsOf(frame, id);
      const rows = blocks.flatMap((block) => elementsOf(frame, block.id));
      place(rows.find((row) => column?.contains(row))?.parentElement, rows);
    }
  }
}
