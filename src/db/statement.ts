import type { Fragment, PendingQuery, SqlTag } from "./client.ts";

/**
 * SQL as plain data: small immutable parts that rules put together and that know nothing of a connection. For statements
 * whose text differs with what a user asks.
 */
export type Scalar = string | number | boolean | Date | null;
export type Part = { readonly strings: TemplateStringsArray; readonly values: readonly (Part | Scalar)[] };

export const part = (strings: TemplateStringsArray, ...values: readonly (Part | Scalar)[]): Part => ({
  strings,
  values,
});

/** Names of ours (columns, say) as they stand; never what anybody typed. */
export const verbatim = (text: string): Part => ({ strings: Object.assign([text], { raw: [text] }), values: [] });

const isPart = (value: Part | Scalar): value is Part =>
  typeof value === "object" && value !== null && "strings" in value;

export const joined = (parts: readonly Part[], separator: Part): Part =>
  parts.reduce((all, next) => part`${all}${separator}${next}`);

export type Rendered = { readonly text: string; readonly params: readonly Scalar[] };

/** `given`: so many values come first, and stand as `$1` … in the text already. */
export function render(whole: Part, given = 0): Rendered {
  const params: Scalar[] = [];
  const textOf = ({ strings, values }: Part): string =>
    strings.reduce((text, next, index) => {
      const value = values[index - 1] ?? null;
      if (isPart(value)) return `${text}${textOf(value)}${next}`;
      params.push(value);
      return `${text}$${given + params.length}${next}`;
    });
  return { text: textOf(whole), params };
}

/** The same part inside a statement with a fixed text. */
export const fragmentOf = (sql: SqlTag, { strings, values }: Part): Fragment =>
  sql(strings, ...values.map((value) => (isPart(value) ? fragmentOf(sql, value) : value)));

/**
 * Sent without a name: a server keeps every named statement as long as the connection lives, and a plan made for these
 * very values is the better one.
 */
export function runOnce<Row extends object>(db: { readonly sql: SqlTag }, whole: Part): Promise<Row[]> {
  const { text, params } = render(whole);
  return db.sql.unsafe<Row[]>(text, [...params]);
}

/**
 * A statement that is put together once and run often: the server keeps its plan, and nobody reads its parts again.
 * The first values, `$1` … in its text, are given each time.
 */
export type Repeated = { readonly text: string; readonly fixed: readonly Scalar[] };

export function repeated(whole: Part, given: number): Repeated {
  const { text, params } = render(whole, given);
  return { text, fixed: params };
}

export const run = <Row extends object>(
  db: { readonly sql: SqlTag },
  { text, fixed }: Repeated,
  given: readonly Scalar[],
): PendingQuery<Row[]> => db.sql.unsafe<Row[]>(text, [...given, ...fixed], { prepare: true });
