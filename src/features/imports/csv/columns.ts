import { normalizeEmail } from "../../../kernel/email.ts";

/** Someone's address in the first record means that the file has no header. */
export const isHeader = (first: readonly string[]): boolean =>
  !first.some((cell) => cell.includes("@") && normalizeEmail(cell) !== undefined);

/** What columns are called: by their header, or by their number; a name that comes twice gets its number behind. */
export function columnNames(first: readonly string[], hasHeader: boolean): string[] {
  const taken = new Set<string>();
  return first.map((cell, index) => {
    const number = String(index + 1);
    const text = hasHeader ? cell.replace(/\s+/g, " ").trim().slice(0, 200) : "";
    const name = text === "" ? number : taken.has(text) ? `${text} (${number})` : text;
    taken.add(name);
    return name;
  });
}
