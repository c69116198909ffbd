import type { EscapeContext } from "./escape.ts";
import { evaluateAll, Expressions, fillPieces } from "./expression.ts";
import { findTags } from "./tag-syntax.ts";
import type { MergeValues } from "./values.ts";

/** Merge tags outside e-mails: an SMS (`plain`), a webhook's address (`plainUrl`), JSON body (`json`) or header (`line`). */
export function renderMergeTags(
  text: string,
  values: MergeValues,
  context: Extract<EscapeContext, "plain" | "plainUrl" | "json" | "line">,
) {
  const expressions = new Expressions();
  const pieces: (string | number)[] = [];
  let end = 0;
  for (const mark of findTags(text)) {
    pieces.push(text.slice(end, mark.at));
    if (mark.kind === "tag") pieces.push(expressions.add(mark.tag, context) ?? "");
    end = mark.at + mark.source.length;
  }
  pieces.push(text.slice(end));
  return fillPieces(pieces, evaluateAll(expressions.list, values));
}
