import type { Fragment } from "./client.ts";
import type { SqlNode } from "./sql-node.ts";

/** What a part is written as; with `SqlNode` alone the whole statement is plain data. */
export type PartStatement = SqlNode | Fragment;

/** One part of a statement that is written with `inParts`. */
export type Part<Statement extends PartStatement = PartStatement> = {
  readonly name: string;
  /** The earlier parts that it names. */
  readonly reads: readonly string[];
  readonly statement: Statement;
  readonly keyword: "" | "materialized " | "not materialized ";
  /**
   * What a cluster does with it. `run`: it runs in its place, and the parts that read it get its rows. `run if rows`: only
   * when a part that it reads has a row. `inline`: it is repeated in each part that reads it.
   */
  readonly mode: "run" | "run if rows" | "inline";
};

/** The end of a statement in parts, whose rows are the result. */
export type LastPart<Statement extends PartStatement = PartStatement> = Pick<Part<Statement>, "reads" | "statement">;

/** A whole statement in parts. */
export type StatementInParts<Statement extends PartStatement = PartStatement> = {
  readonly parts: readonly Part<Statement>[];
  readonly last: LastPart<Statement>;
};

const partOf =
  (mode: Part["mode"]) =>
  <Statement extends PartStatement>(
    name: string,
    reads: readonly string[],
    statement: Statement,
    keyword?: "materialized" | "not materialized",
  ): Part<Statement> => ({ name, reads, statement, keyword: keyword === undefined ? "" : `${keyword} `, mode });

/** A write, or a query whose rows would be others if it ran later. */
export const part = partOf("run");

/** A part that does nothing when none of the parts that it reads has a row. */
export const partIfRows = partOf("run if rows");

/** A query that gives the same rows to every part that reads it. */
export const inlinedPart = partOf("inline");

export const lastPart = <Statement extends PartStatement>(
  reads: readonly string[],
  statement: Statement,
): LastPart<Statement> => ({ reads, statement });

/** Finds a misspelt name, and a part that comes too late, on any PostgreSQL. */
export function requireKnownReads({ parts, last }: StatementInParts): void {
  const known = new Set<string>();
  for (const { name, reads } of parts) {
    requireKnown(reads, known);
    known.add(name);
  }
  requireKnown(last.reads, known);
}

function requireKnown(reads: readonly string[], known: ReadonlySet<string>): void {
  for (const read of reads)
    if (!known.has(read)) throw new Error(`${read} is read before it is a part of the statement`);
}
