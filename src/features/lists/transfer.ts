import type { TenantDb } from "../../db/tenant.ts";
import { bookChanges } from "../contacts/memberships/queries.ts";

export type Place = { source: number; contactId: string };

/** Unsubscribed before removed before unconfirmed before confirmed. A person who once left a list has left it. */
const caution = "array['confirmed', 'unconfirmed', 'removed', 'unsubscribed']";

/**
 * The next members of one list, in order of contact, into another: new ones with their state, those that are there
 * already with the more cautious of both. Contacts must not change meanwhile (lockAllAddresses). Answers the last
 * contact, or undefined when there are no more.
 */
export async function transferMembers(
  db: TenantDb,
  way: { from: string; to: string; after: string; limit: number; at: Date },
): Promise<{ lastId: string; count: number } | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ lastId: string | null; count: number }[]>`
    with batch as materialized (
      select contact_id, added_at, unsubscribed_at,
        case when unsubscribed_at is not null then 'unsubscribed' else state end as state
      from list_member where tenant_id = ${tenantId} and list_id = ${way.from} and contact_id > ${way.after}
      order by contact_id limit ${way.limit}
    ), was as materialized (
      select m.list_id, m.contact_id, m.state from list_member m join batch using (contact_id)
      where m.tenant_id = ${tenantId} and m.list_id = ${way.to}
        and m.contact_id > ${way.after} and m.contact_id <= (select max(contact_id) from batch)
    ), written as (
      insert into list_member as m (tenant_id, list_id, contact_id, state, added_at, changed_at, unsubscribed_at)
      select ${tenantId}, ${way.to}, contact_id, state, added_at, ${way.at}, unsubscribed_at from batch
      order by contact_id
      on conflict (tenant_id, list_id, contact_id) do update
        set state = (${sql.unsafe(caution)})[greatest(
            array_position(${sql.unsafe(caution)}, m.state), array_position(${sql.unsafe(caution)}, excluded.state))],
          added_at = least(m.added_at, excluded.added_at), changed_at = excluded.changed_at,
          unsubscribed_at = coalesce(m.unsubscribed_at, excluded.unsubscribed_at)
      returning list_id, contact_id, state
    ), counted as (${bookChanges(db)})
    select max(contact_id) as last_id, count(*)::int as count from batch`;
  return row === undefined || row.lastId === null ? undefined : { lastId: row.lastId, count: row.count };
}

/** A removed member who never left is nothing to copy, and the removal from one list says nothing of another. */
export async function deleteRemovedMembers(db: TenantDb, listId: string): Promise<void> {
  await db.sql`
    delete from list_member where tenant_id = ${db.tenantId} and list_id = ${listId} and state = 'removed'
      and unsubscribed_at is null`;
}

export async function countMembers(db: TenantDb, listIds: readonly string[]): Promise<number> {
  const [row] = await db.sql<{ n: number }[]>`
    select coalesce(sum(n), 0)::int as n from list_count
    where tenant_id = ${db.tenantId} and list_id = any(${[...listIds]}::bigint[])`;
  return row?.n ?? 0;
}
