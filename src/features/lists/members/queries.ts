import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { orderByThenNewest } from "../../../db/order-by.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { emptySortKey } from "../../../kernel/text.ts";
import { shownState } from "../../contacts/gate.sql.ts";
import { matchesSearch } from "../../contacts/search.sql.ts";
import type { ContactRowRecord } from "../../contacts/contact-pages.queries.ts";
import type { MemberState } from "../../contacts/memberships/queries.ts";

export type ListMemberRecord = ContactRowRecord & { memberState: MemberState; addedAt: Date; changedAt: Date };

export type ListMemberPageRequest = {
  q?: string;
  state?: MemberState;
  sort?: string;
  limit: number;
  offset: number;
  now: Date;
};

/** Descending last names still have the empty ones last. */
const sortOrder = (db: TenantDb, sort: string): Fragment =>
  orderByThenNewest(db, sort.replace(/(^|,)-lastName/, "$1hasNoLastName,-lastName"), {
    id: db.sql`m.contact_id`,
    email: db.sql`c.email`,
    lastName: db.sql`c.name_key`,
    hasNoLastName: db.sql`(c.name_key = ${emptySortKey})`,
    createdAt: db.sql`m.contact_created_at`,
  });

/** The orders of the indexes of `list_member`, each with its reverse, for pages from the end. */
const indexOrders: Readonly<Record<string, string>> = {
  id: "-id",
  "-id": "id",
  createdAt: "-createdAt,id",
  "-createdAt": "createdAt,id",
};

const memberFields = ({ sql, tenantId }: TenantDb, now: Date): Fragment => sql`
  c.id, c.email, c.first_name, c.last_name, c.status, c.engagement, c.excluded, c.shop_id, c.suppression_reason,
  c.blacklisted, c.blacklisted_at, ${toFragment(sql, shownState({ tenant: node`${tenantId}`, now }, node`c`))} as state,
  c.created_at, m.state as member_state, m.added_at, m.changed_at`;

type MemberPage = { total: number; rows: ListMemberRecord[] };

/** The total and the page come from counters and indexes, unless the request searches or sorts by a column of contacts. */
export async function listMemberRecords(
  db: TenantDb,
  listId: string,
  request: ListMemberPageRequest,
): Promise<MemberPage> {
  const { sql, tenantId } = db;
  const { q = "", sort = "-id", state } = request;
  const members = sql`
    m.tenant_id = ${tenantId} and m.list_id = ${listId}
      and ${state === undefined ? sql`m.state <> 'removed'` : stateCondition(db, state)}`;
  const reversed = indexOrders[sort];
  if (q.trim() === "") {
    const total = singleRow(await countMembers(db, listId, state)).total;
    if (reversed === undefined) return { total, rows: await sortedMembers(db, members, { ...request, sort }) };
    return { total, rows: await indexedMembers(db, members, { ...request, sort, reversed, total }) };
  }
  const matching = sql`${members} and ${toFragment(sql, matchesSearch(tenantId, q.trim()))}`;
  const [count, rows] = await Promise.all([
    sql<{ total: number }[]>`
      select count(*)::int as total from list_member m join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
      where ${matching}`,
    sortedMembers(db, matching, { ...request, sort }),
  ]);
  return { total: singleRow(count).total, rows };
}

/** The index of unusual states excludes the confirmed ones: it applies only to a condition that excludes them too. */
const stateCondition = ({ sql }: TenantDb, state: MemberState): Fragment =>
  state === "confirmed" ? sql`m.state = 'confirmed'` : sql`m.state = ${state} and m.state <> 'confirmed'`;

/** Counters hold members that are not removed; those in an unusual state are counted by their index. */
function countMembers(db: TenantDb, listId: string, state: MemberState | undefined) {
  const { sql, tenantId } = db;
  const kept = sql`
    (select coalesce(sum(n), 0) from list_count where tenant_id = ${tenantId} and list_id = ${listId})`;
  const unusual = (states: Fragment) => sql`
    (select count(*) from list_member m
      where m.tenant_id = ${tenantId} and m.list_id = ${listId} and m.state <> 'confirmed' and ${states})`;
  if (state === undefined) return sql<{ total: number }[]>`select ${kept}::int as total`;
  return state === "confirmed"
    ? sql<
        { total: number }[]
      >`select (${kept} - ${unusual(sql`m.state in ('unconfirmed', 'unsubscribed')`)})::int as total`
    : sql<{ total: number }[]>`select ${unusual(sql`m.state = ${state}`)}::int as total`;
}

