import { inParts } from "../../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../../db/parts.ts";
import { singleRow } from "../../../db/rows.ts";
import { constantNode, node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { listRemoved, listUnsubscribed } from "../../../journal/events.ts";
import { addToListCounts, bucketOf, shards } from "../../contacts/counts.sql.ts";
import {
  applyMembershipCounts,
  endMemberships,
  insertMissingMembers,
  noMembersBefore,
} from "../../contacts/memberships/members.sql.ts";
import { isStaged, stagedRow, stagedWithContact } from "../rows/staging.queries.ts";
import { replaceIfImported } from "../queries.ts";
import { emailColumn, journalOrigin, type BatchContext } from "./batch.ts";
import type { ApplyCounts } from "./existing-contacts.ts";

/**
 * Contacts that left a list on another platform and were never on it here get a membership that says so: no later import
 * adds them.
 */
export async function insertLeftMembers(db: TenantDb, batch: BatchContext): Promise<void> {
  const { sql, tenantId } = db;
  const { at, listIds } = batch;
  const members = node`
    select c.tenant_id, l.id, c.id, 'unsubscribed', ${at}, ${at}, ${at}, c.created_at
    from ${stagedWithContact(db)}, unnest(${listIds}::bigint[]) as l(id)
    where ${isStaged(db)}
    order by l.id, c.id`;
  const journaled = appendSelect(listUnsubscribed, {
    tenantId,
    at,
    contactId: node`w.contact_id`,
    payload: { listId: node`l.id::text`, title: node`l.name`, ...journalOrigin(batch) },
    from: node`from written w join list l on l.tenant_id = ${tenantId} and l.id = w.list_id`,
  });
  await inParts<object>(
    db,
    [
      noMembersBefore,
      part(
        "written",
        [],
        sql`
      ${toFragment(sql, insertMissingMembers(members))} returning m.list_id, m.contact_id, m.state`,
      ),
      partIfRows("counted", ["was", "written"], applyMembershipCounts(tenantId)),
      partIfRows("journaled", ["written"], journaled),
    ],
    lastPart(
      [],
      sql`
    select`,
    ),
  );
}

type EndState = "unsubscribed" | "removed";

export const unsubscribeMembers = (db: TenantDb, batch: BatchContext): Promise<ApplyCounts> =>
  leaveLists(db, batch, "unsubscribed");

export const removeMembers = (db: TenantDb, batch: BatchContext): Promise<ApplyCounts> =>
  leaveLists(db, batch, "removed");

/** Memberships `m` that the end changes. */
const isChanged = {
  unsubscribed: node`(m.unsubscribed_at is null or m.state in ('confirmed', 'unconfirmed'))`,
  removed: node`m.state <> 'removed'`,
} as const;

const changedBucket = bucketOf(node`state`, node`contact_state`);

/** Counts by the state of the contact that `was` has read: reading the contacts again costs more. */
const listCounts = constantNode(
  addToListCounts(node`
    select tenant_id, list_id, ${changedBucket} as bucket, contact_id % ${shards} as shard, -1 as n from was
    union all
    select tenant_id, list_id, ${changedBucket}, contact_id % ${shards}, 1 from written`),
);

/** Rows about contacts on none of the lists are rejected; rows that change nothing count as unchanged. */
async function leaveLists(db: TenantDb, batch: BatchContext, state: EndState): Promise<ApplyCounts> {
  const { sql, tenantId } = db;
  const { at, record } = batch;
  const listIds = sql`${[...batch.listIds]}::bigint[]`;
  const membership = sql`m.tenant_id = ${tenantId} and m.list_id = any(${listIds}) and m.contact_id`;
  await sql`
    select from list_member m join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where ${membership} in (
      select c.id from ${toFragment(sql, stagedWithContact(db))} where ${toFragment(sql, isStaged(db))})
    order by c.id, m.list_id for update of m, c`;
  const journaled = appendSelect(state === "unsubscribed" ? listUnsubscribed : listRemoved, {
    tenantId,
    at,
    contactId: node`was.contact_id`,
    payload: { listId: node`l.id::text`, title: node`l.name`, ...journalOrigin(batch) },
    from: node`from was join list l on l.tenant_id = ${tenantId} and l.id = was.list_id`,
  });
  const rows = await inParts<{ updated: number; unchanged: number }>(
    db,
    [
      part(
        "staged",
        [],
        sql`
      delete from ${toFragment(sql, stagedRow(db))} s where ${toFragment(sql, isStaged(db))} returning s.row, s.email, s.fingerprint`,
      ),
      part(
        "fact",
        ["staged"],
        sql`
      select s.row, s.fingerprint, c.id, c.state as contact_state from staged s
      join contact c on c.tenant_id = ${tenantId} and c.email = s.email`,
      ),
      part(
        "was",
        ["fact"],
        sql`
      select m.tenant_id, m.list_id, m.contact_id, m.state, f.contact_state
      from fact f join list_member m on ${membership} = f.id where ${toFragment(sql, isChanged[state])}`,
      ),
      partIfRows(
        "written",
        ["was"],
        sql`
      ${toFragment(sql, endMemberships(tenantId, state, at))}
      returning m.tenant_id, m.list_id, m.contact_id, m.state, was.contact_state`,
      ),
      partIfRows("counted", ["was", "written"], listCounts),
      partIfRows("journaled", ["was"], journaled),
      part(
        "outcome",
        ["fact", "was"],
        sql`
      select f.row, f.fingerprint, f.id in (select contact_id from was) as is_changed,
        exists (select from list_member m where ${membership} = f.id) as is_member
      from fact f`,
      ),
      partIfRows(
        "not_members",
        ["outcome"],
        sql`
      insert into import_problem (tenant_id, import_id, row, column_name, code, fingerprint)
      select ${tenantId}, ${record.id}, row, ${emailColumn(batch)}, 'not_member', fingerprint from outcome where not is_member
      ${replaceIfImported(db)}`,
      ),
    ],
    lastPart(
      ["outcome"],
      sql`
    select count(*) filter (where is_changed)::int as updated,
      count(*) filter (where is_member and not is_changed)::int as unchanged
    from outcome`,
    ),
  );
  return { created: 0, notAddedToLists: 0, ...singleRow(rows) };
}
