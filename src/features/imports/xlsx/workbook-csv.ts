import { accepts } from "../../../kernel/accepts.ts";
import { csvLine } from "../../../kernel/csv.ts";
import { validation } from "../../../kernel/errors.ts";
import { ZipError } from "../../../kernel/zip.ts";
import { maxFileBytes, maxRows } from "../limits.ts";
import { maxWorkbookBytes } from "./limits.ts";
import { readWorkbookRows } from "./workbook.ts";

const tooLarge = (max: number) => validation("file", { reason: "size", max, unit: "bytes" });

/** The first sheet of a workbook as CSV in UTF-8. Archives that are no workbooks, or too large ones, are refused. */
export async function* workbookToCsv(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let size = 0;
  let rowCount = 0;
  const release = await waitForTurn();
  try {
    for await (const rows of readWorkbookRows(await readWhole(content))) {
      rowCount += rows.length;
      if (rowCount > maxRows + 1) throw validation("rows", { max: maxRows, unit: "rows" });
      for (const row of rows) {
        const line = Buffer.from(csvLine(row));
        size += line.length;
        if (size > maxFileBytes) throw tooLarge(maxFileBytes);
        yield line;
      }
    }
  } catch (error) {
    if (error instanceof ZipError) throw validation("file", { reason: "binary", ...accepts.table });
    throw error;
  } finally {
    release();
  }
}

async function readWhole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > maxWorkbookBytes) throw tooLarge(maxWorkbookBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

let lastTurn: Promise<void> = Promise.resolve();

/** A process reads one workbook at a time, because it holds it in memory. */
async function waitForTurn(): Promise<() => void> {
  const before = lastTurn;
  let release = () => {};
  lastTurn = new Promise((resolve) => {
    release = resolve;
  });
  await before;
  return release;
}
