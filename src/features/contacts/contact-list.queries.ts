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
  groupCondition,
  hasSearchText,
  rowConditions,
  type ContactFilters,
  type GroupColumn,
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
  const [first] = slice.sorting;
  if (isGrouped(first) && byRow.length === 0) return groupedPage(db, { where, slice, first });
  if (hasListFilter(request) && conditions.length === 1) return listPage(db, request.list, { where, request, slice });
  if (hasSearchText(request) || (isListed(request) && (await findListSize(db, request.list)) <= smallList)) {
    return matchesPage(db, where, slice);
  }
  const total =
    byRow.length === 0 ? countedTotal(db, where) : db.sql`select count(*)::float8 as total from contact where ${where}`;
  if (first?.column === "name_key" && first.isDescending)
    return descendingNamesPage(db, { where, total, slice }, first);
  return pageByOffset(db, { where, total, slice });
}

const countedTotal = (db: TenantDb, where: Fragment): Fragment =>
  db.sql`select coalesce(sum(n), 0)::float8 as total from contact_count where ${where}`;

type PagePart = { where: Fragment; size: number; sorting: ContactSorting };

/** A page of parts that follow each other; only those that it reaches are read. */
async function pageOfParts(
  db: TenantDb,
  parts: readonly PagePart[],
  { offset, limit }: PageSlice,
): Promise<ContactPage> {
  const pages: Promise<ContactPage>[] = [];
  let start = 0;
  for (const { where, size, sorting } of parts) {
    const from = Math.max(offset, start);
    const to = Math.min(offset + limit, start + size);
    if (from < to) {
      const slice = { sorting, limit: to - from, offset: from - start };
      pages.push(pageByOffset(db, { where, total: db.sql`select ${size}::float8 as total`, slice }));
    }
    start += size;
  }
  return { total: start, rows: (await Promise.all(pages)).flatMap(({ rows }) => rows) };
}

/** The counters have the sizes of the groups, and each group has an index in the order of creation. */
async function groupedPage(
  db: TenantDb,
  { where, slice, first }: { where: Fragment; slice: PageSlice; first: SortTerm & { column: GroupColumn } },
): Promise<ContactPage> {
  const { sql } = db;
  const column = sql(first.column);
  const groups = await sql<{ value: string; size: number }[]>`
    select ${column} as value, sum(n)::float8 as size from contact_count where ${where}
    group by ${column} order by ${column} ${first.isDescending ? sql`desc` : sql``}`;
  const sorting = slice.sorting.slice(1);
  const parts = groups.map(({ value, size }) => ({
    where: sql`${where} ${groupCondition(sql, first.column, value)}`,
    size,
    sorting,
  }));
  return pageOfParts(db, parts, slice);
}

const isGrouped = (term: SortTerm | undefined): term is SortTerm & { column: GroupColumn } =>
  term?.column === "status" || term?.column === "state" || term?.column === "engagement";

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
  const isEmpty = sql`${where} and name_key = ${emptySortKey}`;
  const parts = [
    { where: named.where, size, sorting },
    { where: isEmpty, size: total - size, sorting },
  ];
  return pageOfParts(db, parts, slice);
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
