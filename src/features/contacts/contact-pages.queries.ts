import type { Fragment } from "../../db/client.ts";
import { singleRow, type JsonOf } from "../../db/rows.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { shownState } from "./gate.sql.ts";
import { contactOrder, hitOrder, reverseSorting, sortKeys, type ContactSorting } from "./sorting.sql.ts";
import type { ContactStatus, SuppressionReason } from "./states.ts";

export type ContactRowRecord = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: ContactStatus;
  engagement: "A" | "B" | "C" | "D" | "E" | "N";
  excluded: boolean;
  shopId: string;
  suppressionReason: SuppressionReason | null;
  blacklisted: boolean;
  blacklistedAt: Date | null;
  state: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  createdAt: Date;
};

export type ContactPage = { total: number; rows: ContactRowJson[] };

/** A page is one JSON value, which costs half as much as one value per column. */
export type ContactRowJson = JsonOf<ContactRowRecord>;

const rowColumns = (db: TenantDb) => db.sql`
  id, email, first_name, last_name, status, engagement, excluded, shop_id, suppression_reason, blacklisted,
  blacklisted_at, state, created_at`;

/** The row `contact` of that table with its JSON names, at a time. */
export const contactRowFields = ({ sql, tenantId }: TenantDb, now: Date, contact: SqlNode): Fragment => sql`
  id::text, email, first_name as "firstName", last_name as "lastName", status, engagement, excluded,
  shop_id::text as "shopId", suppression_reason as "suppressionReason", blacklisted,
  blacklisted_at as "blacklistedAt", ${toFragment(sql, shownState({ tenant: node`${tenantId}`, now }, contact))} as state,
  created_at as "createdAt"`;

/** Ids are cast to text outside the ordered subquery: inside they would be sorted as text. */
const rowsAsJson = (db: TenantDb, rows: Fragment, now: Date): Fragment => db.sql`
  coalesce((select json_agg(page) from (select ${contactRowFields(db, now, node`ordered`)} from (${rows}) ordered) page), '[]') as rows`;

/** Common limits are literals: with a parameter the generic plan is poor and PostgreSQL would plan every time. */
function limitClause({ sql }: TenantDb, limit: number): Fragment {
  if (limit === 25) return sql`limit 25`;
  if (limit === 50) return sql`limit 50`;
  if (limit === 100) return sql`limit 100`;
  return sql`limit ${limit}`;
}

/** `now` is the time at which the rows are shown. */
export type PageSlice = { sorting: ContactSorting; limit: number; offset: number; now: Date };

export const orderBy = (db: TenantDb, sorting: ContactSorting): Fragment =>
  toFragment(db.sql, contactOrder(db.tenantId, sorting));

export function buildLimit(db: TenantDb, { limit, offset }: PageSlice): Fragment {
  const size = limitClause(db, limit);
  return offset === 0 ? size : db.sql`${size} offset ${offset}`;
}

const orderAndLimit = (db: TenantDb, slice: PageSlice): Fragment =>
  db.sql`order by ${orderBy(db, slice.sorting)} ${buildLimit(db, slice)}`;

/** Ids come from an index alone, however deep the page; only its own rows are then read. */
const rowsByIds = (db: TenantDb, ids: Fragment, sorting: ContactSorting): Fragment => db.sql`
  select ${rowColumns(db)} from contact where tenant_id = ${db.tenantId} and id = any(array(${ids}))
  order by ${orderBy(db, sorting)}`;

/** From this offset on, the total is read first, so that the page can be read from the nearer end. */
export const deepOffset = 1000;

/** A page and its total, in one statement or from the nearer end. */
export const pageByOffset = (db: TenantDb, parts: PageQuery): Promise<ContactPage> =>
  parts.slice.offset < deepOffset ? shallowPage(db, parts) : deepPage(db, parts);

export type PageQuery = {
  where: Fragment;
  total: Fragment;
  slice: PageSlice;
  /** The ids of a slice of the same contacts, where another index than those of `contact` with this order gives them. */
  ids?: (slice: PageSlice) => Fragment;
};

/** The ids of a slice of `keys`, which have the columns that the order needs. */
export const idsOfKeys = (db: TenantDb, keys: Fragment, slice: PageSlice): Fragment =>
  db.sql`select id from (${keys}) key order by ${toFragment(db.sql, hitOrder(slice.sorting))} ${buildLimit(db, slice)}`;

const idsOf = (db: TenantDb, { where, ids }: PageQuery, slice: PageSlice): Fragment =>
  ids === undefined ? db.sql`select id from contact where ${where} ${orderAndLimit(db, slice)}` : ids(slice);

/** Total and rows in one round trip. */
export async function shallowPage(db: TenantDb, query: PageQuery): Promise<ContactPage> {
  const { where, total, slice, ids } = query;
  const rows =
    ids === undefined
      ? db.sql`select ${rowColumns(db)} from contact where ${where} ${orderAndLimit(db, slice)}`
      : rowsByIds(db, idsOf(db, query, slice), slice.sorting);
  return singleRow(await db.sql<ContactPage[]>`select (${total}) as total, ${rowsAsJson(db, rows, slice.now)}`);
}

async function deepPage(db: TenantDb, query: PageQuery): Promise<ContactPage> {
  const { slice } = query;
  const { total } = singleRow(await db.sql<{ total: number }[]>`${query.total}`);
  const { sorting, offset, now } = slice;
  const limit = Math.max(0, Math.min(slice.limit, total - offset));
  if (limit === 0) return { total, rows: [] };
  const near =
    offset < total / 2
      ? { sorting, limit, offset, now }
      : { sorting: reverseSorting(sorting), limit, offset: total - offset - limit, now };
  return singleRow(
    await db.sql<
      ContactPage[]
    >`select ${total}::float8 as total, ${rowsAsJson(db, rowsByIds(db, idsOf(db, query, near), sorting), now)}`,
  );
}

/** For filters that must evaluate all contacts (search, segment): evaluated once for total and page. */
export async function materializedPage(
  db: TenantDb,
  hits: (columns: Fragment) => Fragment,
  slice: PageSlice,
): Promise<ContactPage> {
  const { sorting } = slice;
  const ids = idsOfKeys(db, db.sql`select * from hit`, slice);
  return singleRow(
    await db.sql<ContactPage[]>`
      with hit as materialized (${hits(toFragment(db.sql, sortKeys(db.tenantId, sorting)))})
      select (select count(*) from hit)::float8 as total, ${rowsAsJson(db, rowsByIds(db, ids, sorting), slice.now)}`,
  );
}
