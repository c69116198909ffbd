import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { validation } from "../../kernel/errors.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { searchPattern } from "../../kernel/text.ts";

export type ContactFilters = {
  status?: string;
  state?: string;
  stateOp?: string;
  tab?: string;
  engagement?: string;
  shop?: string;
  source?: string;
  createdFrom?: string;
  createdTo?: string;
  q?: string;
};

/** Conditions on what the counters are kept by: alone, their total needs no counting. */
export function counterConditions({ sql }: TenantDb, filters: ContactFilters): Fragment[] {
  const conditions: Fragment[] = [];
  if (filters.status !== undefined) conditions.push(sql`and status = ${filters.status}`);
  if (filters.state !== undefined) {
    conditions.push(filters.stateOp === "neq" ? sql`and state <> ${filters.state}` : sql`and state = ${filters.state}`);
  }
  if (filters.tab !== undefined && filters.tab !== "all") conditions.push(sql`and state = ${filters.tab}`);
  if (filters.engagement !== undefined) conditions.push(sql`and engagement = ${filters.engagement}`);
  if (filters.shop !== undefined) conditions.push(sql`and shop_id = ${filters.shop}`);
  return conditions;
}

/** Conditions that only the contacts themselves can answer. */
export function rowConditions({ sql }: TenantDb, filters: ContactFilters, timeZone: string): Fragment[] {
  const conditions: Fragment[] = [];
  if (filters.source !== undefined) conditions.push(sql`and source = ${filters.source}`);
  if (filters.createdFrom !== undefined) {
    conditions.push(sql`and created_at >= ${startOfDay(filters.createdFrom, timeZone)}`);
  }
  if (filters.createdTo !== undefined) {
    conditions.push(sql`and created_at < ${startOfNextDay(filters.createdTo, timeZone)}`);
  }
  if (filters.q !== undefined && filters.q.trim() !== "") {
    conditions.push(sql`and search like ${searchPattern(filters.q)}`);
  }
  return conditions;
}

/** The rows of the company that fulfil all of them. */
export const companyAnd = ({ sql, tenantId }: TenantDb, conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((all, condition) => sql`${all} ${condition}`, sql`tenant_id = ${tenantId}`);

type Term = { name: string; direction: "asc" | "desc" };

/** Every order ends with the id, so that pages never overlap. */
export function orderBy(db: TenantDb, sort: string | undefined): Fragment {
  if (sort === undefined) return db.sql`created_at desc, id desc`;
  const terms = sort
    .split(",")
    .map((word): Term => ({ name: word.replace(/^-/, ""), direction: word.startsWith("-") ? "desc" : "asc" }));
  if (new Set(terms.map(({ name }) => name)).size !== terms.length) throw validation("sort");
  const last: Term = { name: "id", direction: terms.at(-1)?.direction ?? "desc" };
  const whole = terms.some(({ name }) => name === "id") ? terms : [...terms, last];
  return whole.map((term) => orderTerm(db, term)).reduce((all, next) => db.sql`${all}, ${next}`);
}

function orderTerm({ sql }: TenantDb, { name, direction }: Term): Fragment {
  const down = direction === "desc";
  switch (name) {
    case "id":
      return down ? sql`id desc` : sql`id`;
    case "email":
      return down ? sql`email desc` : sql`email`;
    case "createdAt":
      return down ? sql`created_at desc` : sql`created_at`;
    case "lastName":
      return down ? sql`name_key collate "C" desc` : sql`name_key collate "C"`;
    case "status":
      return down ? sql`status desc` : sql`status`;
    case "engagement":
      return down ? sql`engagement desc` : sql`engagement`;
    default:
      throw validation("sort");
  }
}
