import { findMarks, type Mark } from "./tag-syntax.ts";

/**
 * Source in which every merge tag and Twig construct is a plain word, so that parsers of HTML, CSS and MJML cannot
 * take it for something of theirs.
 */
export type Protected = {
  text: string;
  marks: readonly Mark[];
  /** Finds the words; its group is the index of the mark. */
  word: RegExp;
  restore: (text: string) => string;
  /** Where a position of the text was in the source. */
  sourceAt: (at: number) => number;
};

export function protect(source: string): Protected {
  const stem = freeStem(source);
  const marks = findMarks(source);
  let text = "";
  let end = 0;
  const ends: { text: number; source: number }[] = [];
  marks.forEach((mark, index) => {
    text += `${source.slice(end, mark.at)}${stem}${index}z`;
    end = mark.at + mark.source.length;
    ends.push({ text: text.length, source: end });
  });
  text += source.slice(end);
  const word = new RegExp(`${stem}(\\d+)z`, "g");
  return {
    text,
    marks,
    word,
    restore: (changed) => changed.replace(word, (_, index) => marks[Number(index)]?.source ?? ""),
    sourceAt: (at) => {
      const before = ends.findLast((each) => each.text <= at);
      return before === undefined ? at : before.source + at - before.text;
    },
  };
}

/** Letters that do not occur in the source. */
function freeStem(source: string): string {
  let stem = "zqmark";
  while (source.includes(stem)) stem += "q";
  return stem;
}
