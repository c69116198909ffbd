import { findMarks, type Mark } from "./tag-syntax.ts";

/**
 * Source in which every merge tag and Twig construct is a plain word, so that parsers of HTML, CSS and MJML cannot
 * take it for something of theirs.
 */
export type Protected = { text: string; marks: readonly Mark[]; word: RegExp; restore: (text: string) => string };

export function protect(source: string): Protected {
  const stem = freeStem(source);
  const marks = findMarks(source);
  let text = "";
  let end = 0;
  marks.forEach((mark, index) => {
    text += `${source.slice(end, mark.at)}${stem}${index}z`;
    end = mark.at + mark.source.length;
  });
  text += source.slice(end);
  const word = new RegExp(`${stem}(\\d+)z`, "g");
  return {
    text,
    marks,
    word,
    restore: (changed) => changed.replace(word, (_, index) => marks[Number(index)]?.source ?? ""),
  };
}

/** Letters that do not occur in the source. */
function freeStem(source: string): string {
  let stem = "zqmark";
  while (source.includes(stem)) stem += "q";
  return stem;
}
