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
export function counterConditions(db: TenantDb, filters: ContactFilters): Fragment {
  const { sql } = db;
  const conditions: Fragment[] = [];
  if (filters.status !== undefined) conditions.push(sql`and status = ${filters.status}`);
  if (filters.state !== undefined) {
    conditions.push(filters.stateOp === "neq" ? sql`and state <> ${filters.state}` : sql`and state = ${filters.state}`);
  }
  if (filters.tab !== undefined && filters.tab !== "all") conditions.push(sql`and state = ${filters.tab}`);
  if (filters.engagement !== undefined) conditions.push(sql`and engagement = ${filters.engagement}`);
  if (filters.shop !== undefined) conditions.push(sql`and shop_id = ${filters.shop}`);
  return join(db, conditions);
}

/** Conditions that only the contacts themselves can answer; undefined when there are none. */
export function rowConditions(db: TenantDb, filters: ContactFilters, timeZone: string): Fragment | undefined {
  const { sql } = db;
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
  return conditions.length === 0 ? undefined : join(db, conditions);
}

const join = (db: TenantDb, conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((all, condition) => db.sql`${all} ${condition}`, db.sql``);

type Direction = "asc" | "desc";

/** Every order ends with the id, so that pages never overlap. */
export function orderBy(db: TenantDb, sort: string | undefined): Fragment {
  const words = (sort ?? "-createdAt").split(",").map((word) => ({
    name: word.replace(/^-/, ""),
    direction: word.startsWith("-") ? ("desc" as const) : ("asc" as const),
  }));
  if (new Set(words.map(({ name }) => name)).size !== words.length) throw validation("sort");
  const last = words.at(-1)?.direction ?? "desc";
  const terms = words.filter(({ name }) => name !== "id").map(({ name, direction }) => term(db, name, direction));
  const id = words.find(({ name }) => name === "id")?.direction ?? last;
  return [...terms, term(db, "id", id)].reduce((all, next) => db.sql`${all}, ${next}`);
}

function term({ sql }: TenantDb, name: string, direction: Direction): Fragment {
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
