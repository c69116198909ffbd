import { inParts } from "../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../db/parts.ts";
import { singleRow } from "../../db/rows.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { appendSelect } from "../../journal/append.sql.ts";
import { contactDeleted } from "../../journal/events.ts";
import {
  applyContactCounts,
  applyListCounts,
  deleteDependents,
  deleteOldContacts,
  noContactsAfter,
} from "./counts.sql.ts";

const isDeletable = ({ sql, tenantId }: TenantDb, isKept: SqlNode, at: Date) => sql`
  not exists (
    select from contact_send_summary k where k.tenant_id = ${tenantId} and k.contact_id = c.id
      and k.last_sent_at > ${at}::timestamptz - interval '24 hours')
  and not exists (
    select from message m where m.tenant_id = ${tenantId} and m.contact_id = c.id
      and m.state = 'queued')
  and (${toFragment(sql, isKept)}) is not true`;

/** How many contacts `deleteMemberContacts` would delete now. */
export async function countDeletableMembers(
  db: TenantDb,
  list: { listId: string; at: Date },
  isKept: SqlNode,
): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from list_member b
    cross join lateral (select * from contact where tenant_id = ${db.tenantId} and id = b.contact_id offset 0) c
    where b.tenant_id = ${db.tenantId} and b.list_id = ${list.listId} and b.state <> 'removed'
      and ${isDeletable(db, isKept, list.at)}`;
  return singleRow(rows).n;
}

export type DeletionBatch = { lastId: string; seen: number; deleted: number };

/**
 * Deletes the next members of a list, in order of contact, with their dependent rows. Kept are contacts with queued mail or
 * mail sent in the last day, and those for whom `isKept`, a condition on `contact c`, is true; null, as for an empty field, does not keep. Requires
 * the lock of all addresses.
 */
export async function deleteMemberContacts(
  db: TenantDb,
  list: { listId: string; after: string; limit: number; at: Date },
  isKept: SqlNode,
  dependents: readonly SqlNode[],
): Promise<DeletionBatch | undefined> {
  const { sql, tenantId } = db;
  const journaled = appendSelect(contactDeleted, {
    tenantId,
    at: list.at,
    contactId: node`id`,
    payload: {},
    from: node`from old order by id`,
  });
  const [row] = await inParts<{ lastId: string | null; seen: number; deleted: number }>(
    db,
    [
      part(
        "batch",
        [],
        sql`
      select contact_id from list_member
      where tenant_id = ${tenantId} and list_id = ${list.listId} and contact_id > ${list.after} and state <> 'removed'
      order by contact_id limit ${list.limit}`,
        "materialized",
      ),
      part(
        "deletable",
        ["batch"],
        sql`
      select c.id from batch cross join lateral (
        select * from contact where tenant_id = ${tenantId} and id = batch.contact_id offset 0) c
      where ${isDeletable(db, isKept, list.at)}`,
        "materialized",
      ),
      part(
        "old",
        ["deletable"],
        sql`
      select tenant_id, id, shop_id, status, state, engagement, source from contact
      where tenant_id = ${tenantId} and id = any(array(select id from deletable)) for update`,
        "materialized",
      ),
      noContactsAfter,
      ...deleteDependents(db.tenantId, dependents),
      applyContactCounts,
      applyListCounts(tenantId),
      partIfRows("journaled", ["old"], journaled),
      deleteOldContacts(tenantId),
    ],
    lastPart(
      ["batch", "old"],
      sql`
    select max(contact_id) as last_id, count(*)::int as seen, (select count(*) from old)::int as deleted from batch`,
    ),
  );
  return row === undefined || row.lastId === null ? undefined : { ...row, lastId: row.lastId };
}
