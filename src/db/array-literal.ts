/** An array as PostgreSQL writes it: `{"a","b, c",NULL}`. */
export const arrayText = (elements: readonly (string | null)[]): string =>
  `{${elements.map((element) => (element === null ? "NULL" : `"${escapeElement(element)}"`)).join(",")}}`;

const escapeElement = (element: string): string =>
  element.includes('"') || element.includes("\\") ? element.replaceAll(/["\\]/g, String.raw`\$&`) : element;
