import { Type, type Static, type TObject, type TProperties } from "typebox";
import { validation } from "../../kernel/errors.ts";
import { parseSort, type SortTerm } from "../../kernel/sort.ts";

const maxLimit = 500;

const defineSelect = (row: TObject) =>
  Type.Optional(
    Type.String({
      description: `Properties, separated by commas: ${Object.keys(row.properties).join(", ")}`,
      examples: ["id"],
    }),
  );

/** The query of one row. */
export const itemQuery = <Parameters extends TProperties>(row: TObject, parameters: Parameters) =>
  Type.Object({ select: defineSelect(row), ...parameters });

/** The query of a list of rows; `select` and `sort` take names of their properties. */
export const listQuery = <Filters extends TProperties>(row: TObject, filters: Filters) =>
  Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, default: maxLimit })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
    select: defineSelect(row),
    sort: Type.Optional(
      Type.String({ description: "Properties, separated by commas; - is descending", examples: ["-id"] }),
    ),
    ...filters,
  });

export type ListParameters = Static<ReturnType<typeof listQuery<{}>>>;

export type ListRequest = {
  readonly limit: number;
  readonly offset: number;
  /** Undefined: every property. */
  readonly select: readonly string[] | undefined;
  readonly sort: readonly SortTerm[];
};

/** Validates the names in `select` here; those in `sort` are validated where their columns are known. */
export function parseListQuery({ limit, offset, select, sort }: ListParameters, row: TObject): ListRequest {
  return {
    limit: limit ?? maxLimit,
    offset: offset ?? 0,
    select: parseSelect(select, row),
    sort: parseSortNames(sort),
  };
}

/** Undefined: every property. */
export function parseSelect(select: string | undefined, row: TObject): readonly string[] | undefined {
  const selected = select === undefined ? [] : namesIn(select);
  if (selected.some((name) => !Object.hasOwn(row.properties, name)))
    throw validation("select", { allowed: Object.keys(row.properties) });
  return selected.length === 0 ? undefined : selected;
}

/** Clients leave blanks and empty parts between the names. */
const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];

function parseSortNames(sort: string | undefined): SortTerm[] {
  const names = sort === undefined ? [] : namesIn(sort);
  return names.length === 0 ? [] : parseSort(names.join(","));
}

/** Names of related rows to include, such as `customfields`; unknown ones are ignored. */
export const Expand = Type.Optional(Type.String({ description: "Related rows to include, separated by commas" }));

export const hasExpand = (expand: string | undefined, name: string): boolean =>
  expand !== undefined && namesIn(expand).includes(name);
