import postgres from "postgres";
import type { Client, Runner } from "./runner.ts";
import { Fragment, Statement, type Helper, type Parameter, type RowsOf } from "./statement.ts";

export type Row = postgres.Row;

type UnsafeOptions = {
  /** The server keeps the plan of the statement as long as the connection lives. */
  readonly prepare?: boolean;
};

type JsonValue = Exclude<postgres.ParameterOrJSON<never>, undefined>;

export type SqlTag = {
  <Rows extends RowsOf = Row[]>(template: TemplateStringsArray, ...values: readonly Parameter[]): Statement<Rows>;
  (first: string | object, ...columns: readonly string[]): Helper;
  unsafe<Rows extends object[] = (Row & Iterable<Row>)[]>(
    text: string,
    parameters?: readonly JsonValue[],
    options?: UnsafeOptions,
  ): Statement<Rows>;
};

const isTemplate = (first: unknown): first is TemplateStringsArray => Array.isArray(first) && "raw" in first;

/** Only builds fragments and helpers, and never connects. */
const builder = postgres({
  host: "unused",
  max: 1,
  fetch_types: false,
  transform: { undefined: null, column: { to: postgres.fromCamel } },
});

/** Frames of a stack that follow those of the driver. */
const originFrames = 4;
const origins = new WeakMap<TemplateStringsArray, string>();

/** The place where a template is written; found once. */
function findOrigin(template: TemplateStringsArray): string {
  const known = origins.get(template);
  if (known !== undefined) return known;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = originFrames;
  const { stack = "" } = new Error("place of a statement");
  Error.stackTraceLimit = limit;
  const origin = stack.split("\n").slice(3).join("\n");
  origins.set(template, origin);
  return origin;
}

type ClientValue = postgres.ParameterOrFragment<never>;

const isFragments = (value: Parameter): value is readonly Fragment[] =>
  Array.isArray(value) && value[0] instanceof Fragment;

function toClientValue(value: Parameter, client: Client): ClientValue {
  if (typeof value !== "object" || value === null) return value ?? null;
  if (value instanceof Fragment) return value.make(client);
  return isFragments(value) ? value.map((fragment) => fragment.make(client)) : value;
}

/** Rows of a helper may have fragments as values. */
function toClientRow(row: unknown): unknown {
  if (typeof row !== "object" || row === null) return row;
  if (Array.isArray(row)) return row.some((item) => typeof item === "object") ? row.map(toClientRow) : row;
  if (row instanceof Fragment) return row.make(builder);
  const values = Object.entries(row);
  if (!values.some(([, value]) => value instanceof Fragment)) return row;
  return Object.fromEntries(
    values.map(([name, value]) => [name, value instanceof Fragment ? value.make(builder) : value]),
  );
}

function buildHelper(first: unknown, columns: readonly unknown[]): Helper {
  const helper: Helper = Reflect.apply(builder, undefined, [toClientRow(first), ...columns]);
  return helper;
}

/** The tag of a pool or of one connection. */
export function createTag(runner: Runner): SqlTag {
  function tag<Rows extends RowsOf = Row[]>(
    template: TemplateStringsArray,
    ...values: readonly Parameter[]
  ): Statement<Rows>;
  function tag(first: string | object, ...columns: readonly string[]): Helper;
  function tag(first: unknown, ...values: readonly Parameter[]): Statement<Row[]> | Helper {
    if (!isTemplate(first)) return buildHelper(first, values);
    return new Statement<Row[]>(
      runner,
      (client) => client(first, ...values.map((value) => toClientValue(value, client))),
      findOrigin(first),
    );
  }
  return Object.assign(tag, {
    unsafe: <Rows extends object[] = (Row & Iterable<Row>)[]>(
      text: string,
      parameters: readonly JsonValue[] = [],
      options: UnsafeOptions = {},
    ) => new Statement<Rows>(runner, (client) => client.unsafe<Rows>(text, [...parameters], options)),
  });
}
