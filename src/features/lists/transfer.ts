import type { TenantDb } from "../../db/tenant.ts";
import { bookChanges } from "../contacts/memberships/queries.ts";

export type Transfer = { sourceIds: readonly string[]; listId: string; after: string; perSource: number; at: Date };

/**
 * The next contacts, in order of id, that are in any of the sources, into another list, each once and with the most
 * cautious of its states: unsubscribed before removed before unconfirmed before confirmed. Who once left a list has left
 * it, whatever came later. A batch ends where a source would give more than `perSource`. Contacts must not change
 * meanwhile (lockAllAddresses). Undefined when there are no more.
 */
export async function transferMembers(
  db: TenantDb,
  { sourceIds, listId, after, perSource, at }: Transfer,
): Promise<{ lastId: string; seen: number } | undefined> {
  const { sql, tenantId } = db;
  const sources = [...sourceIds];
  const [row] = await sql<{ lastId: string | null; seen: number }[]>`
    with bound as materialized (
      select min(ahead.contact_id) as id from unnest(${sources}::bigint[]) as source
      cross join lateral (
        select contact_id from list_member
        where tenant_id = ${tenantId} and list_id = source and contact_id > ${after}
        order by contact_id offset ${perSource - 1} limit 1
      ) ahead
    ), batch as materialized (
      select contact_id, count(*)::int as seen, min(added_at) as added_at, min(unsubscribed_at) as unsubscribed_at,
        case
          when bool_or(state = 'unsubscribed' or unsubscribed_at is not null) then 'unsubscribed'
          when bool_or(state = 'removed') then 'removed'
          when bool_or(state = 'unconfirmed') then 'unconfirmed'
          else 'confirmed'
        end as state
      from list_member
      where tenant_id = ${tenantId} and list_id = any(${sources}::bigint[]) and contact_id > ${after}
        and contact_id <= coalesce((select id from bound), 9223372036854775807)
      group by contact_id
    ), was as (
      select list_id, contact_id, state from list_member where false
    ), written as (
      insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, unsubscribed_at)
      select ${tenantId}, ${listId}::bigint, contact_id, state, added_at, ${at}, unsubscribed_at
      from batch where state <> 'removed' order by contact_id
      on conflict do nothing
      returning list_id, contact_id, state
    ), counted as (${bookChanges(db)})
    select max(contact_id) as last_id, coalesce(sum(seen), 0)::int as seen from batch`;
  return row === undefined || row.lastId === null ? undefined : { lastId: row.lastId, seen: row.seen };
}

export async function countMembers(db: TenantDb, listIds: readonly string[]): Promise<number> {
  const [row] = await db.sql<{ n: number }[]>`
    select coalesce(sum(n), 0)::int as n from list_count
    where tenant_id = ${db.tenantId} and list_id = any(${[...listIds]}::bigint[])`;
  return row?.n ?? 0;
}
