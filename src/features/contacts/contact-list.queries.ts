import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { groupedPage, idsByAddress, isGrouped, orderedPage, sentPage } from "./sorted-pages.queries.ts";
import {
  deepOffset,
  idsOfKeys,
  materializedPage,
  orderBy,
  pageByOffset,
  type ContactPage,
  type PageSlice,
} from "./contact-pages.queries.ts";
import {
  counterConditions,
  filtersByState,
  hasSearchText,
  rowConditions,
  tenantConditions,
  type ContactFilters,
} from "./filters.sql.ts";
import { hasEndedConsents } from "./consents/expiry.queries.ts";
import { isConsentOver, shownState } from "./gate.sql.ts";
import { hasCreationOrder, parseContactSort, sortedByState, type ContactSorting } from "./sorting.sql.ts";

export type ContactPageRequest = ContactFilters & { sort?: string; limit: number; offset: number };

/** A page and its exact total, with the access path that stays fast with millions of contacts. */
export async function listContactRows(
  db: TenantDb,
  request: ContactPageRequest,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<ContactPage> {
  const { limit, offset } = request;
  const sorting = parseContactSort(request.sort);
  const isByState = filtersByState(request) || sorting.some(({ column }) => column === "state");
  const isOver = isByState && (await hasEndedConsents(db, now)) ? consentOver(db, now) : undefined;
  const byCounter = counterConditions(db, request, isOver);
  const byRow = rowConditions(db, request, timeZone);
  const conditions = [...byCounter, ...byRow];
  const slice = { sorting: isOver === undefined ? sorting : sortedByShownState(db, sorting, now), limit, offset, now };
  const where = tenantConditions(db, conditions);
  const counted = countedContacts(db, request, isOver);
  if (byRow.length === 0) {
    const page = await countedPage(db, { where, counted, isOver, request, slice, hasConditions: byCounter.length > 0 });
    if (page !== undefined) return page;
  }
  if (hasListFilter(request) && conditions.length === 1) return listPage(db, request.list, { where, request, slice });
  if (hasSearchText(request) || (isListed(request) && (await findListSize(db, request.list)) <= smallList)) {
    return matchesPage(db, where, slice);
  }
  const total =
    byRow.length === 0
      ? countedTotal(db, counted)
      : db.sql`select count(*)::float8 as total from contact where ${where}`;
  return orderedPage(db, { where, total, slice });
}

/** A condition on the rows of `contact`: they are listed with these filters. In an object, because a promise would run it. */
export async function findFilterCondition(
  db: TenantDb,
  filters: ContactFilters,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<{ condition: Fragment }> {
  const isOver = filtersByState(filters) && (await hasEndedConsents(db, now)) ? consentOver(db, now) : undefined;
  const conditions = [...counterConditions(db, filters, isOver), ...rowConditions(db, filters, timeZone)];
  return { condition: tenantConditions(db, conditions) };
}

const consentOver = ({ sql, tenantId }: TenantDb, now: Date): Fragment =>
  toFragment(sql, isConsentOver({ tenant: node`${tenantId}`, now }, node`contact`));

const sortedByShownState = ({ tenantId }: TenantDb, sorting: ContactSorting, now: Date): ContactSorting =>
  sortedByState(sorting, shownState({ tenant: node`${tenantId}`, now }, node`contact`));

/** Numbers of matching contacts; those whose consent is over are moved from the stored to the shown state. */
function countedContacts(db: TenantDb, request: ContactFilters, isOver: Fragment | undefined): Fragment {
  const { sql } = db;
  const stored = tenantConditions(db, counterConditions(db, request));
  if (isOver === undefined) return sql`contact_count where ${stored}`;
  const shown = tenantConditions(db, counterConditions(db, request, isOver));
  return sql`(
    select status, state, engagement, n from contact_count where ${stored}
    union all select status, 'active', engagement, -1 from contact where ${stored} and ${isOver}
    union all select status, 'unconfirmed', engagement, 1 from contact where ${shown} and ${isOver}) counted`;
}

const countedTotal = (db: TenantDb, counted: Fragment): Fragment =>
  db.sql`select coalesce(sum(n), 0)::float8 as total from ${counted}`;

const countedCompany = ({ sql, tenantId }: TenantDb): Fragment => sql`contact_count where tenant_id = ${tenantId}`;

type CountedRequest = {
  where: Fragment;
  counted: Fragment;
  isOver: Fragment | undefined;
  request: ContactPageRequest;
  slice: PageSlice;
  hasConditions: boolean;
};

/** Pages whose access path the counters decide; undefined where the order alone does. */
async function countedPage(
  db: TenantDb,
  { where, counted, isOver, request, slice, hasConditions }: CountedRequest,
): Promise<ContactPage | undefined> {
  const { sql, tenantId } = db;
  const [first] = slice.sorting;
  if (isGrouped(first)) return groupedPage(db, { where, counted, isOver, slice, first });
  const company = sql`tenant_id = ${tenantId}`;
  const everyContact = countedTotal(db, countedCompany(db));
  if (!hasConditions && first?.column === "last_sent_at") {
    return sentPage(db, { where, total: everyContact, slice }, first);
  }
  if (!hasConditions && first?.column === "email") {
    return pageByOffset(db, { where, total: everyContact, slice, ids: idsByAddress(db) });
  }
  if (!filtersByEntries(request)) return undefined;
  const sizes = await sql<{ total: number; everybody: number }[]>`
    select (${countedTotal(db, counted)}) as total, (${everyContact}) as everybody`;
  const { total, everybody } = singleRow(sizes);
  if (total === 0) return { total, rows: [] };
  // A condition that holds for everybody would only be evaluated in vain.
  return orderedPage(db, {
    where: total === everybody ? company : where,
    total: sql`select ${total}::float8 as total`,
    slice,
  });
}

/** Filters whose values are beside the keys of the index on the creation: rare values cost a walk over all entries. */
const filtersByEntries = ({ shop, source, engagement, stateOp }: ContactPageRequest): boolean =>
  shop !== undefined || source !== undefined || engagement === "N" || stateOp === "neq";

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
      select (${countedTotal(db, countedCompany(db))}) - (${listTotal(db, listId)}) as total`;
    const isMerged = isInOrder && slice.offset >= deepOffset;
    const ids = (near: PageSlice) => idsOfKeys(db, contactsWithout(db, members, near.sorting), near);
    return pageByOffset(db, { where, total, slice, ...(isMerged ? { ids } : {}) });
  }
  if (isInOrder) {
    const ids = (near: PageSlice) => idsOfKeys(db, members, near);
    return pageByOffset(db, { where, total: listTotal(db, listId), slice, ids });
  }
  if ((await findListSize(db, listId)) <= smallList) return matchesPage(db, where, slice);
  return pageByOffset(db, { where, total: listTotal(db, listId), slice });
}

/**
 * Contacts beside the members, merged in the order of the page. A full join, because the planner would run a left join
 * as a nested loop while it has no statistics of the company.
 */
function contactsWithout(db: TenantDb, members: Fragment, sorting: ContactSorting): Fragment {
  const { sql } = db;
  const order = orderBy(db, sorting);
  return sql`
    select id, created_at from (
      select id, created_at from contact where tenant_id = ${db.tenantId} order by ${order} offset 0) contact
    full join (
      select id as member_id, created_at as member_created_at from (${members}) member order by ${order} offset 0) member
      on member_id = id ${sorting[0]?.column === "id" ? sql`` : sql`and member_created_at = created_at`}
    where member_id is null`;
}

const findListSize = async (db: TenantDb, listId: string): Promise<number> =>
  singleRow(await db.sql<{ total: number }[]>`${listTotal(db, listId)}`).total;
