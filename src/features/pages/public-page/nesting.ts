/** Elements without an end, or that the next of their kind ends: they hold nothing open. */
const voidElements = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd option optgroup tr td th thead tbody tfoot".split(
    " ",
  ),
);

export const maxNesting = 400;

/**
 * Whether elements stand deeper in one another than any page needs. Parsers take time by the square of the depth, so
 * this is asked before them; it reads the text once.
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
