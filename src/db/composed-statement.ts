import type { PendingQuery, SqlTag } from "./client.ts";
import type { PartStatement } from "./parts.ts";
import { isSqlNode, renderSql, toFragment, type SqlNode, type SqlParam } from "./sql-node.ts";

/** The client keeps what it knows about a template as long as it lives: the same text is the same object. */
const knownStrings = new Map<string, TemplateStringsArray>();

function toStrings(texts: readonly string[]): TemplateStringsArray {
  const key = texts.join("\u0001");
  const strings = knownStrings.get(key) ?? Object.assign([...texts], { raw: texts });
  knownStrings.set(key, strings);
  return strings;
}

/** A statement that is put together from texts of our own, values and other statements. */
export class ComposedStatement<Statement extends PartStatement> {
  readonly #texts: string[] = [""];
  readonly values: (Statement | SqlParam)[] = [];

  text(text: string): this {
    this.#texts.push((this.#texts.pop() ?? "") + text);
    return this;
  }

  value(value: Statement | SqlParam): this {
    this.values.push(value);
    this.#texts.push("");
    return this;
  }

  get strings(): TemplateStringsArray {
    return toStrings(this.#texts);
  }
}

/** Makes a composed statement one of the client, which runs when it is awaited. */
export type Build<Statement extends PartStatement> = <Row extends object>(
  sql: SqlTag,
  composed: ComposedStatement<Statement>,
) => PendingQuery<Row[]>;

/** The server keeps its plan. */
export const buildPrepared: Build<PartStatement> = <Row extends object>(
  sql: SqlTag,
  { strings, values }: ComposedStatement<PartStatement>,
) => sql<Row[]>(strings, ...values.map((value) => (isSqlNode(value) ? toFragment(sql, value) : value)));

/** See `runUnprepared`. */
export const buildUnprepared: Build<SqlNode> = <Row extends object>(
  sql: SqlTag,
  composed: ComposedStatement<SqlNode>,
) => {
  const { text, params } = renderSql(composed);
  return sql.unsafe<Row[]>(text, [...params]);
};
