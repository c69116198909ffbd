import { columnsOf, type Block, type Column, type EmailDocument, type Part } from "../model/document.ts";
import { drawBlock, drawColumn, drawSection, isDrawn, type Drawing } from "./draw-block.ts";

/** The elements of a part, a column or a block; a block is one or more rows of its column's table. */
const findElements = (frame: Document, id: string | undefined): Element[] =>
  id === undefined
    ? []
    : [...frame.querySelectorAll(`.block-${CSS.escape(id)}`)].map((element) =>
        element.localName === "td" ? (element.parentElement ?? element) : element,
      );

const blocksOf = ({ sections }: EmailDocument): Block[] =>
  sections.flatMap((part) => (part.kind === "element" ? [part] : part.columns.flatMap(({ blocks }) => blocks)));

export function idsOf({ sections }: EmailDocument): ReadonlySet<string> {
  const nodes = sections.flatMap((part) => [part, ...columnsOf(part).flatMap((column) => [column, ...column.blocks])]);
  return new Set(nodes.flatMap(({ id }) => id ?? []));
}

/** Puts elements into a parent in their order, where the first of its own stands. */
function place(parent: Element | null | undefined, elements: readonly Element[]): void {
  const own = [...(parent?.children ?? [])].filter((child) => elements.includes(child));
  const isInOrder = own.length === elements.length && own.every((child, index) => child === elements[index]);
  if (isInOrder) return;
  if (own[0] === undefined) {
    parent?.append(...elements);
    return;
  }
  const mark = own[0].ownerDocument.createComment("");
  own[0].before(mark);
  mark.replaceWith(...elements);
}

type Arrangement = {
  readonly document: EmailDocument;
  /** What the e-mail in the frame was rendered from. */
  readonly rendered: EmailDocument | undefined;
  /** Ids that the document had before. */
  readonly removed: readonly string[];
  /** The block that is typed in; its element belongs to the person. */
  readonly typedId: string | undefined;
  readonly drawing: Drawing;
};

/**
 * The server renders the preview some time after a change. Until then, this draws what is new or changed, and moves and
 * removes what is rendered already, as the document says.
 */
export function arrange(frame: Document, { document, rendered, removed, typedId, drawing }: Arrangement): void {
  for (const element of removed.flatMap((id) => findElements(frame, id))) element.remove();
  const before = new Map(rendered === undefined ? [] : blocksOf(rendered).map((block) => [block.id, block]));
  const drawn = (block: Block, parent: Element | null | undefined): Element[] => {
    const rows = findElements(frame, block.id);
    if (block.id === typedId) return rows;
    const shown = rows[0]?.getAttribute(sourceMark);
    const source = JSON.stringify(block);
    if (rows[0] === undefined) parent?.append(drawRow(frame, block, source, drawing));
    else if (isDrawn(block) && source !== (shown ?? JSON.stringify(before.get(block.id)))) {
      for (const row of rows.slice(1)) row.remove();
      rows[0].replaceWith(drawRow(frame, block, source, drawing));
    } else return rows;
    return findElements(frame, block.id);
  };

  const parts = document.sections.flatMap((part) => {
    const elements = findElements(frame, part.id);
    return elements.length > 0 ? elements : drawPart(frame, part, drawing);
  });
  place(parts[0]?.parentElement, parts);
  for (const part of document.sections) {
    const columns = columnsOf(part).flatMap((column) => columnElements(frame, part, column));
    place(columns[0]?.parentElement, columns);
    for (const { id, blocks } of columnsOf(part)) {
      const [column] = findElements(frame, id);
      const parent = rowsParent(frame, column, blocks);
      const rows = blocks.flatMap((block) => drawn(block, parent));
      place(parent, rows);
    }
  }
}

/** Names the version of a block that is drawn here. */
const sourceMark = "data-source";

function drawRow(frame: Document, block: Block, source: string, drawing: Drawing): Element {
  const row = drawBlock(frame, block, drawing);
  row.setAttribute(sourceMark, source);
  return row;
}

function drawPart(frame: Document, part: Part, drawing: Drawing): Element[] {
  const { section, cell } = drawSection(frame, part, drawing);
  const root = frame.querySelector("[aria-roledescription='email']") ?? frame.body;
  root.append(section);
  if (part.kind === "element") {
    const column = drawColumn(frame, { blocks: [] }, 1);
    const { id: _id, ...inner } = part;
    column.querySelector("tbody")?.append(drawBlock(frame, inner, drawing));
    cell.append(column);
  }
  cell.append(...columnsOf(part).map((column) => drawColumn(frame, column, columnsOf(part).length)));
  return [section];
}

/** A column that was added to a rendered row stands beside the others. */
function columnElements(frame: Document, part: Part, column: Column): Element[] {
  const elements = findElements(frame, column.id);
  if (elements.length > 0) return elements;
  const sibling = columnsOf(part).flatMap(({ id }) => findElements(frame, id))[0];
  const drawn = drawColumn(frame, column, columnsOf(part).length);
  sibling?.parentElement?.append(drawn);
  return [drawn];
}

/** Where the rows of a column stand, or would stand in an empty one. */
function rowsParent(frame: Document, column: Element | undefined, blocks: readonly Block[]) {
  const rows = blocks.flatMap(({ id }) => findElements(frame, id));
  return (
    rows.find((row) => column?.contains(row))?.parentElement ?? [...(column?.querySelectorAll("tbody") ?? [])].at(-1)
  );
}
