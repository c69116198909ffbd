import { inParts } from "../../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../../db/parts.ts";
import { singleRow } from "../../../db/rows.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { listAdded, listRemoved, listUnsubscribed } from "../../../journal/events.ts";
import {
  addRemovedOrNewMembers,
  additionOutcome,
  applyMembershipCounts,
  endMemberships,
  isAddable,
  noMembersBefore,
} from "./members.sql.ts";

export const memberStates = ["confirmed", "unconfirmed", "unsubscribed", "removed"] as const;
export type MemberState = (typeof memberStates)[number];

export async function hasList(db: TenantDb, listId: string): Promise<boolean> {
  const rows = await db.sql`
    select from list where tenant_id = ${db.tenantId} and deleted_at is null and id = ${listId}`;
  return rows.length > 0;
}

/** The lists that can be edited by hand; e-shop lists are filled by synchronization. */
export async function lockListsForShare(
  db: TenantDb,
  listIds: readonly string[],
): Promise<{ id: string; isLocked: boolean }[]> {
  return db.sql<{ id: string; isLocked: boolean }[]>`
    select id, system_kind is not null as is_locked from list
    where tenant_id = ${db.tenantId} and deleted_at is null and id = any(${[...listIds]}::bigint[])
    order by id for key share`;
}

/**
 * Locks contacts until the end of the transaction. Memberships are changed only after this separate statement, so that
 * the next one sees every membership written before.
 */
export async function lockContacts(db: TenantDb, contactIds: readonly string[]): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from contact where tenant_id = ${db.tenantId} and id = any(${[...contactIds]}::bigint[])
    order by id for no key update`;
  return rows.map(({ id }) => id);
}

export type AddOutcome = { added: number; alreadyMember: number; skipped: number };

/** Adds every contact to every list. Never resubscribes: contacts that left a list or opted out are skipped. */
export async function addMembers(
  db: TenantDb,
  { listIds, contactIds, at }: { listIds: readonly string[]; contactIds: readonly string[]; at: Date },
): Promise<AddOutcome> {
  const journaled = appendSelect(listAdded, {
    tenantId: db.tenantId,
    at,
    contactId: node`contact_id`,
    payload: { listId: node`list_id::text`, title: node`name` },
    from: node`from verdict where outcome = 'added' order by list_id, contact_id`,
  });
  const added = node`
    select ${db.tenantId}, list_id, contact_id, state, ${at}, ${at}, null, contact_created_at from verdict
    where outcome = 'added'`;
  const rows = await inParts<AddOutcome>(
    db,
    [
      part(
        "verdict",
        [],
        db.sql`
      select l.id as list_id, l.name, c.id as contact_id, c.created_at as contact_created_at,
        ${toFragment(db.sql, additionOutcome)} as outcome,
        case when c.status = 'pending' then 'unconfirmed' else 'confirmed' end as state
      from list l
      join contact c on c.tenant_id = ${db.tenantId} and c.id = any(${[...contactIds]}::bigint[])
      left join list_member m on m.tenant_id = ${db.tenantId} and m.list_id = l.id and m.contact_id = c.id
      where l.tenant_id = ${db.tenantId} and l.id = any(${[...listIds]}::bigint[])`,
      ),
      noMembersBefore,
      partIfRows(
        "written",
        ["verdict"],
        db.sql`
      ${toFragment(db.sql, addRemovedOrNewMembers(added))} returning list_id, contact_id, state`,
      ),
      partIfRows("counted", ["was", "written"], applyMembershipCounts(db.tenantId)),
      partIfRows("journaled", ["verdict"], journaled),
    ],
    lastPart(
      ["verdict"],
      db.sql`
    select count(*) filter (where outcome = 'added')::int as added,
      count(*) filter (where outcome = 'alreadyMember')::int as already_member,
      count(*) filter (where outcome = 'skipped')::int as skipped
    from verdict`,
    ),
  );
  return singleRow(rows);
}

/** The contacts that `addMembers` would skip. */
export async function listSkippedMembers(
  db: TenantDb,
  { listId, contactIds }: { listId: string; contactIds: readonly string[] },
): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select c.id from contact c
    left join list_member m on m.tenant_id = ${db.tenantId} and m.list_id = ${listId} and m.contact_id = c.id
    where c.tenant_id = ${db.tenantId} and c.id = any(${[...contactIds]}::bigint[])
      and ${toFragment(db.sql, additionOutcome)} = 'skipped'`;
  return rows.map(({ id }) => id);
}

export type MemberChange = {
  listId: string;
  contactIds: readonly string[];
  state: "removed" | "unsubscribed";
  at: Date;
  journalPayload?: MembershipReason;
};

