import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { orderByThenNewest } from "../../../db/order-by.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { emptySortKey } from "../../../kernel/text.ts";
import { matchesSearch } from "../../contacts/search.sql.ts";
import type { ContactRowRecord } from "../../contacts/contact-list.queries.ts";
import type { MemberState } from "../../contacts/memberships/queries.ts";

export type ListMemberRecord = ContactRowRecord & { memberState: MemberState; addedAt: Date; changedAt: Date };

export type ListMemberPageRequest = { q?: string; state?: MemberState; sort?: string; limit: number; offset: number };

/** Descending last names still have the empty ones last. */
const orderOf = (db: TenantDb, sort = "-id"): Fragment =>
  orderByThenNewest(db, sort.replace(/(^|,)-lastName/, "$1hasNoLastName,-lastName"), {
    id: db.sql`m.contact_id`,
    email: db.sql`c.email`,
    lastName: db.sql`c.name_key`,
    hasNoLastName: db.sql`(c.name_key = ${emptySortKey})`,
    createdAt: db.sql`c.created_at`,
  });

/** The default order is that of the primary key; the size of an unfiltered list comes from its counters. */
export async function listMemberRecords(
  db: TenantDb,
  listId: string,
  request: ListMemberPageRequest,
): Promise<{ total: number; rows: ListMemberRecord[] }> {
  const { sql, tenantId } = db;
  const q = request.q?.trim() ?? "";
  const found = sql`
    from list_member m join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where m.tenant_id = ${tenantId} and m.list_id = ${listId}
      and ${request.state === undefined ? sql`m.state <> 'removed'` : sql`m.state = ${request.state}`}
      ${q === "" ? sql`` : sql`and ${toFragment(sql, matchesSearch(tenantId, q))}`}`;
  const total =
    request.state === undefined && q === ""
      ? sql`select coalesce(sum(n), 0)::int as n from list_count where tenant_id = ${tenantId} and list_id = ${listId}`
      : sql`select count(*)::int as n ${found}`;
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`${total}`,
    sql<ListMemberRecord[]>`
      select c.id, c.email, c.first_name, c.last_name, c.status, c.engagement, c.excluded, c.shop_id,
        c.suppression_reason, c.blacklisted, c.blacklisted_at, c.state, c.created_at, m.state as member_state,
        m.added_at, m.changed_at
      ${found} order by ${orderOf(db, request.sort)} limit ${request.limit} offset ${request.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
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
