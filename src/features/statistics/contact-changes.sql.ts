import type { Fragment } from "../../db/client.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import {
  contactBlacklisted,
  contactCreated,
  contactsCreated,
  contactUnblacklisted,
  statusChanged,
} from "../../journal/events.ts";
import { eventCount, isEventOf, payloadField } from "../../journal/fields.sql.ts";
import { toHour } from "./journal-values.sql.ts";

/**
 * Contacts that the entries `j` added, and contacts that they lost, by hour. Lost is who becomes unsubscribed, bounced,
 * complained or blacklisted and was none of these before.
 */
export function contactChanges(db: TenantDb, which: Fragment): Fragment {
  const { sql } = db;
  const hour = toHour(db, sql`j.at`);
  return sql`
    select ${hour} as hour, 'added' as metric, sum(${toFragment(sql, eventCount)})::int as n from journal j
    where ${which} and ${toFragment(sql, isEventOf([contactCreated, contactsCreated]))} group by 1
    union all
    select ${hour}, 'lost', count(*)::int from journal j
    where ${which} and ${leavings(db)} group by 1`;
}

/** The entries `j` by which a contact became lost. */
export const leavings = (db: TenantDb): Fragment => db.sql`
  (${toFragment(db.sql, isEventOf([contactBlacklisted]))}
    or ${toFragment(db.sql, isEventOf([statusChanged]))} and ${isLeaving(db)} and not ${wasBlacklisted(db)})`;

const isLeaving = ({ sql }: TenantDb): Fragment => {
  const field = (name: "from" | "to") => toFragment(sql, payloadField(statusChanged, name));
  const lost = sql`('unsubscribed', 'bounced', 'complained')`;
  return sql`(${field("to")} in ${lost} and ${field("from")} not in ${lost})`;
};

const wasBlacklisted = ({ sql, tenantId }: TenantDb): Fragment => sql`
  exists (
    select from journal b where b.tenant_id = ${tenantId} and b.contact_id = j.contact_id
      and ${toFragment(sql, isEventOf([contactBlacklisted], "b"))} and (b.tx, b.id) < (j.tx, j.id) and not exists (
        select from journal u where u.tenant_id = ${tenantId} and u.contact_id = j.contact_id
          and ${toFragment(sql, isEventOf([contactUnblacklisted], "u"))}
          and (u.tx, u.id) > (b.tx, b.id) and (u.tx, u.id) < (j.tx, j.id)))`;
