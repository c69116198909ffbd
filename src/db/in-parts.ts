import { buildPrepared, buildUnprepared, ComposedStatement, type Build } from "./composed-statement.ts";
import { runParts } from "./distribution/run-parts.ts";
import { requireKnownReads, type LastPart, type Part, type PartStatement, type StatementInParts } from "./parts.ts";
import {
  node,
  preparedStatement,
  rawIdentifier,
  runPrepared,
  type PreparedStatement,
  type Scalar,
  type SqlNode,
} from "./sql-node.ts";
import type { DistributedHandle, FinalStatement, SqlHandle } from "./tenant.ts";

/**
 * Statements of which one part inserts a query of another. PostgreSQL runs such a statement as one. A cluster would send the
 * rows of the earlier part to every node: there the parts run one after another in a transaction, and their rows are passed
 * to the node of the next part alone. No part reads what an earlier part writes or deletes.
 */
type PartsHandle = DistributedHandle & {
  transaction<Result>(run: (db: SqlHandle) => Promise<Result>): Promise<Result>;
};

/** Runs the statement and answers the rows of its last part. */
export const inParts = <Row extends object>(db: PartsHandle, parts: readonly Part[], last: LastPart): Promise<Row[]> =>
  run<Row, PartStatement>(db, buildPrepared, { parts, last });

/** The same for a statement whose text depends on user input; see `runUnprepared`. */
export const inPartsUnprepared = <Row extends object>(
  db: PartsHandle,
  parts: readonly Part<SqlNode>[],
  last: LastPart<SqlNode>,
): Promise<Row[]> => run<Row, SqlNode>(db, buildUnprepared, { parts, last });

async function run<Row extends object, Statement extends PartStatement>(
  db: PartsHandle,
  build: Build<Statement>,
  statement: StatementInParts<Statement>,
): Promise<Row[]> {
  requireKnownReads(statement);
  if (!db.isDistributed) return build<Row>(db.sql, compose(statement));
  return db.transaction(({ sql }) => runParts<Row, Statement>(sql, build, statement));
}

/** One statement with a WITH. */
function compose<Statement extends PartStatement>({
  parts,
  last,
}: StatementInParts<Statement>): ComposedStatement<Statement> {
  const composed = new ComposedStatement<Statement>();
  for (const [index, { name, keyword, statement }] of parts.entries())
    composed.text(`${index === 0 ? "with " : "), "}${name} as ${keyword}(`).value(statement);
  return composed.text(parts.length === 0 ? "" : ") ").value(last.statement);
}

type FinalParts = StatementInParts & {
  /** Sent before them on the same connection. */
  readonly before?: Promise<unknown>;
};

/** The last statement of a pipelined transaction. */
export async function finalInParts<Row extends object>(
  { sql, isDistributed }: DistributedHandle,
  { before, ...statement }: FinalParts,
): Promise<FinalStatement<Row>> {
  requireKnownReads(statement);
  if (!isDistributed)
    return { ...(before === undefined ? {} : { before }), last: buildPrepared<Row>(sql, compose(statement)) };
  await before;
  return { last: await runParts<Row, PartStatement>(sql, buildPrepared, statement) };
}

/** What stands for a value in a statement: `$1`, or the value itself. */
export type ValueOf<Name extends string> = (name: Name) => SqlNode;

/** A statement in parts that is rendered once and run often, each time with other values. */
export type PreparedParts<Name extends string> = {
  readonly names: readonly Name[];
  readonly whole: PreparedStatement;
  readonly partsOf: (value: ValueOf<Name>) => StatementInParts<SqlNode>;
};

/** The values are `$1` … in the order of their names. */
export const numberedValues =
  <Name extends string>(names: readonly Name[]): ValueOf<Name> =>
  (name) =>
    rawIdentifier(`$${names.indexOf(name) + 1}`);

export function prepareInParts<const Name extends string>(
  names: readonly Name[],
  partsOf: (value: ValueOf<Name>) => StatementInParts<SqlNode>,
): PreparedParts<Name> {
  const statement = partsOf(numberedValues(names));
  requireKnownReads(statement);
  return { names, whole: preparedStatement(compose(statement), names.length), partsOf };
}

export function runPreparedInParts<Row extends object, Name extends string>(
  db: PartsHandle,
  { names, whole, partsOf }: PreparedParts<Name>,
  values: Readonly<Record<Name, Scalar>>,
): Promise<Row[]> {
  if (db.isDistributed)
    return run<Row, SqlNode>(
      db,
      buildPrepared,
      partsOf((name) => node`${values[name]}`),
    );
  return runPrepared<Row>(
    db,
    whole,
    names.map((name) => values[name]),
  );
}
