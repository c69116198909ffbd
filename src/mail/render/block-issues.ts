import type { Blocks } from "./blocks.ts";
import type { ContentIssue } from "./content-issue.ts";

const isBlank = (text: string): boolean => text.trim() === "";

/**
 * What the compiled e-mail does not tell any more: a picture without a description has an empty one there, as a decoration
 * would. Saved elements are code, whose authors decide.
 */
export function findBlockIssues({ sections }: Blocks): ContentIssue[] {
  const blocks = sections.flatMap((part) => (part.kind === "section" ? part.columns.flatMap((one) => one.blocks) : []));
  return blocks.flatMap((block): ContentIssue[] =>
    block.kind === "image" && !isBlank(block.src) && isBlank(block.alt)
      ? [{ code: "image_alt_missing", severity: "warning", params: block.id === undefined ? {} : { block: block.id } }]
      : [],
  );
}
