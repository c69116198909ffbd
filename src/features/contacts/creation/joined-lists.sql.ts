import { inlinedPart, part, partIfRows, type Part } from "../../../db/parts.ts";
import { node, type SqlNode } from "../../../db/sql-node.ts";
import { selectEntries } from "../../../journal/append.sql.ts";
import { listAdded } from "../../../journal/events.ts";
import { addToListCounts, bucketOf, shards } from "../counts.sql.ts";
import { insertMembers, isAddable } from "../memberships/members.sql.ts";

/** A list that a new contact joined. `journalId` is the id of the entry about it. */
export type JoinedList = {
  listId: string;
  name: string;
  state: "confirmed" | "unconfirmed";
  size: number;
  journalId: string;
};

/** The existing lists of the candidates, locked until the transaction ends. */
export const requestedLists = (tenantId: string, listIds: readonly string[]): Part<SqlNode> =>
  part(
    "requested_list",
    [],
    node`
    select l.id, l.name, l.system_kind is not null as is_locked,
      (select coalesce(sum(n), 0) from list_count k where k.tenant_id = ${tenantId} and k.list_id = l.id) as size
    from list l
    where l.tenant_id = ${tenantId} and l.deleted_at is null and l.id = any(${[...listIds]}::bigint[])
    order by l.id for key share`,
    "materialized",
  );

/** For a candidate `f`: the requested lists that exist, and whether one of them is filled by synchronization. */
export const listFacts = node`
  (select coalesce(array_agg(l.id::text), '{}') from requested_list l where l.id = any(f.list_ids)) as known_list_ids,
  exists (select from requested_list l where l.id = any(f.list_ids) and l.is_locked) as is_list_locked`;

export const hasOpenLists = node`
  (select count(*) from requested_list l where l.id = any(f.list_ids) and not l.is_locked) = cardinality(f.list_ids)`;

/**
 * Memberships of the new contacts in `created` (with `list_ids`) and their counters. Contacts that opted out are not added;
 * a list in `restored` was left before.
 */
export const joinLists = [
  inlinedPart(
    "joined",
    ["requested_list", "created", "restored"],
    node`
    select c.tenant_id, c.id as contact_id, c.at, c.state as contact_state, l.id as list_id, l.name, l.size,
      case when c.status = 'pending' then 'unconfirmed' else 'confirmed' end as state
    from created c join requested_list l on l.id = any(c.list_ids)
    where ${isAddable} and not exists (
      select from restored r where r.id = c.id and r.kind = 'list' and r.object_id = l.id)`,
    "materialized",
  ),
  partIfRows(
    "member",
    ["joined"],
    insertMembers(node`select tenant_id, list_id, contact_id, state, at, at, null, at from joined`),
  ),
  partIfRows(
    "member_count",
    ["joined"],
    addToListCounts(node`
    select tenant_id, list_id, ${bucketOf(node`state`, node`contact_state`)} as bucket, contact_id % ${shards} as shard, 1 as n
    from joined`),
  ),
];

export const joinedEntries = selectEntries(listAdded, {
  tenantId: node`tenant_id`,
  at: node`at`,
  contactId: node`contact_id`,
  payload: { listId: node`list_id::text`, title: node`name` },
  from: node`from joined`,
});

/** The lists of a contact `new`, as `JoinedList`; sizes include the contacts of the same statement. */
export const joinedLists = node`
  (select json_agg(json_build_object('listId', j.list_id::text, 'name', j.name, 'state', j.state, 'journalId', e.id::text,
      'size', j.size + (select count(*) from joined o where o.list_id = j.list_id)) order by j.list_id)
    from joined j join journaled e on e.contact_id = j.contact_id and e.payload->>'listId' = j.list_id::text
    where j.contact_id = new.id) as joined_lists`;
