import { columnsOf, isSingle, type Block, type BlockKind, type EmailDocument } from "./document.ts";

/** A line of the structure list. */
export type Row = {
  readonly id: string;
  readonly kind: BlockKind | "section" | "column";
  readonly level: number;
  /** The text of the content, with its merge tags. */
  readonly excerpt: string;
  /** Columns of a section. */
  readonly count: number;
};

/** Sections, columns and blocks in reading order; a row that only holds one block shows as the block. */
export function flattenRows({ sections }: EmailDocument): Row[] {
  return sections.flatMap((part) => {
    if (part.kind === "element") return [blockRow(part, 0)];
    const columns = columnsOf(part);
    if (isSingle(part)) return columns.flatMap(({ blocks }) => blocks.map((block) => blockRow(block, 0)));
    const head: Row = { id: part.id ?? "", kind: "section", level: 0, excerpt: "", count: columns.length };
    return [
      head,
      ...columns.flatMap((column, index): Row[] => {
        const isAlone = columns.length === 1;
        const row: Row = { id: column.id ?? "", kind: "column", level: 1, excerpt: String(index + 1), count: 0 };
        return [...(isAlone ? [] : [row]), ...column.blocks.map((block) => blockRow(block, isAlone ? 1 : 2))];
      }),
    ];
  });
}

const blockRow = (block: Block, level: number): Row => ({
  id: block.id ?? "",
  kind: block.kind,
  level,
  excerpt: toExcerpt(block),
  count: 0,
});

/** The text of a block, without markup. */
function toExcerpt(block: Block): string {
  switch (block.kind) {
    case "text":
    case "html":
      return block.html.replaceAll(/<[^>]*>/g, " ");
    case "image":
      return block.alt;
    case "button":
    case "form":
      return block.label;
    case "product":
      return block.name;
    case "coupon":
      return block.mergeKey;
    case "social":
      return block.items.map(({ network }) => network).join(", ");
    default:
      return "";
  }
}

export const firstWords = (text: string): string => {
  const line = text.replaceAll("&nbsp;", " ").replaceAll(/\s+/g, " ").trim();
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
};
