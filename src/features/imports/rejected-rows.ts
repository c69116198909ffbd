import type { Context } from "../../context.ts";
import { csvLine, unescapeFormula } from "../../kernel/csv.ts";
import { ApiError, conflict } from "../../kernel/errors.ts";
import type { FileBody } from "../../kernel/file.ts";
import { listProblemRows, type ImportRecord } from "./queries.ts";
import { getImportRecord } from "./service.ts";

const batchRows = 1000;

/**
 * Rows that were rejected or lost a value, as in the file, followed by row number, column and code. Values beyond the last column follow without a
 * header, so that the row is rejected again until it is corrected.
 */
export async function downloadRejectedRows(ctx: Context, id: string): Promise<FileBody> {
  const record = await getImportRecord(ctx, id);
  if (record.finishedAt === null) throw conflict("status");
  if (record.rejectedUntil === null || record.rejectedUntil <= ctx.clock.now()) throw new ApiError("expired", "import");
  return { name: `rejected-${id}.csv`, mediaType: "text/csv; charset=utf-8", content: csvLines(ctx, record) };
}

async function* csvLines({ db }: Context, { id, columns }: ImportRecord): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine([...columns, "row", "column", "code"]));
  let row = 0;
  for (;;) {
    const problems = await listProblemRows(db, id, { row, limit: batchRows });
    const last = problems.at(-1);
    if (last === undefined) return;
    yield Buffer.from(
      problems
        .map(({ cells, row: at, errors }) =>
          csvLine([
            ...columns.map((_name, index) => unescapeFormula(cells?.[index] ?? "")),
            String(at),
            errors.map(({ column }) => column).join("|"),
            errors.map(({ code }) => code).join("|"),
            ...(cells ?? []).slice(columns.length).map(unescapeFormula),
          ]),
        )
        .join(""),
    );
    row = last.row;
  }
}
