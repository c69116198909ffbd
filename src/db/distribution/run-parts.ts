import { arrayLiteral } from "../array-literal.ts";
import type { PendingQuery } from "../client.ts";
import { allInOrder } from "../statements.ts";
import { routableInsert, type StatementPart } from "./statement-parts.ts";
import { valueMark, type FlatStatement } from "./statement-text.ts";

/** Runs one statement on the connection of the transaction. */
export type RunFlat = (statement: FlatStatement) => PendingQuery<object[]>;

type Column = { readonly name: string; readonly type: string };

/** Values are in PostgreSQL's own text, which loses nothing. */
type PartRows = { readonly columns: readonly Column[]; readonly rows: readonly (readonly (string | null)[])[] };

/** The rows of a part that ran: how many, and as a table of the parts after it. */
type RanPart = { readonly count: number; readonly table: FlatStatement };

/**
 * Runs the parts of a statement one after another, inside of a transaction, as a cluster does; but their rows go only to
 * the node of the next part. Answers the rows of the last one.
 */
export class PartRun {
  readonly #run: RunFlat;
  readonly #statement: FlatStatement;
  readonly #parts: readonly StatementPart[];
  readonly #ran = new Map<number, RanPart>();

  constructor(run: RunFlat, statement: FlatStatement, parts: readonly StatementPart[]) {
    this.#run = run;
    this.#statement = statement;
    this.#parts = parts;
  }

  async finish(): Promise<object[]> {
    const last = this.#parts.length - 1;
    // A part whose result no other part reads is sent without waiting: a connection runs statements in the order of sending.
    const sent: Promise<unknown>[] = [];
    try {
      for (const [index, { mode }] of this.#parts.entries()) {
        // A part that does nothing is run only if its columns are needed.
        if (index === last || mode === "merge" || this.#isEmpty(index)) continue;
        if (this.#parts.some(({ uses }) => uses.includes(index))) await this.#fetch(index);
        else sent.push(this.#send(await this.#build(index)));
      }
      const result = this.#send(await this.#build(last));
      sent.push(result);
      await allInOrder(sent);
      return await result;
    } catch (error) {
      await allInOrder(sent);
      throw error;
    }
  }

  /** Its error is seen at the end of all parts. */
  #send(statement: FlatStatement): Promise<object[]> {
    const sent = this.#run(statement).execute();
    sent.catch(() => undefined);
    return sent;
  }

  #isEmpty(index: number): boolean {
    const ran = this.#ran.get(index);
    if (ran !== undefined) return ran.count === 0;
    const sources = this.#parts[index]?.isEmptyWithout ?? [];
    return sources.length > 0 && sources.every((source) => this.#isEmpty(source));
  }

  async #fetch(index: number): Promise<RanPart> {
    const result = await this.#run(await this.#build(index)).raw();
    const { columns } = result;
    const types = await findTypeNames(
      this.#run,
      columns.map(({ type }) => type),
    );
    const part = this.#parts[index];
    const table = rowsAsTable(part?.name ?? "", {
      columns: columns.map(({ name, type }, place) => ({
        name: part?.columns?.[place] ?? part?.columnNames.get(name) ?? name,
        type: types.get(type) ?? "text",
      })),
      rows: result.map((row) => row.map((value: Buffer | null) => value?.toString() ?? null)),
    });
    const ran = { count: result.length, table };
    this.#ran.set(index, ran);
    return ran;
  }

  /** The part with everything that it uses before it: rows of parts that ran, and merged parts. */
  async #build(index: number): Promise<FlatStatement> {
    const tables: FlatStatement[] = [];
    for (const used of this.#needed(index)) {
      const part = this.#parts[used];
      if (part === undefined) continue;
      if (part.mode === "merge") tables.push(this.#asTable(part));
      else tables.push((this.#ran.get(used) ?? (await this.#fetch(used))).table);
    }
    const own = this.#textOf(index);
    if (tables.length === 0) return { ...own, text: routableInsert(own.text) };
    // A part may have parts of its own.
    const [separator, rest] = /^\s*with\s/.test(own.text) ? [",", own.text.replace(/^\s*with\s/, "")] : ["", own.text];
    return {
      text: `with ${tables.map(({ text }) => text).join(", ")}${separator} ${rest}`,
      values: [...tables.flatMap(({ values }) => values), ...own.values],
    };
  }

  /** In their order; a merged part needs what it uses. */
  #needed(index: number): number[] {
    const found = new Set<number>();
    const add = (of: number): void => {
      for (const used of this.#parts[of]?.uses ?? []) {
        if (!found.has(used) && this.#parts[used]?.mode === "merge") add(used);
        found.add(used);
      }
    };
    add(index);
    return [...found].toSorted((a, b) => a - b);
  }

  #textOf(index: number): FlatStatement {
    const part = this.#parts[index];
    if (part === undefined) throw new Error("the statement has no such part");
    const { text, firstValue } = part;
    return { text, values: this.#statement.values.slice(firstValue, firstValue + part.valueCount) };
  }

  #asTable(part: StatementPart): FlatStatement {
    const { text, values } = this.#textOf(this.#parts.indexOf(part));
    const columns = part.columns === undefined ? "" : ` (${part.columns.join(", ")})`;
    return { text: `${part.name}${columns} as (${text})`, values };
  }
}

/** Every column is one array, which PostgreSQL reads from the texts of its values. */
function rowsAsTable(name: string, { columns, rows }: PartRows): FlatStatement {
  if (columns.length === 0) return { text: `${name} as (select from generate_series(1, ${rows.length}))`, values: [] };
  const arrays = columns.map(({ type }) => `${valueMark}::text::${isArray(type) ? "text" : type}[]`).join(", ");
  const declared = columns.map((_, place) => `c${place}`).join(", ");
  // The elements of an array of arrays would be its dimensions.
  const selected = columns.map((column, place) => `r.c${place}::${column.type} as ${column.name}`).join(", ");
  return {
    text: `${name} as materialized (select ${selected} from unnest(${arrays}) as r(${declared}))`,
    values: columns.map((_, place) => arrayLiteral(rows.map((row) => row[place] ?? null))),
  };
}

const isArray = (type: string): boolean => type.endsWith("[]");

/** By their numbers; the same for the life of a database. */
const typeNames = new Map<number, string>();

async function findTypeNames(run: RunFlat, types: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const unknown = types.filter((type) => !typeNames.has(type));
  if (unknown.length > 0) {
    const found = await run({
      text: `select oid::text as type, format_type(oid, null) as name from pg_type where oid = any(${valueMark}::oid[])`,
      values: [unknown],
    }).values();
    for (const [type, name] of found) typeNames.set(Number(type), String(name));
  }
  return typeNames;
}
