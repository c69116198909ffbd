import { joinNodes, node, renderSql, type SqlNode } from "../../db/sql-node.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { validation } from "../../kernel/errors.ts";
import type { SortTerm } from "../../kernel/sort.ts";
import type { ListPage, Row } from "./envelope.ts";
import type { ListRequest } from "./list-request.ts";

/** The value of a property on the wire, and the expression that sorts by it; without one it cannot be sorted by. */
export type Property = { readonly value: SqlNode; readonly order?: SqlNode };

/** Expressions over a row `t` of the source, by the names of their properties. */
export type Properties = Readonly<Record<string, Property>>;

/** Rows of API v3: a table or a subquery with an `id`, and the condition that begins with its company. */
export type RowSource = {
  readonly table: SqlNode;
  readonly where: SqlNode;
  /** A statement that answers the number of rows. */
  readonly total: SqlNode;
  /** For ids that are computed: the same order, by columns of an index that is walked up to the end of the page. */
  readonly idOrder?: SqlNode;
  readonly properties: Properties;
};

/** A property whose value also sorts. */
export const sortable = (value: SqlNode): Property => ({ value, order: value });

const comma = node`, `;

export async function listRows(db: TenantDb, source: RowSource, request: ListRequest): Promise<ListPage> {
  const { properties } = source;
  const names = selectedNames(properties, request.select);
  const isUsual = request.select === undefined && request.sort.length === 0;
  const statement = pageStatement(source, request, selectValues(properties, names));
  const [rows, total] = await Promise.all([
    readRows(db, names, { statement, isPrepared: isUsual }),
    countRows(db, source.total),
  ]);
  return { total, rows };
}

const selectedNames = (properties: Properties, select: readonly string[] | undefined): string[] =>
  (select ?? Object.keys(properties)).filter((name) => properties[name] !== undefined);

/** The ids of the page are found first, so that values of skipped rows are not computed; computed ids are values themselves. */
function pageStatement(source: RowSource, { sort, limit, offset }: ListRequest, values: SqlNode): SqlNode {
  const { table, where, idOrder } = source;
  const order = sortOrder(source, sort);
  const page = node`from ${table} t where ${where} order by ${order} limit ${limit} offset ${offset}`;
  if (idOrder !== undefined) return node`select ${values} ${page}`;
  return node`
    select ${values} from (select t.id ${page}) page join ${table} t on t.id = page.id where ${where} order by ${order}`;
}

export async function findRow(
  db: TenantDb,
  { table, where, properties }: Omit<RowSource, "total">,
  { id, select }: { readonly id: string; readonly select: readonly string[] | undefined },
): Promise<Row | undefined> {
  const names = selectedNames(properties, select);
  const statement = node`
    select ${selectValues(properties, names)} from ${table} t where ${where} and t.id = ${id}::bigint`;
  const [row] = await readRows(db, names, { statement, isPrepared: select === undefined });
  return row;
}

/** Always ends with the id, so that pages never overlap. */
function sortOrder({ properties, idOrder = node`t.id` }: RowSource, sort: readonly SortTerm[]): SqlNode {
  const terms = sort.map(({ name, isDescending }) => {
    const order = properties[name]?.order;
    if (order === undefined)
      throw validation("sort", {
        allowed: Object.keys(properties).filter((property) => properties[property]?.order !== undefined),
      });
    return isDescending ? node`${order} desc` : order;
  });
  return joinNodes([...terms, idOrder], comma);
}

/** Without any of the selected properties (`customfields` without its `expand`) the rows are empty objects. */
const selectValues = (properties: Properties, names: readonly string[]): SqlNode =>
  names.length === 0
    ? node`null`
    : joinNodes(
        names.flatMap((name) => properties[name]?.value ?? []),
        comma,
      );

type RowStatement = {
  readonly statement: SqlNode;
  /** Statements that depend on the client's choice of properties are not kept by the server: there are too many. */
  readonly isPrepared: boolean;
};

async function readRows(db: TenantDb, names: readonly string[], { statement, isPrepared }: RowStatement) {
  const { text, params } = renderSql(statement);
  const values: readonly unknown[][] = await db.sql.unsafe(text, [...params], { prepare: isPrepared }).values();
  return values.map((row) => {
    const object: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) object[name] = row[index];
    return object;
  });
}

async function countRows(db: TenantDb, total: SqlNode): Promise<number> {
  const { text, params } = renderSql(node`select (${total})::float8 as total`);
  return singleRow(await db.sql.unsafe<{ total: number }[]>(text, [...params], { prepare: true })).total;
}