type SortedRequest = { sort: string; limit: number; offset: number; now: Date };

async function sortedMembers(db: TenantDb, where: Fragment, { sort, limit, offset, now }: SortedRequest) {
  const rows = await db.sql<ListMemberRecord[]>`
    select ${memberFields(db, now)} from list_member m join contact c on c.tenant_id = ${db.tenantId} and c.id = m.contact_id
    where ${where} order by ${sortOrder(db, sort)} limit ${limit} offset ${offset}`;
  return [...rows];
}

/** Skips index entries from the nearer end; contacts are read only for the page. */
async function indexedMembers(
  db: TenantDb,
  where: Fragment,
  { sort, reversed, total, now, ...page }: SortedRequest & { reversed: string; total: number },
) {
  const limit = Math.max(0, Math.min(page.limit, total - page.offset));
  if (limit === 0) return [];
  const isNearEnd = page.offset > total / 2;
  const order = sortOrder(db, isNearEnd ? reversed : sort);
  const offset = isNearEnd ? total - page.offset - limit : page.offset;
  const rows = await db.sql<ListMemberRecord[]>`
    select ${memberFields(db, now)} from (
      select contact_id from list_member m where ${where} order by ${order} limit ${limit} offset ${offset}
    ) page
    cross join lateral (
      select * from list_member m where ${where} and m.contact_id = page.contact_id offset 0) m
    cross join lateral (
      select * from contact where tenant_id = ${db.tenantId} and id = page.contact_id offset 0) c
    order by ${sortOrder(db, sort)}`;
  return [...rows];
}

type MembersAmong = { contacts: number; members: number; unsubscribed: number };

/** How many of the contacts exist, are members of the list, and unsubscribed from it. */
export async function countMembersAmong(
  db: TenantDb,
  listId: string,
  contactIds: readonly string[],
): Promise<MembersAmong> {
  return singleRow(
    await db.sql<MembersAmong[]>`
      select count(*)::int as contacts,
        count(*) filter (where m.state in ('confirmed', 'unconfirmed'))::int as members,
        count(*) filter (where m.state = 'unsubscribed')::int as unsubscribed
      from contact c
      left join list_member m on m.tenant_id = ${db.tenantId} and m.list_id = ${listId} and m.contact_id = c.id
      where c.tenant_id = ${db.tenantId} and c.id = any(${[...contactIds]}::bigint[])`,
  );
}

export type UnenrichedMember = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  titleBefore: string | null;
  gender: "f" | "m" | null;
  language: string | null;
  country: string | null;
  nameDay: string | null;
  salutation: string | null;
  salutationFormal: string | null;
  vocativeFirstName: string | null;
  vocativeLastName: string | null;
  editedFields: string[];
};

/** The next members, in order of contact, that have a name and an empty field that can be derived from it. */
export async function listUnenrichedMembers(
  db: TenantDb,
  listId: string,
  page: { after: string; limit: number },
): Promise<UnenrichedMember[]> {
  // Forces a lookup by key; a new company has no statistics.
  return db.sql<UnenrichedMember[]>`
    select person.* from list_member m cross join lateral (
      select c.id, c.first_name, c.last_name, c.title_before, c.gender, c.language, c.country, c.name_day, c.salutation,
        c.salutation_formal, c.vocative_first_name, c.vocative_last_name, c.edited_fields
      from contact c where c.tenant_id = ${db.tenantId} and c.id = m.contact_id
        and (c.first_name is not null or c.last_name is not null)
        and (c.gender is null or c.name_day is null or c.salutation is null or c.salutation_formal is null
          or c.vocative_first_name is null or c.vocative_last_name is null)
      offset 0) person
    where m.tenant_id = ${db.tenantId} and m.list_id = ${listId} and m.state <> 'removed' and m.contact_id > ${page.after}
    order by m.contact_id limit ${page.limit}`;
}
