import { inParts } from "../../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../../db/parts.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { listAdded } from "../../../journal/events.ts";
import type { JournalOrigin } from "../creation/admit.queries.ts";
import { addRemovedOrNewMembers, applyMembershipCounts, isAddable, noMembersBefore } from "./members.sql.ts";

export type ListJoin = {
  readonly listIds: readonly string[];
  readonly contactIds: readonly string[];
  readonly at: Date;
  readonly journalOrigin: JournalOrigin;
};

/**
 * Adds contacts of an import to its lists, unless they opted out or unsubscribed from the list. Answers the contacts added
 * to at least one list, and those that are missing on at least one. The contacts are locked.
 */
export async function joinLists(
  db: TenantDb,
  { listIds, contactIds, at, journalOrigin }: ListJoin,
): Promise<{ joined: string[]; leftOut: string[] }> {
  if (listIds.length === 0 || contactIds.length === 0) return { joined: [], leftOut: [] };
  const { sql, tenantId } = db;
  const members = node`
    select c.tenant_id, l.id, c.id, case when c.status = 'pending' then 'unconfirmed' else 'confirmed' end, ${at}, ${at}, null,
      c.created_at
    from contact c, unnest(${listIds}::bigint[]) as l(id)
    where c.tenant_id = ${tenantId} and c.id = any(${contactIds}::bigint[]) and ${isAddable}
    order by l.id, c.id`;
  const journaled = appendSelect(listAdded, {
    tenantId,
    at,
    contactId: node`w.contact_id`,
    payload: { listId: node`l.id::text`, title: node`l.name`, ...journalOrigin },
    from: node`from written w join list l on l.tenant_id = ${tenantId} and l.id = w.list_id`,
  });
  const rows = await inParts<{ contactId: string; isJoined: boolean }>(
    db,
    [
      noMembersBefore,
      part(
        "written",
        [],
        sql`
      ${toFragment(sql, addRemovedOrNewMembers(members))} returning m.list_id, m.contact_id, m.state`,
      ),
      partIfRows("counted", ["was", "written"], applyMembershipCounts(tenantId)),
      partIfRows("journaled", ["written"], journaled),
      inlinedPart(
        "missing",
        ["written"],
        sql`
      select c.id, l.id as list_id
      from unnest(${[...contactIds]}::bigint[]) as c(id), unnest(${[...listIds]}::bigint[]) as l(id)
      except select contact_id, list_id from written`,
      ),
    ],
    lastPart(
      ["written", "missing"],
      sql`
    select distinct contact_id, true as is_joined from written
    union all
    select distinct id, false from missing where not exists (
      select from list_member m where m.tenant_id = ${tenantId} and m.list_id = missing.list_id
        and m.contact_id = missing.id and m.state in ('confirmed', 'unconfirmed'))`,
    ),
  );
  return {
    joined: rows.filter(({ isJoined }) => isJoined).map(({ contactId }) => contactId),
    leftOut: rows.filter(({ isJoined }) => !isJoined).map(({ contactId }) => contactId),
  };
}
