import type { Context } from "../../context.ts";
import { csvLine, unguarded } from "../../kernel/csv.ts";
import { ApiError, conflict } from "../../kernel/errors.ts";
import type { FileBody } from "../../kernel/file.ts";
import { listProblems, type ImportRecord } from "./queries.ts";
import { getRecord } from "./service.ts";

const rowsAtOnce = 1000;

/**
 * Rows that were not taken, as they stood in the file, with the places and the reasons behind. Values beyond the last
 * column follow without a header, so that the row is not taken before somebody has put them right.
 */
export async function download(ctx: Context, id: string): Promise<FileBody> {
  const record = await getRecord(ctx, id);
  if (record.finishedAt === null) throw conflict("status");
  if (record.rejectedUntil === null || record.rejectedUntil <= ctx.clock.now()) throw new ApiError("expired", "import");
  return { name: `rejected-${id}.csv`, mediaType: "text/csv; charset=utf-8", content: linesOf(ctx, record) };
}

async function* linesOf({ db }: Context, { id, columns }: ImportRecord): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine([...columns, "row", "column", "code"]));
  let row = 0;
  for (;;) {
    const problems = await listProblems(db, id, { row, limit: rowsAtOnce });
    const last = problems.at(-1);
    if (last === undefined) return;
    yield Buffer.from(
      problems
        .map(({ cells, row: at, flaws }) =>
          csvLine([
            ...columns.map((_name, index) => unguarded(cells?.[index] ?? "")),
            String(at),
            flaws.map(({ column }) => column).join("|"),
            flaws.map(({ code }) => code).join("|"),
            ...(cells ?? []).slice(columns.length).map(unguarded),
          ]),
        )
        .join(""),
    );
    row = last.row;
  }
}
