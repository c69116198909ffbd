import type { Fragment } from "../../db/client.ts";
import { only, type JsonOf } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import {
  companyAnd,
  counterConditions,
  isSearch,
  orderBy,
  reversed,
  rowConditions,
  sortingOf,
  type ContactFilters,
  type Sorting,
} from "./filters.ts";
import type { Status, SuppressionReason } from "./states.ts";

export type GridRecord = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: Status;
  engagement: "A" | "B" | "C" | "D" | "E" | "N";
  excluded: boolean;
  shopId: string;
  suppressionReason: SuppressionReason | null;
  blacklisted: boolean;
  blacklistedAt: Date | null;
  state: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  createdAt: Date;
};

export type PageRequest = ContactFilters & { sort?: string; limit: number; offset: number };

export type ContactPage = { total: number; rows: GridJson[] };

/** A page is one value, which costs half of what a value per column does. */
export type GridJson = JsonOf<GridRecord>;

const gridColumns = (db: TenantDb) => db.sql`
  id, email, first_name, last_name, status, engagement, excluded, shop_id, suppression_reason, blacklisted,
  blacklisted_at, state, created_at`;

/** A row of `contact` by the names that JSON tells it by. */
export const gridFields = (db: TenantDb): Fragment => db.sql`
  id::text, email, first_name as "firstName", last_name as "lastName", status, engagement, excluded,
  shop_id::text as "shopId", suppression_reason as "suppressionReason", blacklisted,
  blacklisted_at as "blacklistedAt", state, created_at as "createdAt"`;

/** The ids become text outside of the ordered part: inside they would be sorted as text. */
const asJson = (db: TenantDb, rows: Fragment): Fragment => db.sql`
  coalesce((select json_agg(page) from (select ${gridFields(db)} from (${rows}) ordered) page), '[]') as rows`;

/**
 * The usual sizes stand in the text: a plan for an unknown limit is a bad one, so that PostgreSQL would plan anew every
 * time.
 */
function pageSize({ sql }: TenantDb, limit: number): Fragment {
  if (limit === 25) return sql`limit 25`;
  if (limit === 50) return sql`limit 50`;
  if (limit === 100) return sql`limit 100`;
  return sql`limit ${limit}`;
}

export type Slice = { sorting: Sorting; limit: number; offset: number };

function sliced(db: TenantDb, { sorting, limit, offset }: Slice): Fragment {
  const size = pageSize(db, limit);
  const order = orderBy(db, sorting);
  return offset === 0 ? db.sql`order by ${order} ${size}` : db.sql`order by ${order} ${size} offset ${offset}`;
}

/** Ids come from an index alone, however deep the page; only its own rows are then read. */
const rowsOfIds = (db: TenantDb, ids: Fragment, sorting: Sorting): Fragment => db.sql`
  select ${gridColumns(db)} from contact where tenant_id = ${db.tenantId} and id = any(array(${ids}))
  order by ${orderBy(db, sorting)}`;

/** Beyond this a page is worth a round trip of its own for the total, to come from the nearer end. */
const deepOffset = 1000;

/** A page and its exact total, each by the way that stays fast with millions of contacts. */
export async function listContacts(db: TenantDb, request: PageRequest, timeZone: string): Promise<ContactPage> {
  const byCounter = counterConditions(db, request);
  const byRow = rowConditions(db, request, timeZone);
  const conditions = [...byCounter, ...byRow];
  const slice = { sorting: sortingOf(request.sort), limit: request.limit, offset: request.offset };
  const where = companyAnd(db, conditions);
  if (isByEngagement(request, slice) && byRow.length === 0) return engagementPage(db, where, slice);
  if (isSearch(request) || (isOfList(request) && (await findListSize(db, request.list)) <= smallList)) {
    return hitPage(db, (columns) => db.sql`select ${columns} from contact where ${where}`, slice);
  }
  if (byRow.length === 0) return countedPage(db, where, slice);
  return pageOf(db, { where, total: db.sql`select count(*)::float8 as total from contact where ${where}`, slice });
}

const pageOf = (db: TenantDb, parts: PageParts): Promise<ContactPage> =>
  parts.slice.offset < deepOffset ? nearPage(db, parts) : deepPage(db, parts);

