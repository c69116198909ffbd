import { findTags, type TemplateTag } from "./tag-syntax.ts";

/**
 * Replaces every merge tag and Twig construct of a source with a plain word, so that parsers of HTML, CSS and MJML do
 * not interpret it.
 */
export type MaskedSource = {
  text: string;
  marks: readonly TemplateTag[];
  /** Matches the words; its group is the index of the mark. */
  placeholder: RegExp;
  restore: (text: string) => string;
  /** Maps a position of the text to one of the source. */
  sourceAt: (at: number) => number;
};

export function maskTags(source: string): MaskedSource {
  const prefix = unusedPrefix(source);
  const marks = findTags(source);
  let text = "";
  let end = 0;
  const ends: { text: number; source: number }[] = [];
  marks.forEach((mark, index) => {
    text += `${source.slice(end, mark.at)}${prefix}${index}z`;
    end = mark.at + mark.source.length;
    ends.push({ text: text.length, source: end });
  });
  text += source.slice(end);
  const placeholder = new RegExp(`${prefix}(\\d+)z`, "g");
  return {
    text,
    marks,
    placeholder,
    restore: (changed) => changed.replace(placeholder, (_, index) => marks[Number(index)]?.source ?? ""),
    sourceAt: (at) => {
      const before = ends.findLast((each) => each.text <= at);
      return before === undefined ? at : before.source + at - before.text;
    },
  };
}

/** A prefix that does not occur in the source. */
function unusedPrefix(source: string): string {
  let stem = "zqmark";
  while (source.includes(stem)) stem += "q";
  return stem;
}
