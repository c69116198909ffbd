import type { ContentSource } from "../../../mail/render/content.ts";
import type { ContentKind } from "./shapes.ts";

/** Where somebody begins who brings nothing. */
export function emptySource(kind: ContentKind): ContentSource {
  switch (kind) {
    case "html":
      return { kind, html: "" };
    case "mjml":
      return { kind, mjml: "<mjml>\n  <mj-body>\n  </mj-body>\n</mjml>\n" };
    case "blocks":
      return { kind, blocks: { sections: [] } };
  }
}