/** Of contacts that the counters know the number of. */
const countedPage = (db: TenantDb, where: Fragment, slice: Slice): Promise<ContactPage> =>
  pageOf(db, {
    where,
    total: db.sql`select coalesce(sum(n), 0)::float8 as total from contact_count where ${where}`,
    slice,
  });

const isByEngagement = ({ engagement }: PageRequest, { sorting }: Slice): boolean =>
  engagement === undefined && sorting[0]?.column === "engagement";

/** N comes last, and is in no index of engagement: a page is looked for on the side on which it is. */
async function engagementPage(db: TenantDb, where: Fragment, slice: Slice): Promise<ContactPage> {
  const { sql } = db;
  const sizes = await sql<{ engaged: number; total: number }[]>`
    select coalesce(sum(n) filter (where engagement <> 'N'), 0)::float8 as engaged, coalesce(sum(n), 0)::float8 as total
    from contact_count where ${where}`;
  const { engaged, total } = only(sizes);
  const { sorting, offset, limit } = slice;
  const isNewFirst = sorting[0]?.isDescending === true;
  const ofSide = (isNew: boolean) => (isNew ? sql`${where} and engagement = 'N'` : sql`${where} and engagement <> 'N'`);
  const firstSize = isNewFirst ? total - engaged : engaged;
  if (offset + limit <= firstSize) return { ...(await countedPage(db, ofSide(isNewFirst), slice)), total };
  if (offset < firstSize) return countedPage(db, where, slice);
  return { ...(await countedPage(db, ofSide(!isNewFirst), { ...slice, offset: offset - firstSize })), total };
}

/** Members of a list up to this size are looked up first and sorted then; of a larger one the newest are found soon. */
const smallList = 20_000;

const isOfList = (request: PageRequest): request is PageRequest & { list: string } =>
  request.list !== undefined && request.listOp !== "neq";

async function findListSize(db: TenantDb, listId: string): Promise<number> {
  const rows = await db.sql<{ size: number }[]>`
    select coalesce(sum(n), 0)::float8 as size from list_count where tenant_id = ${db.tenantId} and list_id = ${listId}`;
  return only(rows).size;
}

type PageParts = { where: Fragment; total: Fragment; slice: Slice };

/** Total and rows in one round trip. */
async function nearPage(db: TenantDb, { where, total, slice }: PageParts): Promise<ContactPage> {
  const rows = db.sql`select ${gridColumns(db)} from contact where ${where} ${sliced(db, slice)}`;
  return only(await db.sql<ContactPage[]>`select (${total}) as total, ${asJson(db, rows)}`);
}

async function deepPage(db: TenantDb, { where, total: totalQuery, slice }: PageParts): Promise<ContactPage> {
  const { total } = only(await db.sql<{ total: number }[]>`${totalQuery}`);
  const { sorting, offset } = slice;
  const limit = Math.max(0, Math.min(slice.limit, total - offset));
  if (limit === 0) return { total, rows: [] };
  const near =
    offset < total / 2
      ? { sorting, limit, offset }
      : { sorting: reversed(sorting), limit, offset: total - offset - limit };
  const ids = db.sql`select id from contact where ${where} ${sliced(db, near)}`;
  return only(
    await db.sql<ContactPage[]>`select ${total}::float8 as total, ${asJson(db, rowsOfIds(db, ids, sorting))}`,
  );
}

/** Contacts that have to be looked up all (a search, a segment): once, for both the total and the page. */
export async function hitPage(db: TenantDb, hits: (columns: Fragment) => Fragment, slice: Slice): Promise<ContactPage> {
  const { sorting } = slice;
  const columns = [...new Set(["id", ...sorting.map(({ column }) => column)])];
  const ids = db.sql`select id from hit ${sliced(db, slice)}`;
  return only(
    await db.sql<ContactPage[]>`
      with hit as materialized (${hits(db.sql`${db.sql(columns)}`)})
      select (select count(*) from hit)::float8 as total, ${asJson(db, rowsOfIds(db, ids, sorting))}`,
  );
}
