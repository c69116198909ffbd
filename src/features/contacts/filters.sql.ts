import type { Fragment, SqlTag } from "../../db/client.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { matchesSearch } from "./search.sql.ts";

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

/**
 * Conditions on the dimensions of the counters: without others the total needs no count. With `isOver`, the condition that the
 * consent behind the stored state is over, they hold for the state that is shown.
 */
export function counterConditions({ sql }: TenantDb, filters: ContactFilters, isOver?: Fragment): Fragment[] {
  const conditions: Fragment[] = [];
  if (filters.status !== undefined) conditions.push(sql`and status = ${filters.status}`);
  if (filters.state !== undefined) {
    conditions.push(
      filters.stateOp === "neq"
        ? otherStateCondition(sql, filters.state, isOver)
        : stateCondition(sql, filters.state, isOver),
    );
  }
  if (filters.tab !== undefined && filters.tab !== "all") conditions.push(stateCondition(sql, filters.tab, isOver));
  if (filters.engagement !== undefined) conditions.push(engagementCondition(sql, filters.engagement));
  if (filters.shop !== undefined) conditions.push(sql`and shop_id = ${filters.shop}`);
  if (filters.source !== undefined) conditions.push(sql`and source = ${filters.source}`);
  return conditions;
}

/** States that contacts of several statuses have are found by partial indexes, the others by their status. */
function stateCondition(sql: SqlTag, state: string, isOver?: Fragment): Fragment {
  if (state === "blacklisted") return sql`and state = 'blacklisted'`;
  if (state === "unconfirmed") {
    return isOver === undefined ? sql`and state = 'unconfirmed'` : sql`and (state = 'unconfirmed' or ${isOver})`;
  }
  if (state !== "active") return sql`and status = ${state} and state = ${state}`;
  return sql`and status = 'subscribed' and state = 'active' ${isOver === undefined ? sql`` : sql`and not ${isOver}`}`;
}

function otherStateCondition(sql: SqlTag, state: string, isOver?: Fragment): Fragment {
  if (isOver === undefined) return sql`and state <> ${state}`;
  if (state === "active") return sql`and (state <> 'active' or ${isOver})`;
  return state === "unconfirmed" ? sql`and state <> 'unconfirmed' and not ${isOver}` : sql`and state <> ${state}`;
}

/** Whether the states of contacts decide which are listed. */
export const filtersByState = ({ state, tab }: ContactFilters): boolean =>
  state !== undefined || (tab !== undefined && tab !== "all");

/** The engagement index excludes N: it applies only to a condition that excludes N too. */
const engagementCondition = (sql: SqlTag, engagement: string): Fragment =>
  engagement === "N" ? sql`and engagement = 'N'` : sql`and engagement = ${engagement} and engagement <> 'N'`;

export type GroupColumn = "status" | "state" | "engagement";

/** One value of a column by which contacts are counted. */
export function groupCondition(
  sql: SqlTag,
  { column, isOver }: { column: GroupColumn; isOver?: Fragment | undefined },
  value: string,
): Fragment {
  if (column === "state") return stateCondition(sql, value, isOver);
  return column === "engagement" ? engagementCondition(sql, value) : sql`and status = ${value}`;
}

export const hasSearchText = ({ q }: ContactFilters): boolean => q !== undefined && q.trim() !== "";

/** Conditions that need the rows of contacts. */
export function rowConditions(db: TenantDb, filters: ContactFilters, timeZone: string): Fragment[] {
  const { sql } = db;
  const conditions: Fragment[] = [];
  if (filters.list !== undefined) conditions.push(listCondition(sql, filters.list, filters.listOp));
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
