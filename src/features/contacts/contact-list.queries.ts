import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { emptySortKey } from "../../kernel/text.ts";
import {
  deepOffset,
  materializedPage,
  orderBy,
  pageByOffset,
  shallowPage,
  type ContactPage,
  type PageQuery,
  type PageSlice,
} from "./contact-pages.queries.ts";
import {
  tenantConditions,
  counterConditions,
  hasSearchText,
  rowConditions,
  type ContactFilters,
} from "./filters.sql.ts";
import { hasCreationOrder, parseContactSort, type ContactSorting, type SortTerm } from "./sorting.sql.ts";

export type ContactPageRequest = ContactFilters & { sort?: string; limit: number; offset: number };

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
  if (hasListFilter(request) && conditions.length === 1) return listPage(db, request.list, { where, request, slice });
  if (hasSearchText(request) || (isListed(request) && (await findListSize(db, request.list)) <= smallList)) {
    return matchesPage(db, where, slice);
  }
  const total =
    byRow.length === 0 ? countedTotal(db, where) : db.sql`select count(*)::float8 as total from contact where ${where}`;
  const [first] = slice.sorting;
  if (first?.column === "name_key" && first.isDescending)
    return descendingNamesPage(db, { where, total, slice }, first);
  return pageByOffset(db, { where, total, slice });
}

const countedTotal = (db: TenantDb, where: Fragment): Fragment =>
  db.sql`select coalesce(sum(n), 0)::float8 as total from contact_count where ${where}`;

/** For filters whose total is in the counters. */
const countedPage = (db: TenantDb, where: Fragment, slice: PageSlice): Promise<ContactPage> =>
  pageByOffset(db, { where, total: countedTotal(db, where), slice });

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
 * Last names backwards, contacts without one last: the index has both parts, each in its own direction. The size of the
 * first part is counted only where a page may reach its end.
 */
async function descendingNamesPage(db: TenantDb, query: PageQuery, first: SortTerm): Promise<ContactPage> {
  const { sql } = db;
  const { where, slice } = query;
  const sorting = [{ ...first, hasEmptyFirst: true }, ...slice.sorting.slice(1)];
  const named = { where: sql`${where} and name_key < ${emptySortKey}`, total: query.total };
  if (slice.offset < deepOffset) {
    const page = await shallowPage(db, { ...named, slice: { ...slice, sorting } });
    if (page.rows.length === slice.limit) return page;
  }
  const sizes = await sql<{ total: number; named: number }[]>`
    select (${query.total}) as total, (select count(*) from contact where ${named.where})::float8 as named`;
  const { total, named: size } = singleRow(sizes);
  const { limit, offset } = slice;
  const firstLimit = Math.max(0, Math.min(limit, size - offset));
  const isEmpty = sql`${where} and name_key = ${emptySortKey}`;
  const parts = [
    { where: named.where, size, limit: firstLimit, offset },
    { where: isEmpty, size: total - size, limit: limit - firstLimit, offset: Math.max(0, offset - size) },
  ];
  const pages = parts
    .filter((part) => part.limit > 0)
    .map((part) =>
      pageByOffset(db, {
        where: part.where,
        total: sql`select ${part.size}::float8 as total`,
        slice: { sorting, limit: part.limit, offset: part.offset },
      }),
    );
  return { total, rows: (await Promise.all(pages)).flatMap(({ rows }) => rows) };
}

/** Members of a list up to this size are looked up first and sorted then; of a larger one the newest are found soon. */
const smallList = 20_000;

type ListRequest = ContactPageRequest & { list: string };

const hasListFilter = (request: ContactPageRequest): request is ListRequest => request.list !== undefined;

const isListed = (request: ContactPageRequest): request is ListRequest =>
  hasListFilter(request) && request.listOp !== "neq";

const matchesPage = (db: TenantDb, where: Fragment, slice: PageSlice): Promise<ContactPage> =>
  materializedPage(db, (columns) => db.sql`select ${columns} from contact where ${where}`, slice);

const listTotal = ({ sql, tenantId }: TenantDb, listId: string): Fragment => sql`
  select coalesce(sum(n), 0)::float8 as total from list_count where tenant_id = ${tenantId} and list_id = ${listId}`;

/** Contacts on one list, or not on it: the counters give the total, the indexes on creation and id the page. */
async function listPage(
  db: TenantDb,
  listId: string,
  { where, request, slice }: { where: Fragment; request: ContactPageRequest; slice: PageSlice },
): Promise<ContactPage> {
  const { sql, tenantId } = db;
  const isInOrder = hasCreationOrder(slice.sorting);
  const members = sql`
    select contact_id as id, contact_created_at as created_at from list_member
    where tenant_id = ${tenantId} and list_id = ${listId} and state <> 'removed'`;
  if (!isListed(request)) {
    const total = sql`
      select (${countedTotal(db, sql`tenant_id = ${tenantId}`)}) - (${listTotal(db, listId)}) as total`;
    const isMerged = isInOrder && slice.offset >= deepOffset;
    return pageByOffset(db, { where, total, slice, ...(isMerged ? { keys: contactsWithout(db, members) } : {}) });
  }
  if (isInOrder) return pageByOffset(db, { where, total: listTotal(db, listId), slice, keys: () => members });
  if ((await findListSize(db, listId)) <= smallList) return matchesPage(db, where, slice);
  return pageByOffset(db, { where, total: listTotal(db, listId), slice });
}

/**
 * Contacts beside the members, merged in the order of the page. A full join, because the planner would run a left join
 * as a nested loop while it has no statistics of the company.
 */
const contactsWithout =
  (db: TenantDb, members: Fragment) =>
  (sorting: ContactSorting): Fragment => {
    const { sql } = db;
    const order = orderBy(db, sorting);
    return sql`
      select id, created_at from (
        select id, created_at from contact where tenant_id = ${db.tenantId} order by ${order} offset 0) contact
      full join (
        select id as member_id, created_at as member_created_at from (${members}) member order by ${order} offset 0) member
        on member_id = id ${sorting[0]?.column === "id" ? sql`` : sql`and member_created_at = created_at`}
      where member_id is null`;
  };

const findListSize = async (db: TenantDb, listId: string): Promise<number> =>
  singleRow(await db.sql<{ total: number }[]>`${listTotal(db, listId)}`).total;
