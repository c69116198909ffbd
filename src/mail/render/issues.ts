import type { ContentIssue } from "./content-issue.ts";
import { findTags, findUnclosed, positionIn } from "./tag-syntax.ts";
import { findTag } from "./tags.ts";

export type EmailPart = "subject" | "preheader" | "html" | "text" | "footer";

const MAX_ISSUES = 50;

/** Unknown or malformed tags, with their positions. */
export function tagIssues(text: string, part: EmailPart): ContentIssue[] {
  const marks = findTags(text);
  const unclosed = findUnclosed(text, marks);
  if (marks.length === 0 && unclosed.length === 0) return [];
  const position = positionIn(text);
  const issues: ContentIssue[] = [];
  for (const mark of marks) {
    if (issues.length >= MAX_ISSUES) return issues;
    const where = { severity: "error" as const, ...position(mark.at) };
    if (mark.kind === "broken") issues.push({ code: "merge_tag_broken", ...where, params: { part, tag: mark.source } });
    if (mark.kind === "tag" && findTag(mark.tag.name) === undefined)
      issues.push({ code: "merge_tag_unknown", ...where, params: { part, tag: mark.tag.name } });
  }
  for (const at of unclosed.slice(0, MAX_ISSUES)) {
    const tag = text.slice(at, at + 30).split("\n")[0] ?? "";
    issues.push({ code: "merge_tag_broken", severity: "error", ...position(at), params: { part, tag } });
  }
  return issues;
}

/** The canonical names of the tags used. */
export function tagsIn(text: string): string[] {
  const names = findTags(text).flatMap((mark) => {
    const tag = mark.kind === "tag" ? findTag(mark.tag.name) : undefined;
    return tag === undefined ? [] : [tag.name];
  });
  return [...new Set(names)];
}

/** A confirmation e-mail is not bulk: there is nothing to unsubscribe from yet. */
export const isConfirmation = (html: string): boolean => tagsIn(html).includes("df_confirmation_url");
