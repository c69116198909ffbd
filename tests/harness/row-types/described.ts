import { isDatabaseError, type Sql } from "../../../src/db/client.ts";
import type { RecordedStatement } from "./recorder.ts";
import type { TypedStatement } from "./program.ts";

export type DescribedColumn = { readonly name: string; readonly typeId: number };

/** A statement as the server understands it. */
export type DescribedStatement = {
  readonly statement: TypedStatement;
  readonly text: string;
  readonly columns: readonly DescribedColumn[];
  /** The analysed statement as the server prints its nodes. */
  readonly tree: string;
};

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item): item is number => typeof item === "number") : [];

function columnsIn(value: unknown): DescribedColumn[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((column: unknown) =>
    typeof column === "object" &&
    column !== null &&
    "name" in column &&
    "type" in column &&
    typeof column.name === "string" &&
    typeof column.type === "number"
      ? [{ name: column.name, typeId: column.type }]
      : [],
  );
}

/**
 * Asks for the columns of each statement, once per text, and for its tree: as the body of a function, which the server
 * analyses and keeps.
 */
export async function describeStatements(
  sql: Sql,
  recorded: readonly RecordedStatement[],
): Promise<DescribedStatement[]> {
  const described: DescribedStatement[] = [];
  const names = new Map(
    (await sql<{ oid: number; name: string }[]>`select oid, format_type(oid, null) as name from pg_type`).map(
      ({ oid, name }) => [oid, name],
    ),
  );
  const seen = new Map<TypedStatement, Set<string>>();
  for (const { statement, describe } of recorded) {
    try {
      const answer = await describe();
      if (typeof answer !== "object" || answer === null || !("string" in answer) || !("columns" in answer)) continue;
      const text = String(answer.string);
      const texts = seen.get(statement) ?? new Set();
      seen.set(statement, texts);
      if (texts.has(text)) continue;
      texts.add(text);
      const types = numbersIn("types" in answer ? answer.types : undefined).map((type) => names.get(type) ?? "text");
      const tree = await readTree(sql, text, types);
      described.push({ statement, text, columns: columnsIn(answer.columns), tree });
    } catch (error) {
      // A sample that makes no sense as SQL. The number of compared statements shows when there are more of them.
      if (!isDatabaseError(error)) throw error;
    }
  }
  return described;
}

async function readTree(sql: Sql, text: string, types: readonly string[]): Promise<string> {
  await sql.unsafe(
    `create or replace function pg_temp.described_${types.length}(${types.join(", ")}) returns setof record language sql begin atomic ${text}\n; end`,
  );
  const [row] = await sql<{ tree: string }[]>`
    delete from pg_proc where proname = ${`described_${types.length}`} returning prosqlbody::text as tree`;
  return row?.tree ?? "";
}
