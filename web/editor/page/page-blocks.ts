import type { InputOf } from "../../api/operations.ts";
import type { Block, EmailDocument } from "../model/document.ts";

export type PageBlocks = InputOf<"POST /landing-pages/preview">["body"]["blocks"];
type PageBlock = PageBlocks["sections"][number]["columns"][number]["blocks"][number];

const pageKinds: Readonly<Record<PageBlock["kind"], true>> = {
  text: true,
  image: true,
  button: true,
  divider: true,
  spacer: true,
  social: true,
  product: true,
  form: true,
  html: true,
};

const isPageBlock = (block: Block): block is Extract<Block, { kind: PageBlock["kind"] }> => block.kind in pageKinds;

/** The document without what only an e-mail can show. */
export const toPageBlocks = ({ settings, sections }: EmailDocument): PageBlocks => ({
  ...(settings === undefined ? {} : { settings }),
  sections: sections.flatMap((part) =>
    part.kind === "section"
      ? [{ ...part, columns: part.columns.map((column) => ({ ...column, blocks: column.blocks.filter(isPageBlock) })) }]
      : [],
  ),
});
