import type { InputOf, OutputOf } from "../../api/operations.ts";
import type { ApiFailure } from "../../api/api-failure.ts";
import { withIds, type EmailDocument } from "./document.ts";

export type Content = OutputOf<"GET /templates/{template_id}/content">;
export type SavedContent = OutputOf<"PUT /templates/{template_id}/content">;
export type ContentWrite = InputOf<"PUT /templates/{template_id}/content">["body"];
export type VersionRow = OutputOf<"GET /templates/{template_id}/versions">["items"][number];
export type TestAnswer = OutputOf<"POST /templates/{template_id}/test">;
export type Issue = SavedContent["issues"][number];

/** What the editor edits: blocks, or code. */
export type Source =
  | { readonly kind: "blocks"; readonly blocks: EmailDocument }
  | { readonly kind: "mjml"; readonly mjml: string }
  | { readonly kind: "html"; readonly html: string };

/** What the editor needs of stored content. */
export type EditedContent = Pick<Content, "kind" | "mjml" | "html" | "blocks" | "text" | "version">;

/** Empty content starts as blocks. */
export function toSource(content: Pick<Content, "kind" | "mjml" | "html" | "blocks">): Source {
  if (content.kind === "mjml") return { kind: "mjml", mjml: content.mjml ?? "" };
  if (content.kind === "html" && content.html.trim() !== "") return { kind: "html", html: content.html };
  const document: EmailDocument = Object.assign({ sections: [] }, content.blocks);
  return { kind: "blocks", blocks: withIds(document) };
}

/** The reasons that the server found in the source. */
export const readIssues = ({ params }: ApiFailure): readonly Issue[] => {
  const { issues } = params;
  return Array.isArray(issues) ? issues : [];
};
