/** The number that an input holds; undefined for an empty one. */
export function readNumber(text: string | number): number | undefined | "incomplete" {
  if (text === "") return undefined;
  const value = Number(text);
  return Number.isNaN(value) ? "incomplete" : value;
}
