const titles = new Set(
  "bc bca ing inzarch mgr mga mudr mvdr mddr judr phdr rndr paeddr pharmdr thdr thlic doc prof dr phd csc drsc dis mba msc bba llm ba ma mpa artd thd rsdr phmr akad pan paní pani slečna slecna mr mrs ms".split(
    " ",
  ),
);

const isTitle = (word: string) => titles.has(word.toLowerCase().replaceAll(".", ""));

/** A word of a name: letters, parts joined by a hyphen or an apostrophe. */
const nameWord = /^\p{L}{2,}(?:-\p{L}{2,})*$|^\p{L}['’]\p{L}{2,}$/u;
const blanks = /[\s,]+/;

/** The words of a name without titles, in title case; undefined if it is empty or not a name. */
export function nameWords(text: string | null | undefined): readonly string[] | undefined {
  if (text === null || text === undefined) return undefined;
  const words = text
    .normalize("NFC")
    .split(blanks)
    .filter((word) => word !== "" && !isTitle(word));
  if (words.length === 0 || words.length > 4 || !words.every((word) => nameWord.test(word))) return undefined;
  return words.map(usualCase);
}

const particles = new Set("von van de der den di da z ze zu la le del".split(" "));
export const isParticle = (word: string) => particles.has(word.toLowerCase());

const wordStart = /(^|[-'’])\p{L}/gu;

/** "NOVÁKOVÁ" and "nováková" become "Nováková"; mixed case as in "McDonald" stays. */
function usualCase(word: string): string {
  const lower = word.toLowerCase();
  if (lower === word && isParticle(word)) return word;
  if (word !== lower && word !== word.toUpperCase()) return word;
  return lower.replace(wordStart, (start) => start.toUpperCase());
}
