import type { Fragment } from "../../db/client.ts";
import { singleRow, type JsonOf } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import {
  tenantConditions,
  counterConditions,
  hasSearchText,
  contactOrderBy,
  reverseSorting,
  rowConditions,
  parseContactSort,
  type ContactFilters,
  type ContactSorting,
} from "./filters.sql.ts";
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

export type ContactPageRequest = ContactFilters & { sort?: string; limit: number; offset: number };

export type ContactPage = { total: number; rows: ContactRowJson[] };

/** A page is one JSON value, which costs half as much as one value per column. */
export type ContactRowJson = JsonOf<ContactRowRecord>;

const rowColumns = (db: TenantDb) => db.sql`
  id, email, first_name, last_name, status, engagement, excluded, shop_id, suppression_reason, blacklisted,
  blacklisted_at, state, created_at`;

/** A row of `contact` with its JSON names. */
export const contactRowFields = (db: TenantDb): Fragment => db.sql`
  id::text, email, first_name as "firstName", last_name as "lastName", status, engagement, excluded,
  shop_id::text as "shopId", suppression_reason as "suppressionReason", blacklisted,
  blacklisted_at as "blacklistedAt", state, created_at as "createdAt"`;

/** Ids are cast to text outside the ordered subquery: inside they would be sorted as text. */
const rowsAsJson = (db: TenantDb, rows: Fragment): Fragment => db.sql`
  coalesce((select json_agg(page) from (select ${contactRowFields(db)} from (${rows}) ordered) page), '[]') as rows`;

/** Common limits are literals: with a parameter the generic plan is poor and PostgreSQL would plan every time. */
function limitClause({ sql }: TenantDb, limit: number): Fragment {
  if (limit === 25) return sql`limit 25`;
  if (limit === 50) return sql`limit 50`;
  if (limit === 100) return sql`limit 100`;
  return sql`limit ${limit}`;
}

export type PageSlice = { sorting: ContactSorting; limit: number; offset: number };

function orderAndLimit(db: TenantDb, { sorting, limit, offset }: PageSlice): Fragment {
  const size = limitClause(db, limit);
  const order = contactOrderBy(db, sorting);
  return offset === 0 ? db.sql`order by ${order} ${size}` : db.sql`order by ${order} ${size} offset ${offset}`;
}

/** Ids come from an index-only scan at any depth; only rows of the page are read. */
const rowsByIds = (db: TenantDb, ids: Fragment, sorting: ContactSorting): Fragment => db.sql`
  select ${rowColumns(db)} from contact where tenant_id = ${db.tenantId} and id = any(array(${ids}))
  order by ${contactOrderBy(db, sorting)}`;

/** From this offset on, the total is read first, so that the page can be read from the nearer end. */
const deepOffset = 1000;

/** A page and its exact total, with the access path that stays fast with millions of contacts. */
export async function listContactRows(
  db: TenantDb,
  request: ContactPageRequest,
  timeZone: string,
): Promise<ContactPage> {
  const byCounter = counterConditions(db, request);
  const byRow = rowConditions(db, request, timeZone);
  const conditions = [...byCounter, ...byRow];
  const slice = { sorting: parseContactSort(request.sort), limit: request.limit, offset: request.offset };
  const where = tenantConditions(db, conditions);
  if (isByEngagement(request, slice) && byRow.length === 0) return engagementPage(db, where, slice);
  if (hasSearchText(request) || (hasListFilter(request) && (await findListSize(db, request.list)) <= smallList)) {
    return materializedPage(db, (columns) => db.sql`select ${columns} from contact where ${where}`, slice);
  }
  if (byRow.length === 0) return countedPage(db, where, slice);
  return pageByOffset(db, {
    where,
    total: db.sql`select count(*)::float8 as total from contact where ${where}`,
    slice,
  });
}

const pageByOffset = (db: TenantDb, parts: PageQuery): Promise<ContactPage> =>
  parts.slice.offset < deepOffset ? shallowPage(db, parts) : deepPage(db, parts);

