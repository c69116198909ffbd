import type { Fragment, SqlTag } from "../../db/client.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { validation } from "../../kernel/errors.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { matchesSearch } from "./search.sql.ts";
import { statusOfState } from "./states.ts";

export type ContactFilters = {
  status?: string;
  state?: string;
  stateOp?: string;
  tab?: string;
  engagement?: string;
  shop?: string;
  list?: string;
  listOp?: string;
  source?: string;
  createdFrom?: string;
  createdTo?: string;
  q?: string;
};

/** Conditions on the dimensions of the counters: without others the total needs no count. */
export function counterConditions({ sql }: TenantDb, filters: ContactFilters): Fragment[] {
  const conditions: Fragment[] = [];
  if (filters.status !== undefined) conditions.push(sql`and status = ${filters.status}`);
  if (filters.state !== undefined) {
    conditions.push(
      filters.stateOp === "neq" ? sql`and state <> ${filters.state}` : stateCondition(sql, filters.state),
    );
  }
  if (filters.tab !== undefined && filters.tab !== "all") conditions.push(stateCondition(sql, filters.tab));
  if (filters.engagement !== undefined) conditions.push(engagementCondition(sql, filters.engagement));
  if (filters.shop !== undefined) conditions.push(sql`and shop_id = ${filters.shop}`);
  return conditions;
}

/** Adds the implied status, so that the (status, …) index applies. */
const stateCondition = (sql: SqlTag, state: string): Fragment =>
  state === "blacklisted"
    ? sql`and state = 'blacklisted'`
    : sql`and status = ${statusOfState(state)} and state = ${state}`;

/** The engagement index excludes N: it applies only to a condition that excludes N too. */
const engagementCondition = (sql: SqlTag, engagement: string): Fragment =>
  engagement === "N" ? sql`and engagement = 'N'` : sql`and engagement = ${engagement} and engagement <> 'N'`;

export const hasSearchText = ({ q }: ContactFilters): boolean => q !== undefined && q.trim() !== "";

/** Conditions that need the rows of contacts. */
export function rowConditions(db: TenantDb, filters: ContactFilters, timeZone: string): Fragment[] {
  const { sql } = db;
  const conditions: Fragment[] = [];
  if (filters.list !== undefined) conditions.push(listCondition(sql, filters.list, filters.listOp));
  if (filters.source !== undefined) conditions.push(sql`and source = ${filters.source}`);
  if (filters.createdFrom !== undefined) {
    conditions.push(sql`and created_at >= ${startOfDay(filters.createdFrom, timeZone)}`);
  }
  if (filters.createdTo !== undefined) {
    conditions.push(sql`and created_at < ${startOfNextDay(filters.createdTo, timeZone)}`);
  }
  if (hasSearchText(filters)) conditions.push(sql`and ${toFragment(sql, matchesSearch(db.tenantId, filters.q ?? ""))}`);
  return conditions;
}

const listCondition = (sql: SqlTag, listId: string, operator = "eq"): Fragment => sql`
  and ${operator === "neq" ? sql`not exists` : sql`exists`} (
    select from list_member m where m.tenant_id = contact.tenant_id and m.list_id = ${listId}
      and m.contact_id = contact.id and m.state <> 'removed')`;

/** The rows of the company that match all conditions. */
export const tenantConditions = ({ sql, tenantId }: TenantDb, conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((all, condition) => sql`${all} ${condition}`, sql`tenant_id = ${tenantId}`);

const columnOf = {
  id: "id",
  email: "email",
  createdAt: "created_at",
  lastName: "name_key",
  status: "status",
  engagement: "engagement",
} as const;

type SortColumn = (typeof columnOf)[keyof typeof columnOf];

export type ContactSorting = readonly { readonly column: SortColumn; readonly isDescending: boolean }[];

const isSortable = (word: string): word is keyof typeof columnOf => word in columnOf;

const newestFirst: ContactSorting = [
  { column: "created_at", isDescending: true },
  { column: "id", isDescending: true },
];

/** Every order ends with the id, so that pages never overlap. */
export function parseContactSort(sort: string | undefined): ContactSorting {
  if (sort === undefined) return newestFirst;
  const terms = sort.split(",").map((word) => {
    const name = word.replace(/^-/, "");
    if (!isSortable(name)) throw validation("sort");
    return { column: columnOf[name], isDescending: word.startsWith("-") };
  });
  if (new Set(terms.map(({ column }) => column)).size !== terms.length) throw validation("sort");
  if (terms.some(({ column }) => column === "id")) return terms;
  return [...terms, { column: "id", isDescending: terms.at(-1)?.isDescending ?? true }];
}

export const reverseSorting = (sorting: ContactSorting): ContactSorting =>
  sorting.map(({ column, isDescending }) => ({ column, isDescending: !isDescending }));

export function contactOrderBy({ sql }: TenantDb, sorting: ContactSorting): Fragment {
  if (sorting === newestFirst) return sql`created_at desc, id desc`;
  return sorting
    .map(({ column, isDescending }) => (isDescending ? sql`${sql(column)} desc` : sql`${sql(column)}`))
    .reduce((all, next) => sql`${all}, ${next}`);
}
