/** An array literal of PostgreSQL: `{"a","b, c",NULL}`. */
export const arrayLiteral = (elements: readonly (string | null)[]): string =>
  `{${elements.map((element) => (element === null ? "NULL" : `"${escapeElement(element)}"`)).join(",")}}`;

const escapeElement = (element: string): string =>
  element.includes('"') || element.includes("\\") ? element.replaceAll(/["\\]/g, String.raw`\$&`) : element;
