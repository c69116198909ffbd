import type { TenantDb } from "../../db/tenant.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { refreshEngagement } from "./engagement.ts";

export const engagementReader = "contacts.engagement";
export const journalReaders = [engagementReader] as const;

/** E-mail events move a contact's last times and counts, and with them its engagement. */
export async function followEmailEvents(db: TenantDb, entries: readonly JournalEntry[], now: Date): Promise<void> {
  const events = entries.filter(({ type, contactId }) => type.startsWith("email_") && contactId !== null);
  if (events.length === 0) return;
  const facts = JSON.stringify(events.map(({ contactId, type, at }) => ({ id: contactId, type, at })));
  await db.sql`
    with fact as (
      select id, count(*) filter (where type = 'email_sent')::int as received,
        max(at) filter (where type = 'email_sent') as sent_at,
        max(at) filter (where type = 'email_opened') as opened_at,
        max(at) filter (where type = 'email_clicked') as clicked_at
      from jsonb_to_recordset(${facts}::jsonb) as e(id bigint, type text, at timestamptz)
      group by id order by id
    )
    update contact c set received_count = c.received_count + fact.received,
      last_sent_at = greatest(c.last_sent_at, fact.sent_at), last_open_at = greatest(c.last_open_at, fact.opened_at),
      last_click_at = greatest(c.last_click_at, fact.clicked_at)
    from fact where c.tenant_id = ${db.tenantId} and c.id = fact.id`;
  const ids = [...new Set(events.map(({ contactId }) => contactId))];
  await refreshEngagement(db, now, db.sql`and id = any(${ids}::bigint[])`);
}
