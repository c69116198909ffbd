import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { emailsSent } from "../../../journal/events.ts";
import { isEventOf, payloadJson } from "../../../journal/fields.sql.ts";
import { inRange, type JournalRange } from "../../../journal/journal.ts";

/**
 * Makes due the runs that wait for a condition and whose contacts the entries are about. An entry of many contacts counts for
 * those that got an e-mail; new contacts do not wait yet.
 */
export async function wakeConditions(db: TenantDb, range: JournalRange, now: Date): Promise<void> {
  const { sql, tenantId } = db;
  const [first] = await sql`
    select id from automation_run where tenant_id = ${tenantId} and deadline_at is not null limit 1`;
  if (first === undefined) return;
  const isRead = toFragment(sql, inRange(db, range));
  await sql`
    with changed as materialized (
      select j.contact_id from journal j where ${isRead} and j.contact_id is not null
      union
      select contact.id::bigint from journal j cross join lateral jsonb_object_keys(${toFragment(sql, payloadJson(emailsSent, "sent"))}) as contact(id)
      where ${isRead} and ${toFragment(sql, isEventOf([emailsSent]))}
    ), awake as (
      select r.id from automation_run r join changed on changed.contact_id = r.contact_id
      where r.tenant_id = ${tenantId} and r.deadline_at is not null and r.due_at > ${now}
      order by r.id for update of r
    )
    update automation_run r set due_at = ${now} from awake where r.tenant_id = ${tenantId} and r.id = awake.id`;
}
