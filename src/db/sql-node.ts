import type { Fragment, PendingQuery, SqlTag } from "./client.ts";

/**
 * SQL as plain data: small immutable parts that rules put together and that know nothing of a connection. For statements
 * whose text differs with what a user asks.
 */
export type Scalar = string | number | boolean | Date | null;
export type SqlNode = { readonly strings: TemplateStringsArray; readonly values: readonly (SqlNode | Scalar)[] };

export const node = (strings: TemplateStringsArray, ...values: readonly (SqlNode | Scalar)[]): SqlNode => ({
  strings,
  values,
});

/** Names of ours (columns, say) as they stand; never what anybody typed. */
export const rawIdentifier = (text: string): SqlNode => ({
  strings: Object.assign([text], { raw: [text] }),
  values: [],
});

const isSqlNode = (value: SqlNode | Scalar): value is SqlNode =>
  typeof value === "object" && value !== null && "strings" in value;

export const joinNodes = (nodes: readonly SqlNode[], separator: SqlNode): SqlNode =>
  nodes.reduce((all, next) => node`${all}${separator}${next}`);

export type RenderedSql = { readonly text: string; readonly params: readonly Scalar[] };

/** `given`: so many values come first, and stand as `$1` … in the text already. */
export function renderSql(root: SqlNode, paramOffset = 0): RenderedSql {
  const params: Scalar[] = [];
  const textOf = ({ strings, values }: SqlNode): string =>
    strings.reduce((text, next, index) => {
      const value = values[index - 1] ?? null;
      if (isSqlNode(value)) return `${text}${textOf(value)}${next}`;
      params.push(value);
      return `${text}$${paramOffset + params.length}${next}`;
    });
  return { text: textOf(root), params };
}

/** The same part inside a statement with a fixed text. */
export const toFragment = (sql: SqlTag, { strings, values }: SqlNode): Fragment =>
  sql(strings, ...values.map((value) => (isSqlNode(value) ? toFragment(sql, value) : value)));

/**
 * Sent without a name: a server keeps every named statement as long as the connection lives, and a plan made for these
 * very values is the better one.
 */
export function runUnprepared<Row extends object>(db: { readonly sql: SqlTag }, root: SqlNode): Promise<Row[]> {
  const { text, params } = renderSql(root);
  return db.sql.unsafe<Row[]>(text, [...params]);
}

/**
 * A statement that is put together once and run often: the server keeps its plan, and nobody reads its parts again.
 * The first values, `$1` … in its text, are given each time.
 */
export type PreparedStatement = { readonly text: string; readonly fixedParams: readonly Scalar[] };

export function preparedStatement(root: SqlNode, paramOffset: number): PreparedStatement {
  const { text, params } = renderSql(root, paramOffset);
  return { text, fixedParams: params };
}

export const runPrepared = <Row extends object>(
  db: { readonly sql: SqlTag },
  { text, fixedParams }: PreparedStatement,
  params: readonly Scalar[],
): PendingQuery<Row[]> => db.sql.unsafe<Row[]>(text, [...params, ...fixedParams], { prepare: true });
