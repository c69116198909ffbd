import type postgres from "postgres";
import { dropHoles } from "./holes.ts";
import type { Held } from "./runner.ts";

/**
 * The client ends the pages of a connection that was lost between two of them as if it had read all rows, and asking it for
 * another page, or to stop, throws outside of any statement then.
 */
export async function* readPages<Rows extends readonly (object | undefined)[]>(
  { error }: Held,
  query: postgres.PendingQuery<Rows>,
  rowsPerPage: number,
): AsyncGenerator<NonNullable<Rows[number]>[]> {
  const pages = query.cursor(rowsPerPage)[Symbol.asyncIterator]();
  try {
    for (let page = await pages.next(); page.done !== true; page = await pages.next()) {
      dropHoles(page.value);
      yield page.value;
      requireConnection(error());
    }
    requireConnection(error());
  } finally {
    if (error() === undefined) await pages.return?.();
  }
}

function requireConnection(error: Error | undefined): void {
  if (error !== undefined) throw error;
}
