import { sandboxOf, type Context } from "../../../context.ts";
import { bytesUpTo } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { findBlockIssues } from "../../../mail/render/block-issues.ts";
import { rejectComplexHtml } from "../../../mail/render/compile.ts";
import { toHtml, type ContentSource } from "../../../mail/render/content.ts";
import type { ContentIssue } from "../../../mail/render/content-issue.ts";
import { tagIssues } from "../../../mail/render/issues.ts";
import {
  contentKinds,
  maxHtmlBytes,
  maxSourceBytes,
  maxTextBytes,
  type ContentKind,
  type SourceInput,
} from "./shapes.ts";

const maxIssues = 100;

/** Source and compiled HTML of a new version. */
export type CompiledVersion = {
  readonly kind: ContentKind;
  readonly source: string | null;
  readonly html: string;
  readonly text: string | null;
  readonly issues: readonly ContentIssue[];
};

/** The source in a request; undefined if it has none. */
export function findContentSource(input: SourceInput): ContentSource | undefined {
  const given = contentKinds.filter((kind) => input[kind] !== undefined);
  if (given.length > 1 && input.kind === undefined) throw validation("kind", { allowed: given });
  const kind = input.kind ?? given[0];
  if (kind === undefined || given.length === 0) return undefined;
  return sourceOfKind(kind, input);
}

/** Like `findContentSource`, but requires a source. */
export function getContentSource(input: SourceInput): ContentSource {
  const source = findContentSource(input);
  if (source === undefined) throw validation(input.kind ?? "html", { required: true });
  return source;
}

function sourceOfKind(kind: ContentKind, { html, mjml, blocks }: SourceInput): ContentSource {
  if (kind === "html" && html !== undefined) return { kind, html };
  if (kind === "mjml" && mjml !== undefined) return { kind, mjml };
  if (kind === "blocks" && blocks !== undefined) return { kind, blocks };
  throw validation(kind, { required: true });
}

const storedSource = (source: ContentSource): string | null => {
  if (source.kind === "html") return null;
  return source.kind === "mjml" ? source.mjml : JSON.stringify(source.blocks);
};

/** Rejects sources that do not compile, HTML that mail clients would cut off, and HTML that takes too long to send. */
export async function compileContent(
  ctx: Context,
  source: ContentSource,
  text: string | null,
): Promise<CompiledVersion> {
  const { kind } = source;
  rejectTooLong("text", text ?? "", maxTextBytes);
  if (source.kind === "html") rejectTooLong("html", source.html, maxHtmlBytes);
  const stored = storedSource(source);
  rejectTooLong(kind, stored ?? "", maxSourceBytes);
  const { html, issues } = await toHtml(sandboxOf(ctx), source);
  const errors = issues.filter(({ severity }) => severity === "error");
  if (errors.length > 0 && kind !== "html") throw validation(kind, { issues: errors.slice(0, maxIssues) });
  rejectTooLong("html", html, maxHtmlBytes);
  await rejectComplexHtml(sandboxOf(ctx), html);
  return {
    kind,
    source: stored,
    html,
    text,
    issues: [...issues, ...findSourceIssues(source), ...findTagIssues(source, html, text)].slice(0, maxIssues),
  };
}

const findSourceIssues = (source: ContentSource): ContentIssue[] =>
  source.kind === "blocks" ? findBlockIssues(source.blocks) : [];

/** Tags that would render empty, with positions in the source; blocks have no lines. */
function findTagIssues(source: ContentSource, html: string, text: string | null): ContentIssue[] {
  const written = source.kind === "mjml" ? source.mjml : html;
  const inHtml = tagIssues(written, "html").map(({ line, column, ...issue }) =>
    source.kind === "blocks" || line === undefined || column === undefined ? issue : { ...issue, line, column },
  );
  return [...inHtml, ...tagIssues(text ?? "", "text")];
}

function rejectTooLong(field: string, content: string, max: number): void {
  const bytes = Buffer.byteLength(content);
  if (bytes > max) throw validation(field, { bytes, ...bytesUpTo(max) });
}

/** The source of new content that is created without any. */
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