/** For filters whose total is in the counters. */
const countedPage = (db: TenantDb, where: Fragment, slice: PageSlice): Promise<ContactPage> =>
  pageByOffset(db, {
    where,
    total: db.sql`select coalesce(sum(n), 0)::float8 as total from contact_count where ${where}`,
    slice,
  });

const isByEngagement = ({ engagement }: ContactPageRequest, { sorting }: PageSlice): boolean =>
  engagement === undefined && sorting[0]?.column === "engagement";

/** N sorts last and is not in the engagement index: a page is read from the index or from N. */
async function engagementPage(db: TenantDb, where: Fragment, slice: PageSlice): Promise<ContactPage> {
  const { sql } = db;
  const sizes = await sql<{ engaged: number; total: number }[]>`
    select coalesce(sum(n) filter (where engagement <> 'N'), 0)::float8 as engaged, coalesce(sum(n), 0)::float8 as total
    from contact_count where ${where}`;
  const { engaged, total } = singleRow(sizes);
  const { sorting, offset, limit } = slice;
  const isNewFirst = sorting[0]?.isDescending === true;
  const ofSide = (isNew: boolean) => (isNew ? sql`${where} and engagement = 'N'` : sql`${where} and engagement <> 'N'`);
  const firstSize = isNewFirst ? total - engaged : engaged;
  if (offset + limit <= firstSize) return { ...(await countedPage(db, ofSide(isNewFirst), slice)), total };
  if (offset < firstSize) return countedPage(db, where, slice);
  return { ...(await countedPage(db, ofSide(!isNewFirst), { ...slice, offset: offset - firstSize })), total };
}

/**
 * Up to this size the members of a list are read first and then sorted; in a larger list the newest are found quickly.
 */
const smallList = 20_000;

const hasListFilter = (request: ContactPageRequest): request is ContactPageRequest & { list: string } =>
  request.list !== undefined && request.listOp !== "neq";

async function findListSize(db: TenantDb, listId: string): Promise<number> {
  const rows = await db.sql<{ size: number }[]>`
    select coalesce(sum(n), 0)::float8 as size from list_count where tenant_id = ${db.tenantId} and list_id = ${listId}`;
  return singleRow(rows).size;
}

type PageQuery = { where: Fragment; total: Fragment; slice: PageSlice };

/** Total and rows in one round trip. */
async function shallowPage(db: TenantDb, { where, total, slice }: PageQuery): Promise<ContactPage> {
  const rows = db.sql`select ${rowColumns(db)} from contact where ${where} ${orderAndLimit(db, slice)}`;
  return singleRow(await db.sql<ContactPage[]>`select (${total}) as total, ${rowsAsJson(db, rows)}`);
}

async function deepPage(db: TenantDb, { where, total: totalQuery, slice }: PageQuery): Promise<ContactPage> {
  const { total } = singleRow(await db.sql<{ total: number }[]>`${totalQuery}`);
  const { sorting, offset } = slice;
  const limit = Math.max(0, Math.min(slice.limit, total - offset));
  if (limit === 0) return { total, rows: [] };
  const near =
    offset < total / 2
      ? { sorting, limit, offset }
      : { sorting: reverseSorting(sorting), limit, offset: total - offset - limit };
  const ids = db.sql`select id from contact where ${where} ${orderAndLimit(db, near)}`;
  return singleRow(
    await db.sql<ContactPage[]>`select ${total}::float8 as total, ${rowsAsJson(db, rowsByIds(db, ids, sorting))}`,
  );
}

/** For filters that must evaluate all contacts (search, segment): evaluated once for total and page. */
export async function materializedPage(
  db: TenantDb,
  hits: (columns: Fragment) => Fragment,
  slice: PageSlice,
): Promise<ContactPage> {
  const { sorting } = slice;
  const columns = [...new Set(["id", ...sorting.map(({ column }) => column)])];
  const ids = db.sql`select id from hit ${orderAndLimit(db, slice)}`;
  return singleRow(
    await db.sql<ContactPage[]>`
      with hit as materialized (${hits(db.sql`${db.sql(columns)}`)})
      select (select count(*) from hit)::float8 as total, ${rowsAsJson(db, rowsByIds(db, ids, sorting))}`,
  );
}
