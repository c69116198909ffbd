import type { Fragment, PendingQuery, SqlTag } from "./client.ts";

/**
 * SQL as plain data: small immutable nodes that are composed without a connection. For statements whose text
 * depends on user input.
 */
export type Scalar = string | number | boolean | Date | null;
export type SqlParam = Scalar | readonly string[] | readonly number[];
export type SqlNode = { readonly strings: TemplateStringsArray; readonly values: readonly (SqlNode | SqlParam)[] };

export const node = (strings: TemplateStringsArray, ...values: readonly (SqlNode | SqlParam)[]): SqlNode => ({
  strings,
  values,
});

/** Inserts a name of our own (such as a column) verbatim; never user input. */
export const rawIdentifier = (text: string): SqlNode => ({
  strings: Object.assign([text], { raw: [text] }),
  values: [],
});

/** Flattens a node without parameters into one text, which is cheaper to embed. */
export function constantNode(root: SqlNode): SqlNode {
  const { text, params } = renderSql(root);
  if (params.length > 0) throw new Error("a constant node has no parameters");
  return rawIdentifier(text);
}

export const isSqlNode = (value: unknown): value is SqlNode =>
  typeof value === "object" && value !== null && "strings" in value && "values" in value && Array.isArray(value.values);

export const joinNodes = (nodes: readonly SqlNode[], separator: SqlNode): SqlNode =>
  nodes.reduce((all, next) => node`${all}${separator}${next}`);

export type RenderedSql = { readonly text: string; readonly params: readonly SqlParam[] };

/** `paramOffset`: the number of parameters that the text already uses as `$1` …. */
export function renderSql(root: SqlNode, paramOffset = 0): RenderedSql {
  const params: SqlParam[] = [];
  const toStatementText = ({ strings, values }: SqlNode): string =>
    strings.reduce((text, next, index) => {
      const value = values[index - 1] ?? null;
      if (isSqlNode(value)) return `${text}${toStatementText(value)}${next}`;
      params.push(value);
      return `${text}$${paramOffset + params.length}${next}`;
    });
  return { text: toStatementText(root), params };
}

/** Embeds a node in a `sql` statement. */
export const toFragment = (sql: SqlTag, { strings, values }: SqlNode): Fragment =>
  sql(strings, ...values.map((value) => (isSqlNode(value) ? toFragment(sql, value) : value)));

/**
 * Unprepared: the server keeps every named statement as long as the connection lives, and a custom plan for these
 * values is better.
 */
export function runUnprepared<Row extends object>(db: { readonly sql: SqlTag }, root: SqlNode): Promise<Row[]> {
  const { text, params } = renderSql(root);
  return db.sql.unsafe<Row[]>(text, [...params]);
}

/**
 * A statement that is rendered once and run often: the server keeps its plan. The first parameters, `$1` … in its
 * text, are passed on each run.
 */
export type PreparedStatement = { readonly text: string; readonly fixedParams: readonly SqlParam[] };

export function preparedStatement(root: SqlNode, paramOffset: number): PreparedStatement {
  const { text, params } = renderSql(root, paramOffset);
  return { text, fixedParams: params };
}

export const runPrepared = <Row extends object>(
  db: { readonly sql: SqlTag },
  { text, fixedParams }: PreparedStatement,
  params: readonly Scalar[],
): PendingQuery<Row[]> => db.sql.unsafe<Row[]>(text, [...params, ...fixedParams], { prepare: true });
