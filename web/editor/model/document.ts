import type { Static } from "typebox";
import type * as schema from "../../../src/mail/render/blocks.ts";

/** The visual form of an e-mail, exactly as the server stores it: sections of columns of blocks. */
export type EmailDocument = schema.Blocks;
export type Block = Static<typeof schema.Block>;
export type Column = Static<typeof schema.Column>;
export type Section = Static<typeof schema.Section>;
export type BlockKind = Block["kind"];
export type BlockOf<Kind extends BlockKind> = Extract<Block, { kind: Kind }>;
export type Settings = NonNullable<EmailDocument["settings"]>;
/** A row of the e-mail: a section, or a saved element that contains sections. */
export type Part = EmailDocument["sections"][number];

export type Place =
  | { readonly kind: "part"; readonly part: number }
  | { readonly kind: "column"; readonly part: number; readonly column: number }
  | { readonly kind: "block"; readonly part: number; readonly column: number; readonly block: number };

export const createId = (): string => Math.random().toString(36).slice(2, 10);

/** Every part, column and block gets an id, by which the editor names it. */
export function withIds(document: EmailDocument): EmailDocument {
  const used = new Set<string>();
  const name = (node: { id?: string }) => {
    if (node.id === undefined || used.has(node.id) || !/^[\w-]+$/.test(node.id)) node.id = createId();
    used.add(node.id);
  };
  return edited(document, ({ sections }) => {
    for (const part of sections) {
      name(part);
      for (const column of columnsOf(part)) {
        name(column);
        for (const block of column.blocks) name(block);
      }
    }
  });
}

export function edited(document: EmailDocument, change: (copy: EmailDocument) => void): EmailDocument {
  const copy = structuredClone(document);
  change(copy);
  return copy;
}

export const columnsOf = (part: Part): Column[] => (part.kind === "section" ? part.columns : []);

export function findPlace({ sections }: EmailDocument, id: string | undefined): Place | undefined {
  for (const [part, one] of sections.entries()) {
    if (one.id === id) return { kind: "part", part };
    for (const [column, { id: columnId, blocks }] of columnsOf(one).entries()) {
      if (columnId === id) return { kind: "column", part, column };
      const block = blocks.findIndex((each) => each.id === id);
      if (block !== -1) return { kind: "block", part, column, block };
    }
  }
  return undefined;
}

export type Found =
  | { readonly kind: "section"; readonly node: Section }
  | { readonly kind: "column"; readonly node: Column; readonly section: Section }
  | { readonly kind: "block"; readonly node: Block; readonly part: Part };

export function find(document: EmailDocument, id: string | undefined): Found | undefined {
  const place = findPlace(document, id);
  const part = place && document.sections[place.part];
  if (place === undefined || part === undefined) return undefined;
  if (place.kind === "part")
    return part.kind === "section" ? { kind: "section", node: part } : { kind: "block", node: part, part };
  const column = columnsOf(part)[place.column];
  if (column === undefined || part.kind !== "section") return undefined;
  if (place.kind === "column") return { kind: "column", node: column, section: part };
  const block = column.blocks[place.block];
  return block && { kind: "block", node: block, part };
}

/** A row of one column with one block counts as that block. */
export const isSingle = (part: Part | undefined): boolean =>
  part?.kind === "section" && part.columns.length === 1 && part.columns[0]?.blocks.length === 1;

export const createSection = (columns: readonly (readonly Block[])[]): Section => ({
  kind: "section",
  id: createId(),
  columns: columns.map((blocks) => ({ id: createId(), blocks: [...blocks] })),
});
