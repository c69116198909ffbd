import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { emptySortKey } from "../../kernel/text.ts";
import {
  deepOffset,
  idsOfKeys,
  buildLimit,
  pageByOffset,
  shallowPage,
  type ContactPage,
  type PageQuery,
  type PageSlice,
} from "./contact-pages.queries.ts";
import { groupCondition, type GroupColumn } from "./filters.sql.ts";
import type { ContactSorting, SortTerm } from "./sorting.sql.ts";

/** A part of the contacts in an order that an index gives. */
type OrderedPart = Pick<PageQuery, "where" | "ids"> & { sorting: ContactSorting };

/** Only the parts that the page reaches are read. */
async function pageOfParts(
  db: TenantDb,
  parts: readonly (OrderedPart & { size: number })[],
  { offset, limit, now }: PageSlice,
): Promise<ContactPage> {
  const pages: Promise<ContactPage>[] = [];
  let start = 0;
  for (const { size, sorting, ...part } of parts) {
    const from = Math.max(offset, start);
    const to = Math.min(offset + limit, start + size);
    if (from < to) {
      const slice = { sorting, limit: to - from, offset: from - start, now };
      pages.push(pageByOffset(db, { ...part, total: db.sql`select ${size}::float8 as total`, slice }));
    }
    start += size;
  }
  return { total: start, rows: (await Promise.all(pages)).flatMap(({ rows }) => rows) };
}

export const isGrouped = (term: SortTerm | undefined): term is SortTerm & { column: GroupColumn } =>
  term?.column === "status" || term?.column === "state" || term?.column === "engagement";

type GroupedQuery = {
  where: Fragment;
  /** Rows with the column and the number `n` of contacts. */
  counted: Fragment;
  isOver: Fragment | undefined;
  slice: PageSlice;
  first: SortTerm & { column: GroupColumn };
};

/** The counters have the sizes of the groups, and each group has an index in the order of creation. */
export async function groupedPage(
  db: TenantDb,
  { where, counted, isOver, slice, first }: GroupedQuery,
): Promise<ContactPage> {
  const { sql } = db;
  const column = sql(first.column);
  const groups = await sql<{ value: string; size: number }[]>`
    select ${column} as value, sum(n)::float8 as size from ${counted}
    group by ${column} order by ${column} ${first.isDescending ? sql`desc` : sql``}`;
  const sorting = slice.sorting.slice(1);
  const parts = groups.map(({ value, size }) => ({
    where: sql`${where} ${groupCondition(sql, { column: first.column, isOver }, value)}`,
    size,
    sorting,
  }));
  return pageOfParts(db, parts, slice);
}

/** Pages in the order of an index of `contact`, or in two parts where empty values are at the other end of it. */
export function orderedPage(db: TenantDb, query: PageQuery): Promise<ContactPage> {
  const { sql } = db;
  const { where, slice } = query;
  const [first, ...ties] = slice.sorting;
  const isEmpty = first?.isDescending === true ? buildEmptinessTest(db, first) : undefined;
  if (first === undefined || isEmpty === undefined) return pageByOffset(db, query);
  // Without empty values both orders are the same, and this one is that of the index.
  const sorting = [{ ...first, hasEmptyFirst: true }, ...ties];
  const valued = sql`${where} and ${isEmpty.no}`;
  return pageOfValuedAndEmpty(db, query, {
    valued: { where: valued, sorting },
    empty: { where: sql`${where} and ${isEmpty.yes}`, sorting },
    size: sql`select count(*) from contact where ${valued}`,
  });
}

function buildEmptinessTest({ sql }: TenantDb, { column }: SortTerm): { no: Fragment; yes: Fragment } | undefined {
  if (column === "name_key") {
    return { no: sql`name_key < ${emptySortKey}`, yes: sql`name_key = ${emptySortKey}` };
  }
  if (column !== "updated_at" && column !== "first_name") return undefined;
  return { no: sql`${sql(column)} is not null`, yes: sql`${sql(column)} is null` };
}

/** All contacts by the time of their last e-mail, then those without one. */
export function sentPage(db: TenantDb, query: PageQuery, first: SortTerm): Promise<ContactPage> {
  const { sql, tenantId } = db;
  const { where, slice } = query;
  const mails = sql`
    select contact_id as id, last_sent_at from contact_send_summary
    where tenant_id = ${tenantId} and last_sent_at is not null`;
  const isMailed = sql`exists (
    select from contact_send_summary k
    where k.tenant_id = ${tenantId} and k.contact_id = contact.id and k.last_sent_at is not null)`;
  const [, ...ties] = slice.sorting;
  // No empty values: the order of the index in both directions.
  const sorting = [{ ...first, hasEmptyFirst: first.isDescending }, ...ties];
  return pageOfValuedAndEmpty(db, query, {
    valued: {
      where: sql`${where} and ${isMailed}`,
      sorting,
      ids: (near) => idsOfKeys(db, mails, near),
    },
    empty: { where: sql`${where} and not ${isMailed}`, sorting: ties },
    size: sql`select count(*) from (${mails}) mail`,
  });
}

type ValuedAndEmpty = {
  valued: OrderedPart;
  empty: OrderedPart;
  /** Counts the first part. */
  size: Fragment;
};

/** The size of the first part is counted only where a page may reach its end. */
async function pageOfValuedAndEmpty(
  db: TenantDb,
  { slice, total }: PageQuery,
  { valued, empty, size }: ValuedAndEmpty,
): Promise<ContactPage> {
  if (slice.offset < deepOffset) {
    const page = await shallowPage(db, { ...valued, total, slice: { ...slice, sorting: valued.sorting } });
    if (page.rows.length === slice.limit) return page;
  }
  const sizes = await db.sql<{ total: number; valued: number }[]>`
    select (${total}) as total, (${size})::float8 as valued`;
  const { total: all, valued: first } = singleRow(sizes);
  return pageOfParts(
    db,
    [
      { ...valued, size: first },
      { ...empty, size: all - first },
    ],
    slice,
  );
}

/** All contacts by address: the index has no ids, so that the addresses of the page are found first. */
export const idsByAddress =
  (db: TenantDb) =>
  (slice: PageSlice): Fragment => {
    const { sql, tenantId } = db;
    const direction = slice.sorting[0]?.isDescending === true ? sql`desc` : sql``;
    return sql`
      select id from contact where tenant_id = ${tenantId} and email = any(array(
        select email from contact where tenant_id = ${tenantId} order by email ${direction} ${buildLimit(db, slice)}))`;
  };
