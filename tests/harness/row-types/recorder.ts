import type { SqlTag } from "../../../src/db/client.ts";
import { Statement, type Fragment } from "../../../src/db/driver/statement.ts";
import { isTemplate, startingWith } from "./started-query.ts";
import type { TypedStatement } from "./program.ts";

export type RecordedStatement = {
  readonly statement: TypedStatement;
  /** What the server says about it, without running it. */
  readonly describe: () => Promise<unknown>;
};

type AnyStatement = Fragment & { describe(): Promise<unknown> } & Promise<unknown>;

const isQuery = (value: unknown): value is AnyStatement => value instanceof Statement;

/** Limits of one call: results are empty after some, so that loops over pages end; any other loop ends with an error. */
const maxFilledResults = 12;
const maxResults = 60;

const keyOf = (parts: readonly string[]): string => parts.join("\0");

type Place = { readonly file: string; readonly line: number };

const framePattern = /\/src\/([^\s:?]+\.ts)[^:]*:(\d+):\d+/g;

function callers(): Place[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 12;
  const { stack = "" } = new Error("for its stack");
  Error.stackTraceLimit = limit;
  return [...stack.matchAll(framePattern)].map(([, file = "", line]) => ({ file, line: Number(line) }));
}

/** A tag whose statements are recorded instead of run. Each results in a sample of its row. */
export class Recorder {
  readonly recorded: RecordedStatement[] = [];
  private results = 0;
  private readonly sql: SqlTag;
  private readonly sampleRow: (statement: TypedStatement) => unknown;
  private readonly byParts = new Map<string, TypedStatement[]>();
  private readonly byTemplate = new WeakMap<TemplateStringsArray, { statement: TypedStatement | undefined }>();
  private readonly calls: TypedStatement[] = [];

  constructor(sql: SqlTag, statements: readonly TypedStatement[], sampleRow: (statement: TypedStatement) => unknown) {
    this.sql = sql;
    this.sampleRow = sampleRow;
    for (const statement of statements) {
      if (statement.parts === undefined) this.calls.push(statement);
      else {
        const key = keyOf(statement.parts);
        this.byParts.set(key, [...(this.byParts.get(key) ?? []), statement]);
      }
    }
  }

  /** The tag of the next call, as if it were that of another transaction. */
  restart(): SqlTag {
    this.results = 0;
    return this.recordTag(this.sql);
  }

  private recordTag(sql: SqlTag): SqlTag {
    const begin = async (...args: readonly unknown[]): Promise<unknown> => {
      const run = args.at(-1);
      return typeof run === "function" ? Reflect.apply(run, undefined, [recording]) : undefined;
    };
    const members: Readonly<Record<string, unknown>> = {
      unsafe: (...args: Parameters<SqlTag["unsafe"]>) => this.watch(sql.unsafe(...args), this.findCall()),
      begin,
      savepoint: begin,
      reserve: async () => recording,
      commit: async () => undefined,
      rollBack: async () => undefined,
      release: () => undefined,
    };
    const recording = new Proxy(sql, {
      apply: (target, self, args) => {
        const made: unknown = Reflect.apply(target, self, args);
        const [parts] = args;
        return isTemplate(parts) && isQuery(made) ? this.watch(made, this.findTemplate(parts)) : made;
      },
      get: (target, name) => (typeof name === "string" && name in members ? members[name] : Reflect.get(target, name)),
    });
    return recording;
  }

  /** Several statements, also untyped ones, may have the same constant parts: the place decides. */
  private findTemplate(parts: TemplateStringsArray): TypedStatement | undefined {
    const known = this.byTemplate.get(parts);
    if (known !== undefined) return known.statement;
    const found = this.byParts.get(keyOf(parts)) ?? [];
    // Statements in parts may be put together from the same texts.
    if (found.length === 0) return this.findInParts();
    const statement = findAt(found, callers().slice(0, 1));
    this.byTemplate.set(parts, { statement });
    return statement;
  }

  /** A statement in parts that runs as one. The parts that a cluster runs, and the fragments in them, have rows of their own. */
  private findInParts(): TypedStatement | undefined {
    const places = callers();
    const isWhole =
      places[0]?.file === "db/composed-statement.ts" &&
      places.some(({ file }) => file === "db/in-parts.ts") &&
      !places.some(({ file }) => file === "db/distribution/run-parts.ts");
    return isWhole ? findAt(this.calls, places) : undefined;
  }

  private findCall(): TypedStatement | undefined {
    return findAt(this.calls, callers());
  }

  private watch<Query extends AnyStatement>(query: Query, statement: TypedStatement | undefined): Query {
    if (statement !== undefined) {
      // Bound before the query is made harmless below.
      this.recorded.push({ statement, describe: query.describe.bind(query) });
    }
    const run = async () => this.resultOf(statement);
    const rows = async function* (): AsyncGenerator {
      yield await run();
    };
    return Object.assign(query, startingWith(query, run), {
      values: async () => [],
      raw: async () => [],
      alone: run,
      cursor: () => rows(),
      copyIn: async () => ({ write: async () => undefined, end: async () => undefined }),
    });
  }

  private resultOf(statement: TypedStatement | undefined): unknown {
    this.results += 1;
    if (this.results > maxResults) throw new Error("a loop waits for rows that do not come");
    const isFilled = this.results <= maxFilledResults;
    const rows = isFilled ? [statement === undefined ? {} : this.sampleRow(statement)] : [];
    return Object.assign(rows, { count: rows.length });
  }
}

const findAt = (statements: readonly TypedStatement[], places: readonly Place[]): TypedStatement | undefined => {
  for (const { file, line } of places) {
    const found = statements.find(
      (statement) => statement.file === file && statement.firstLine <= line && line <= statement.lastLine,
    );
    if (found !== undefined) return found;
  }
  return undefined;
};
