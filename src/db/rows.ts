/** The row of a statement that cannot answer none, such as INSERT … RETURNING. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("the statement returned no row");
  return row;
}
