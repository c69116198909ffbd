import { stat } from "node:fs/promises";
import { InvalidArgumentError } from "commander";

/** Invalid user input; shown as one line. */
export class InputError extends Error {}

/** Ids are digits, below 2^53. */
export function parseId(text: string): string {
  const id = text.trim();
  if (!/^[1-9]\d{0,15}$/.test(id)) throw new InvalidArgumentError(`"${id}" is not an id`);
  return id;
}

export const parseIds = (text: string): string[] => text.split(",").map(parseId);

export type ColumnTarget = { column: string; target: string };

/**
 * `column=target`, or several separated by commas; the option may be repeated. A header may contain commas and equals
 * signs: it ends before the equals sign of a target, which is a plain word.
 */
export function parseMapping(text: string, before: readonly ColumnTarget[] = []): ColumnTarget[] {
  const pairs = [...text.matchAll(/(.+?)=\s*([a-z]+(?:\.\d+)?)\s*(?:,|$)/gisu)];
  if (pairs.reduce((length, [pair]) => length + pair.length, 0) !== text.length || pairs.length === 0) {
    throw new InvalidArgumentError(`"${text}" is not column=target`);
  }
  return [...before, ...pairs.map(([, column = "", target = ""]) => ({ column: column.trim(), target }))];
}

export function parseDelimiter(text: string): string {
  const delimiter = text === "tab" || text === "\\t" ? "\t" : text;
  if (![",", ";", "|", "\t"].includes(delimiter)) throw new InvalidArgumentError("one of , ; | tab");
  return delimiter;
}

/** The path of a readable file. */
export async function fileSize(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new InputError(`there is no file ${file}`);
  if (!found.isFile()) throw new InputError(`${file} is not a file`);
  return found.size;
}
