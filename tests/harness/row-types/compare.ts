import { TypeFlags, type Checker, type Type } from "typescript/unstable/sync";
import type { Sql } from "../../../src/db/client.ts";
import type { DescribedStatement } from "./described.ts";
import { Nullability, type Catalogue } from "./nullability.ts";
import { isNode, parseTree, type TreeNode, type TreeValue } from "./query-tree.ts";

export type WrongColumn = {
  readonly file: string;
  readonly line: number;
  readonly column: string;
  readonly problem: string;
};

export type ServerTypes = { readonly catalogue: Catalogue; readonly valueOfType: ReadonlyMap<number, string> };

/** What the client makes of a type of the server (`db/client.ts`); others are text, 64-bit integers and numerics too. */
const valuesByName: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "bytes",
  float4: "number",
  float8: "number",
  int2: "number",
  int4: "number",
  json: "any",
  jsonb: "any",
  oid: "number",
  timestamp: "Date",
  timestamptz: "Date",
};

export async function readServerTypes(sql: Sql): Promise<ServerTypes> {
  const columns = await sql<{ key: string }[]>`
    select attrelid || '.' || attnum as key from pg_attribute where attnotnull and attnum > 0`;
  const functions = await sql<{ id: number; name: string; isStrict: boolean }[]>`
    select oid as id, proname as name, proisstrict as is_strict from pg_proc`;
  const types = await sql<{ id: number; name: string; isArray: boolean }[]>`
    select oid as id, typname as name, typcategory = 'A' and typelem <> 0 as is_array from pg_type`;
  return {
    catalogue: {
      notNull: new Set(columns.map(({ key }) => key)),
      functions: new Map(functions.map(({ id, ...called }) => [id, called])),
    },
    valueOfType: new Map(
      types.map(({ id, name, isArray }) => [id, isArray ? "array" : (valuesByName[name] ?? "string")]),
    ),
  };
}

const has = (type: Type, flags: TypeFlags): boolean => (type.flags & flags) !== 0;

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

const isEmpty = (type: Type): boolean => has(type, TypeFlags.Null | TypeFlags.Undefined);

function describeValue(checker: Checker, type: Type): string {
  if (has(type, TypeFlags.Any | TypeFlags.Unknown)) return "any";
  if (has(type, TypeFlags.StringLike)) return "string";
  if (has(type, TypeFlags.NumberLike)) return "number";
  if (has(type, TypeFlags.BooleanLike)) return "boolean";
  const name = type.getSymbol()?.name ?? "object";
  if (name === "Buffer" || name === "Uint8Array") return "bytes";
  return checker.isArrayLikeType(type) ? "array" : name;
}

function firstNode(value: TreeValue): TreeNode {
  if (isNode(value)) return value;
  const last = typeof value === "string" ? undefined : value.at(-1);
  if (last === undefined) throw new Error("the statement has no tree");
  return firstNode(last);
}

/** Where the columns that the server returns contradict the declared row. Columns that the row does not name are no contradiction. */
export function findWrongColumns(
  checker: Checker,
  { catalogue, valueOfType }: ServerTypes,
  { statement, columns, tree }: DescribedStatement,
): WrongColumn[] {
  const nullable = new Nullability(catalogue).columnsOf(firstNode(parseTree(tree)));
  const returned = new Map(
    columns.map((column, index) => [column.name, { ...column, isNullable: nullable[index] !== false }]),
  );
  return checker.getPropertiesOfType(statement.row).flatMap((property) => {
    const declared = checker.getTypeOfSymbol(property);
    if (declared === undefined) return [];
    const problem = findProblem(checker, declared, { column: returned.get(property.name), valueOfType });
    return problem === undefined
      ? []
      : [{ file: statement.file, line: statement.firstLine, column: property.name, problem }];
  });
}

type ReturnedColumn = { readonly typeId: number; readonly isNullable: boolean };

function findProblem(
  checker: Checker,
  declared: Type,
  { column, valueOfType }: { column: ReturnedColumn | undefined; valueOfType: ReadonlyMap<number, string> },
): string | undefined {
  const parts = partsOf(declared);
  const isAny = parts.some((part) => has(part, TypeFlags.Any | TypeFlags.Unknown));
  if (column === undefined)
    return isAny || parts.some((part) => has(part, TypeFlags.Undefined)) ? undefined : "is not returned";
  const value = valueOfType.get(column.typeId) ?? "string";
  const text = checker.typeToString(declared);
  const isOther = parts.some((part) => !isEmpty(part) && ![value, "any"].includes(describeValue(checker, part)));
  if (value !== "any" && isOther) return `is ${value}, declared ${text}`;
  if (column.isNullable && !isAny && !parts.some((part) => has(part, TypeFlags.Null)))
    return `may be null, declared ${text}`;
  return undefined;
}