/** The origin of the change and the e-mail that caused it, for the journal. */
export type MembershipReason = {
  readonly reason: string;
  readonly campaignId?: string;
  readonly messageId?: string;
};

/** Answers how many changed, and how many had the state already. See `endMemberships`. */
export async function changeMembers(
  db: TenantDb,
  { listId, contactIds, state, at, journalPayload = { reason: "admin" } }: MemberChange,
): Promise<{ changed: number; unchanged: number }> {
  const isLeaving = state === "unsubscribed";
  const journaled = appendSelect(isLeaving ? listUnsubscribed : listRemoved, {
    tenantId: db.tenantId,
    at,
    contactId: node`w.contact_id`,
    payload: { listId: node`l.id::text`, title: node`l.name`, ...journalPayload },
    from: node`from written w join list l on l.tenant_id = ${db.tenantId} and l.id = w.list_id order by w.contact_id`,
  });
  const rows = await inParts<{ changed: number; unchanged: number }>(
    db,
    [
      part(
        "present",
        [],
        db.sql`
      select list_id, contact_id, state, unsubscribed_at from list_member
      where tenant_id = ${db.tenantId} and list_id = ${listId} and contact_id = any(${[...contactIds]}::bigint[])`,
      ),
      inlinedPart(
        "was",
        ["present"],
        db.sql`
      select * from present
      where state <> ${state} and (state <> 'removed' or ${isLeaving} and unsubscribed_at is null)`,
      ),
      partIfRows(
        "written",
        ["was"],
        db.sql`
      ${toFragment(db.sql, endMemberships(db.tenantId, state, at))} returning m.list_id, m.contact_id, m.state`,
      ),
      partIfRows("counted", ["was", "written"], applyMembershipCounts(db.tenantId)),
      partIfRows("journaled", ["written"], journaled),
    ],
    lastPart(
      ["present", "was"],
      db.sql`
    select (select count(*) from was where state <> 'removed')::int as changed,
      (select count(*) from present where state = ${state})::int as unchanged`,
    ),
  );
  return singleRow(rows);
}

/**
 * Adds a contact again to lists that it unsubscribed from. Only an act of the person may call this; a contact that opted
 * out of everything returns only by a new confirmation.
 */
export async function rejoinLists(
  db: TenantDb,
  {
    contactId,
    listIds,
    at,
    journalPayload,
  }: { contactId: string; listIds: readonly string[]; at: Date; journalPayload: MembershipReason },
): Promise<number> {
  const journaled = appendSelect(listAdded, {
    tenantId: db.tenantId,
    at,
    contactId: node`contact_id`,
    payload: { listId: node`list_id::text`, title: node`name`, ...journalPayload },
    from: node`from verdict order by list_id`,
  });
  const rows = await inParts<{ rejoined: number }>(
    db,
    [
      part(
        "verdict",
        [],
        db.sql`
      select m.list_id, m.contact_id, l.name,
        case when c.status = 'pending' then 'unconfirmed' else 'confirmed' end as state
      from list_member m
      join list l on l.tenant_id = ${db.tenantId} and l.id = m.list_id and l.deleted_at is null and l.system_kind is null
      join contact c on c.tenant_id = ${db.tenantId} and c.id = m.contact_id
      where m.tenant_id = ${db.tenantId} and m.contact_id = ${contactId} and m.list_id = any(${[...listIds]}::bigint[])
        and m.state = 'unsubscribed' and ${toFragment(db.sql, isAddable)}`,
      ),
      inlinedPart(
        "was",
        ["verdict"],
        db.sql`
      select list_id, contact_id, 'unsubscribed' as state from verdict`,
      ),
      partIfRows(
        "written",
        ["verdict"],
        db.sql`
      update list_member m set state = v.state, added_at = ${at}, changed_at = ${at}, unsubscribed_at = null
      from verdict v where m.tenant_id = ${db.tenantId} and m.list_id = v.list_id and m.contact_id = v.contact_id
      returning m.list_id, m.contact_id, m.state`,
      ),
      partIfRows("counted", ["was", "written"], applyMembershipCounts(db.tenantId)),
      partIfRows("journaled", ["verdict"], journaled),
    ],
    lastPart(
      ["verdict"],
      db.sql`
    select count(*)::int as rejoined from verdict`,
    ),
  );
  return singleRow(rows).rejoined;
}

/** The counters of the list are deleted with the list. */
export async function deleteMembersOfList(db: TenantDb, listId: string): Promise<void> {
  await db.sql`delete from list_member where tenant_id = ${db.tenantId} and list_id = ${listId}`;
}
