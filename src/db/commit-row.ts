import type { PendingQuery, ReservedSql, SqlTag } from "./client.ts";
import { allInOrder } from "./statements.ts";

/** The statement of a row, and what became of it: the rows it returned, or undefined after a rollback. */
export type CommitStatement = {
  readonly build: (sql: SqlTag) => PendingQuery<object[]>;
  readonly settle: (rows: readonly object[] | undefined) => void;
};

/** A row that the first writing transaction of a handle commits together with its change. */
export type CommitRow = {
  /** Undefined when the row is written or being written. */
  readonly start: () => CommitStatement | undefined;
  /** Names the object that the transaction creates; the kind is that of the path, unless it is given. */
  readonly nameCreated: (id: string, kind?: string) => void;
};

/** Sends the statements that end a transaction in one round trip; COMMIT after a failed one is a rollback. */
export async function commitWithRow(
  connection: ReservedSql,
  row: CommitRow | undefined,
  last: readonly Promise<unknown>[] = [],
): Promise<void> {
  const statement = row?.start();
  try {
    const written = statement?.build(connection).execute();
    await allInOrder([...last, ...(written === undefined ? [] : [written]), connection.commit()]);
    statement?.settle(await written);
  } catch (error) {
    statement?.settle(undefined);
    throw error;
  }
}
