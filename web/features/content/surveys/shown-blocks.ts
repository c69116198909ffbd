import type { PageBlocks } from "../../../editor/page/page-blocks.ts";
import { escapeText } from "../parts/escape-text.ts";
import type { Survey } from "./questions.ts";

/** What is being edited, else what visitors see; a survey without blocks begins with its title, text and picture. */
export function toShownBlocks({ draft, blocks, title, text, design }: Survey): PageBlocks {
  const { backgroundColor, accentColor, imageUrl } = design;
  const background = backgroundColor === null ? {} : { backgroundColor };
  const button = accentColor === null ? {} : { buttonColor: accentColor };
  const picture = imageUrl === null ? [] : [{ kind: "image" as const, src: imageUrl, alt: "" }];
  const heading = { kind: "text" as const, html: `<h1>${escapeText(title)}</h1>${text}`, align: "center" as const };
  return (
    draft ??
    blocks ?? {
      settings: { width: design.width ?? 560, ...background, ...button },
      sections: [{ kind: "section", columns: [{ blocks: [...picture, heading] }] }],
    }
  );
}
