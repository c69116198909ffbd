/** Elements without an end tag, or closed implicitly by the next of their kind. */
const voidElements = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd option optgroup tr td th thead tbody tfoot".split(
    " ",
  ),
);

export const maxNesting = 400;

/**
 * True if elements are nested deeper than any page needs. Parsers take quadratic time in the depth, so this linear
 * check runs before them.
 */
export function isNestedTooDeep(markup: string): boolean {
  const open: string[] = [];
  const counts = new Map<string, number>();
  for (const [, slash, written = ""] of markup.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = written.toLowerCase();
    if (voidElements.has(name)) continue;
    if (slash === "") {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (open.push(name) > maxNesting) return true;
    } else if ((counts.get(name) ?? 0) > 0) {
      let last: string | undefined;
      do {
        last = open.pop();
        if (last !== undefined) counts.set(last, (counts.get(last) ?? 0) - 1);
      } while (last !== name);
    }
  }
  return false;
}
