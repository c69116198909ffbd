import type { BlockKind } from "./document.ts";

export type Padding = {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
};

const none: Padding = { top: 0, right: 0, bottom: 0, left: 0 };
const ofBlock: Padding = { top: 10, right: 25, bottom: 10, left: 25 };

/** The space around a part that has none of its own, as MJML writes it. */
export function defaultPadding(kind: BlockKind | "section" | "column"): Padding {
  if (kind === "section") return { ...none, top: 20, bottom: 20 };
  return kind === "column" || kind === "spacer" ? none : ofBlock;
}
