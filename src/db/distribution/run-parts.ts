import { arrayLiteral } from "../array-literal.ts";
import type { SqlTag } from "../client.ts";
import { ComposedStatement, type Build } from "../composed-statement.ts";
import type { LastPart, Part, PartStatement, StatementInParts } from "../parts.ts";
import { allInOrder } from "../statements.ts";

type Column = { readonly name: string; readonly type: string };

/** Values are in PostgreSQL's own text, which loses nothing. */
type PartRows = {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly (string | null)[])[];
};

/**
 * Runs the parts one after another on the connection of a transaction, as a cluster does; but their rows go only to the node
 * of the next part. Answers the rows of the last one.
 */
export async function runParts<Row extends object, Statement extends PartStatement>(
  sql: SqlTag,
  build: Build<Statement>,
  statement: StatementInParts<Statement>,
): Promise<Row[]> {
  return new PartRun(sql, build, statement.parts).finish<Row>(statement.last);
}

class PartRun<Statement extends PartStatement> {
  readonly #sql: SqlTag;
  readonly #build: Build<Statement>;
  readonly #parts: ReadonlyMap<string, Part<Statement>>;
  readonly #ran = new Map<string, PartRows>();

  constructor(sql: SqlTag, build: Build<Statement>, parts: readonly Part<Statement>[]) {
    this.#sql = sql;
    this.#build = build;
    this.#parts = new Map(parts.map((part) => [part.name, part]));
  }

  async finish<Row extends object>(last: LastPart<Statement>): Promise<Row[]> {
    const parts = [...this.#parts.values()];
    const isRead = new Set([...parts, last].flatMap(({ reads }) => reads));
    // A part whose rows no other part reads is sent without waiting: a connection runs statements in the order of sending.
    const sent: Promise<unknown>[] = [];
    try {
      for (const part of parts) {
        if (part.mode === "inline" || this.#isEmpty(part)) continue;
        if (isRead.has(part.name)) await this.#fetch(part);
        else sent.push(this.#send<object>(await this.#compose(part)));
      }
      const result = this.#send<Row>(await this.#compose(last));
      sent.push(result);
      await allInOrder(sent);
      return await result;
    } catch (error) {
      await allInOrder(sent);
      throw error;
    }
  }

  /** Its error is seen at the end of all parts. */
  #send<Row extends object>(composed: ComposedStatement<Statement>): Promise<Row[]> {
    const sent = this.#build<Row>(this.#sql, composed).execute();
    sent.catch(() => undefined);
    return sent;
  }

  /** Certainly without a row, and without effect. */
  #isEmpty({ name, mode, reads }: Part<Statement>): boolean {
    const ran = this.#ran.get(name);
    if (ran !== undefined) return ran.rows.length === 0;
    return mode !== "run" && reads.length > 0 && reads.every((read) => this.#isEmptyNamed(read));
  }

  #isEmptyNamed(name: string): boolean {
    const part = this.#parts.get(name);
    return part !== undefined && this.#isEmpty(part);
  }

  async #fetch(part: Part<Statement>): Promise<PartRows> {
    const result = await this.#build<object>(this.#sql, await this.#compose(part)).raw();
    const types = await findTypeNames(
      this.#sql,
      result.columns.map(({ type }) => type),
    );
    const rows = {
      columns: result.columns.map(({ name, type }) => ({ name: columnName(name), type: types.get(type) ?? "text" })),
      rows: result.map((row) => row.map((value: Buffer | null) => value?.toString() ?? null)),
    };
    this.#ran.set(part.name, rows);
    return rows;
  }

  /** The part with everything that it reads before it. */
  async #compose({ reads, statement }: LastPart<Statement>): Promise<ComposedStatement<Statement>> {
    const composed = new ComposedStatement<Statement>();
    for (const [index, read] of this.#needed(reads).entries()) {
      composed.text(index === 0 ? "with " : ", ");
      if (read.mode === "inline") composed.text(`${read.name} as (`).value(read.statement).text(")");
      // A part that did nothing is run only if its columns are needed.
      else appendRows(composed, read.name, this.#ran.get(read.name) ?? (await this.#fetch(read)));
    }
    return composed.text(" ").value(statement);
  }

  /** The parts in the order of the statement; a part that is repeated needs what it reads. */
  #needed(reads: readonly string[]): Part<Statement>[] {
    const found = new Set<string>();
    const add = (names: readonly string[]): void => {
      for (const name of names) {
        const part = this.#parts.get(name);
        if (part?.mode === "inline" && !found.has(name)) add(part.reads);
        found.add(name);
      }
    };
    add(reads);
    return [...this.#parts.values()].filter(({ name }) => found.has(name));
  }
}

/** Every column is one array, which PostgreSQL reads from the texts of its values. */
function appendRows<Statement extends PartStatement>(
  composed: ComposedStatement<Statement>,
  name: string,
  { columns, rows }: PartRows,
): void {
  if (columns.length === 0) {
    composed.text(`${name} as (select from generate_series(1, `).value(rows.length).text("::int))");
    return;
  }
  const selected = columns.map((column, place) => `r.c${place}::${column.type} as ${column.name}`).join(", ");
  composed.text(`${name} as materialized (select ${selected} from unnest(`);
  for (const [place, { type }] of columns.entries())
    composed
      .text(place === 0 ? "" : ", ")
      .value(arrayLiteral(rows.map((row) => row[place] ?? null)))
      // The elements of an array of arrays would be its dimensions.
      .text(`::text::${type.endsWith("[]") ? "text" : type}[]`);
  composed.text(`) as r(${columns.map((_, place) => `c${place}`).join(", ")}))`);
}

/** The client's name of a column is in camel case. */
const columnName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names of types by their numbers, which stay the same for the life of a database. */
const typeNames = new Map<number, string>();

async function findTypeNames(sql: SqlTag, types: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const unknown = [...new Set(types)].filter((type) => !typeNames.has(type));
  if (unknown.length > 0) {
    const found = await sql<{ type: number; name: string }[]>`
      select oid::int as type, format_type(oid, null) as name from pg_type where oid = any(${unknown}::oid[])`;
    for (const { type, name } of found) typeNames.set(type, name);
  }
  return typeNames;
}
