import path from "node:path";
import {
  SignatureKind,
  type Checker,
  type Signature,
  type Symbol as TypeSymbol,
  type Type,
} from "typescript/unstable/sync";
import type { SqlTag } from "../../../src/db/client.ts";
import { node, toFragment, type SqlNode } from "../../../src/db/sql-node.ts";
import { sourceRoot } from "../source-files.ts";
import type { Program, TypedStatement } from "./program.ts";
import { Recorder, type RecordedStatement } from "./recorder.ts";
import { createSample, type Sampler } from "./samples.ts";

/** Ways in which each function is called; the last one as on a distributed database. */
const variants = [
  { variant: 0, rowNumber: 1, isDistributed: false },
  { variant: 1, rowNumber: 0, isDistributed: false },
  { variant: 2, rowNumber: 100, isDistributed: false },
  { variant: 3, rowNumber: 2, isDistributed: false },
  { variant: 0, rowNumber: 1, isDistributed: true },
] as const;

/**
 * What is in `db` moves databases, waits for nodes of a cluster or is called by the features anyway; copies of the backup
 * are streams.
 */
const isCalled = (file: string): boolean => !file.startsWith("db/") && file !== "backup/copy.ts";

/**
 * Calls the functions of the files with samples of their parameters, and records the statements that they would run. A
 * sample may make no sense to a function, which then throws: its statements count as not found.
 */
export async function recordStatements(
  { project, checker }: Program,
  sql: SqlTag,
  statements: readonly TypedStatement[],
): Promise<readonly RecordedStatement[]> {
  let sampleRow: (row: Type) => unknown = () => undefined;
  const recorder = new Recorder(sql, statements, ({ row }) => sampleRow(row));
  for (const file of new Set(statements.map((statement) => statement.file))) {
    if (!isCalled(file)) continue;
    const source = project.program.getSourceFile(path.join(sourceRoot, file));
    const symbol = source && checker.getSymbolAtLocation(source);
    if (symbol === undefined) continue;
    const module: unknown = await import(path.join(sourceRoot, file));
    if (typeof module !== "object" || module === null) continue;
    for (const { owner, called } of exportedFunctions(checker, module, checker.getExportsOfModule(symbol)))
      for (const { variant, rowNumber, isDistributed } of variants) {
        const sampler = { checker, variant, number: 3, known: knownValues(recorder.restart(), isDistributed) };
        sampleRow = (row) => createSample({ ...sampler, number: rowNumber }, row);
        await callWith(sampler, Reflect.get(owner, called.name), called).catch(() => undefined);
      }
  }
  return recorder.recorded;
}

type CalledFunction = {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: Type | undefined }[];
  readonly result: Type | undefined;
};

const described = new WeakMap<Signature, CalledFunction>();

function describeFunction(checker: Checker, signature: Signature, name: string): CalledFunction {
  const known = described.get(signature) ?? {
    name,
    parameters: signature
      .getParameters()
      .map((parameter, index) => ({ name: parameter.name, type: checker.getParameterType(signature, index) })),
    result: checker.getReturnTypeOfSignature(signature),
  };
  described.set(signature, known);
  return known;
}

function listFunctions(checker: Checker, symbols: readonly TypeSymbol[]): CalledFunction[] {
  const types = symbols.length === 0 ? [] : checker.getTypeOfSymbol(symbols);
  return symbols.flatMap(({ name }, index) => {
    const type = types[index];
    const signatures = type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call);
    return signatures.map((signature) => describeFunction(checker, signature, name));
  });
}

type OwnedFunction = { readonly owner: object; readonly called: CalledFunction };

const isRecordOfFunctions = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.values(value).some((item) => typeof item === "function");

/** Exported functions, and those in exported records. */
function exportedFunctions(checker: Checker, module: object, symbols: readonly TypeSymbol[]): OwnedFunction[] {
  const own = listFunctions(checker, symbols).map((called) => ({ owner: module, called }));
  const records = symbols.flatMap((symbol) => {
    const owner: unknown = Reflect.get(module, symbol.name);
    const type = isRecordOfFunctions(owner) ? checker.getTypeOfSymbol(symbol) : undefined;
    if (!isRecordOfFunctions(owner) || type === undefined) return [];
    return listFunctions(checker, checker.getPropertiesOfType(type)).map((called) => ({ owner, called }));
  });
  return [...own, ...records];
}

const maxDepth = 3;

/** Calls a function, then the functions that it returns. */
async function callWith(sampler: Sampler, run: unknown, called: CalledFunction, depth = 0): Promise<void> {
  if (typeof run !== "function") return;
  const { parameters, result } = called;
  const args = parameters.map(({ name, type }) => (type === undefined ? undefined : createSample(sampler, type, name)));
  const value: unknown = await Reflect.apply(run, undefined, args);
  if (depth < maxDepth && result !== undefined && typeof value === "function") {
    const [signature] = sampler.checker.getSignaturesOfType(result, SignatureKind.Call);
    if (signature !== undefined)
      await callWith(sampler, value, describeFunction(sampler.checker, signature, ""), depth + 1);
  }
  if (typeof value === "object" && value !== null && Symbol.asyncIterator in value) await readAll(value);
}

/** Some pages of rows. */
async function readAll(rows: object): Promise<void> {
  const next: unknown = Reflect.get(rows, "next");
  if (typeof next !== "function") return;
  for (let left = 5; left > 0; left -= 1) {
    const step: unknown = await Reflect.apply(next, rows, []);
    if (typeof step === "object" && step !== null && "done" in step && step.done === true) return;
  }
}

/** Parameters and properties whose SQL is no condition. */
const fragmentsByName: Readonly<Record<string, SqlNode>> = {
  contactIds: node`select 1::bigint as id`,
  editedFields: node`'{}'::text[]`,
  reason: node`null::text`,
  references: node`select 'kind' as kind, 1::bigint as id, 'name' as name`,
  revision: node`null::text`,
  sending: node`select 1::bigint as tenant_id, 1::bigint as source_id, 1::bigint as variant_id`,
  tagged: node`select 1::bigint as object_id, 'tag' as tag`,
  total: node`select 1::float8 as total`,
  values: node`'{}'::jsonb`,
};

const findFragment = (name: string): SqlNode => fragmentsByName[name] ?? node`true`;

function knownValues(tag: SqlTag, isDistributed: boolean): Sampler["known"] {
  const handle: object = {
    tenantId: "1",
    isDistributed,
    sql: tag,
    pool: {},
    transaction: (run: (db: unknown) => unknown) => run(handle),
    rolledBack: (run: (db: unknown) => unknown) => run(handle),
    pipelinedTransaction: async (decide: (db: unknown) => Promise<{ before?: unknown; last: unknown }>) => {
      const { before, last } = await decide(handle);
      await before;
      return last;
    },
    withRow: () => handle,
    created: () => undefined,
    forTenant: () => handle,
    close: async () => undefined,
  };
  return {
    tag: () => tag,
    handle: () => handle,
    node: findFragment,
    fragment: (name) => toFragment(tag, findFragment(name)),
    prepared: () => ({ text: "select 1", fixedParams: [] }),
  };
}
