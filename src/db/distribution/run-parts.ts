import type { PendingQuery } from "../client.ts";
import { routableInsert, type StatementPart } from "./statement-parts.ts";
import { valueMark, type FlatStatement } from "./statement-text.ts";

/** Runs one statement on the connection of the transaction. */
export type RunFlat = (statement: FlatStatement) => PendingQuery<object[]>;

type Column = { readonly name: string; readonly type: string };

/** Values are in PostgreSQL's own text, which loses nothing. */
type PartRows = { readonly columns: readonly Column[]; readonly rows: readonly (readonly (string | null)[])[] };

/**
 * Runs the parts of a statement one after another, inside of a transaction, as a cluster does; but their rows go only to
 * the node of the next part. Answers the rows of the last one.
 */
export class PartRun {
  readonly #run: RunFlat;
  readonly #statement: FlatStatement;
  readonly #parts: readonly StatementPart[];
  readonly #rows = new Map<number, PartRows>();

  constructor(run: RunFlat, statement: FlatStatement, parts: readonly StatementPart[]) {
    this.#run = run;
    this.#statement = statement;
    this.#parts = parts;
  }

  async finish(): Promise<object[]> {
    const last = this.#parts.length - 1;
    for (const [index, { mode }] of this.#parts.entries()) {
      // A part that does nothing is run only if its columns are needed.
      if (index === last || mode === "merge" || this.#isEmpty(index)) continue;
      if (this.#parts.some(({ uses }) => uses.includes(index))) await this.#fetch(index);
      else await this.#run(await this.#build(index));
    }
    return this.#run(await this.#build(last));
  }

  #isEmpty(index: number): boolean {
    const known = this.#rows.get(index);
    if (known !== undefined) return known.rows.length === 0;
    const sources = this.#parts[index]?.isEmptyWithout ?? [];
    return sources.length > 0 && sources.every((source) => this.#isEmpty(source));
  }

  async #fetch(index: number): Promise<PartRows> {
    const result = await this.#run(await this.#build(index)).raw();
    const { columns } = result;
    const types = await findTypeNames(
      this.#run,
      columns.map(({ type }) => type),
    );
    const declared = this.#parts[index]?.columns;
    // The part itself knows best: another may write the same name in the other way.
    const names = new Map([...namesInText(this.#statement.text), ...namesInText(this.#textOf(index).text)]);
    const fetched = {
      columns: columns.map(({ name, type }, place) => ({
        name: declared?.[place] ?? names.get(name) ?? name,
        type: types.get(type) ?? "text",
      })),
      rows: result.map((row) => row.map((value: Buffer | null) => value?.toString() ?? null)),
    };
    this.#rows.set(index, fetched);
    return fetched;
  }

  /** The part with everything that it uses before it: rows of parts that ran, and merged parts. */
  async #build(index: number): Promise<FlatStatement> {
    const tables: FlatStatement[] = [];
    for (const used of this.#needed(index)) {
      const part = this.#parts[used];
      if (part === undefined) continue;
      const rows = part.mode === "merge" ? undefined : (this.#rows.get(used) ?? (await this.#fetch(used)));
      tables.push(rows === undefined ? this.#asTable(part) : rowsAsTable(part.name, rows));
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

/** Every value travels as text: JSON would change numbers and times. */
function rowsAsTable(name: string, { columns, rows }: PartRows): FlatStatement {
  if (columns.length === 0) return { text: `${name} as (select from generate_series(1, ${rows.length}))`, values: [] };
  const selected = columns.map((column, place) => `r.c${place}::${column.type} as ${column.name}`).join(", ");
  const declared = columns.map((_, place) => `c${place} text`).join(", ");
  const records = rows.map((row) => Object.fromEntries(row.map((value, place) => [`c${place}`, value])));
  return {
    text: `${name} as materialized (select ${selected} from jsonb_to_recordset(${valueMark}::jsonb) as r(${declared}))`,
    values: [JSON.stringify(records)],
  };
}

/** Names of columns as the client writes them and as the statement does. */
function namesInText(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  // Names without quotes have no capital letters; keys of JSON in texts do.
  for (const [word] of text.replaceAll(/'[^']*'/g, "''").matchAll(/"\w+"|\b[a-z_][a-z0-9_]*\b/g)) {
    const camel = word.replaceAll('"', "").replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (!names.has(camel) || !word.startsWith('"')) names.set(camel, word);
  }
  return names;
}

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
