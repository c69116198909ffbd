import type { FileBody } from "../../../kernel/file.ts";

/** Lines of a part of a file, and the place behind them; undefined at the end. */
export type CsvPage<Cursor> = { readonly lines: string; readonly next: Cursor | undefined };

export const endOfFile = { lines: "", next: undefined } as const;

/** Holds one page, however long the file is and however slowly the client reads; a page is read when the last one was sent. */
export const csvFile = <Cursor>(
  name: string,
  columns: readonly string[],
  { first, read }: { first: Cursor; read: (after: Cursor) => Promise<CsvPage<Cursor>> },
): FileBody => ({
  name: `${name}.csv`,
  mediaType: "text/csv; charset=utf-8",
  content: streamContent(`${columns.join(";")}\r\n`, first, read),
});

async function* streamContent<Cursor>(
  header: string,
  first: Cursor,
  read: (after: Cursor) => Promise<CsvPage<Cursor>>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(header);
  let cursor: Cursor | undefined = first;
  while (cursor !== undefined) {
    const page: CsvPage<Cursor> = await read(cursor);
    if (page.lines !== "") yield Buffer.from(page.lines);
    cursor = page.next;
  }
}
