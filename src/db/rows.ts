/** The row of a statement that always returns one, such as INSERT … RETURNING. */
export function singleRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("the statement returned no row");
  return row;
}

/** A row that came as one JSON value: its times are text in PostgreSQL's format. */
export type JsonOf<Row> = {
  [Field in keyof Row]: Date extends Row[Field] ? Exclude<Row[Field], Date> | string : Row[Field];
};

/**
 * No row has this id. For outer joins with an id that may be missing: a comparison with null makes the join condition false,
 * and a cluster then refuses the statement.
 */
export const nonExistentId = "0";
