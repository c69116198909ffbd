import { inParts } from "../../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../../db/parts.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { listAdded } from "../../../journal/events.ts";
import {
  applyMembershipCounts,
  insertMembers,
  insertMissingMembers,
  noMembersBefore,
} from "../memberships/members.sql.ts";

type Membership = { readonly contactId: string; readonly listIds: readonly string[]; readonly at: Date };

/** The lists that still exist and are filled by people. */
const members = (tenantId: string, state: "unconfirmed" | "confirmed", { contactId, listIds, at }: Membership) => node`
  select c.tenant_id, l.id, c.id, ${state}, ${at}::timestamptz, ${at}::timestamptz, null::timestamptz, c.created_at
  from contact c, list l
  where c.tenant_id = ${tenantId} and c.id = ${contactId} and l.tenant_id = ${tenantId} and l.id = any(${listIds}::bigint[])
    and l.deleted_at is null and l.system_kind is null
  order by l.id`;

/** A contact that is or was on a list keeps its membership. Notifications wait for the confirmation. */
export async function insertUnconfirmedMembers(db: TenantDb, membership: Membership): Promise<void> {
  if (membership.listIds.length === 0) return;
  const { sql, tenantId } = db;
  await inParts<object>(
    db,
    [
      noMembersBefore,
      part(
        "written",
        [],
        sql`
      ${toFragment(sql, insertMissingMembers(members(tenantId, "unconfirmed", membership)))}
      returning m.list_id, m.contact_id, m.state`,
      ),
    ],
    lastPart(["was", "written"], applyMembershipCounts(tenantId)),
  );
}

/** The person confirmed: also a list that was left before has the contact again. The contact is locked. */
export async function confirmMembers(db: TenantDb, membership: Membership): Promise<void> {
  if (membership.listIds.length === 0) return;
  const { sql, tenantId } = db;
  const { contactId, listIds, at } = membership;
  const journaled = appendSelect(listAdded, {
    tenantId,
    at,
    contactId: node`w.contact_id`,
    payload: { listId: node`l.id::text`, title: node`l.name` },
    from: node`from written w join list l on l.tenant_id = ${tenantId} and l.id = w.list_id order by l.id`,
  });
  await inParts<object>(
    db,
    [
      part(
        "was",
        [],
        sql`
      select list_id, contact_id, state from list_member
      where tenant_id = ${tenantId} and contact_id = ${contactId} and list_id = any(${listIds}::bigint[])
        and state <> 'confirmed'
        and list_id in (select id from list where tenant_id = ${tenantId} and deleted_at is null and system_kind is null)`,
        "materialized",
      ),
      part(
        "written",
        [],
        sql`
      ${toFragment(sql, insertMembers(members(tenantId, "confirmed", membership)))}
      on conflict (tenant_id, list_id, contact_id) do update
        set state = excluded.state, changed_at = excluded.changed_at, unsubscribed_at = null,
          added_at = case when m.state = 'unconfirmed' then m.added_at else excluded.added_at end
        where m.state <> 'confirmed'
      returning m.list_id, m.contact_id, m.state`,
      ),
      partIfRows("counted", ["was", "written"], applyMembershipCounts(tenantId)),
    ],
    lastPart(["written"], journaled),
  );
}
