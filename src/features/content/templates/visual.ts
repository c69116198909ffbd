import type { ContentSource } from "../../../mail/render/content.ts";
import type { Content } from "../versions/shapes.ts";

/** HTML or MJML as blocks. */
export function toVisual({ html }: Pick<Content, "html" | "mjml">): ContentSource {
  return { kind: "blocks", blocks: { sections: [{ columns: [{ blocks: [{ type: "html", html }] }] }] } };
}
