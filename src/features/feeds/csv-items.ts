import { detectDelimiter } from "../imports/csv/delimiter.ts";
import { readRecords } from "../imports/csv/records.ts";
import { ApiError } from "../../kernel/errors.ts";
import { FeedError } from "./limits.ts";
import type { RawItem } from "./raw-item.ts";
import { csvFields, type CsvMapping } from "./shapes.ts";

const headLength = 20_000;
const notAvailable = /^(0|no|false|ne|nie|out[ _]of[ _]stock|vyprodáno|vypredané|není skladem)$/i;

/** The products of a table whose columns are named by the mapping. */
export async function* readCsvItems(text: AsyncIterable<string>, mapping: CsvMapping): AsyncGenerator<RawItem[]> {
  const { head, rest } = await peekText(text);
  let columns: readonly string[] | undefined;
  try {
    for await (const { records } of readRecords(rest, detectDelimiter(head))) {
      const isFirst = columns === undefined;
      columns ??= (records[0] ?? []).map((name) => name.trim().toLowerCase());
      const read = rowReader(columns, mapping);
      yield (isFirst ? records.slice(1) : records).map(read);
    }
  } catch (error) {
    throw error instanceof ApiError ? new FeedError("kind", { cause: error }) : error;
  }
}

function rowReader(columns: readonly string[], mapping: CsvMapping): (row: readonly string[]) => RawItem {
  const positions = new Map(
    csvFields.map((field) => [field, columns.indexOf((mapping[field] ?? "").trim().toLowerCase())]),
  );
  if (positions.get("code") === -1 || positions.get("name") === -1 || positions.get("url") === -1) {
    throw new FeedError("kind");
  }
  return (row) => {
    const cell = (field: (typeof csvFields)[number]) => withoutNul(row[positions.get(field) ?? -1]?.trim() ?? "");
    return {
      key: cell("code"),
      name: cell("name"),
      url: cell("url"),
      description: cell("description"),
      imageUrl: cell("imageUrl"),
      price: cell("price"),
      oldPrice: cell("oldPrice"),
      currency: cell("currency"),
      brand: cell("brand"),
      category: cell("category"),
      available: !notAvailable.test(cell("available")),
    };
  };
}

/** PostgreSQL cannot store NUL. */
const withoutNul = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "") : text);

async function peekText(text: AsyncIterable<string>): Promise<{ head: string; rest: AsyncGenerator<string> }> {
  const source = text[Symbol.asyncIterator]();
  let head = "";
  while (head.length < headLength) {
    const next = await source.next();
    if (next.done === true) break;
    head += next.value;
  }
  async function* again(): AsyncGenerator<string> {
    yield head;
    for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
  }
  return { head, rest: again() };
}
