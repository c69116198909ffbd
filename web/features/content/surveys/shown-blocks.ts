import type { PageBlocks } from "../../../editor/page/page-blocks.ts";
import type { Survey } from "./questions.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** What is being edited, else what visitors see; a survey without blocks begins with its title, text and picture. */
export function toShownBlocks({ draft, blocks, title, text, design }: Survey): PageBlocks {
  const { backgroundColor, accentColor, imageUrl } = design;
  const background = backgroundColor === null ? {} : { backgroundColor };
  const button = accentColor === null ? {} : { buttonColor: accentColor };
  const picture = imageUrl === null ? [] : [{ kind: "image" as const, src: imageUrl, alt: "" }];
  const heading = { kind: "text" as const, html: `<h1>${escaped(title)}</h1>${text}`, align: "center" as const };
  return (
    draft ??
    blocks ?? {
      settings: { width: 640, ...background, ...button },
      sections: [{ kind: "section", columns: [{ blocks: [...picture, heading] }] }],
    }
  );
}
