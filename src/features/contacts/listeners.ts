import type { TenantDb } from "../../db/tenant.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { refreshEngagement, silentAfter } from "./engagement.ts";

export const engagementReader = "contacts.engagement";
export const journalReaders = [engagementReader] as const;

/** E-mail events move a contact's last times and counts, and with them its engagement. */
export async function followEmailEvents(db: TenantDb, entries: readonly JournalEntry[], now: Date): Promise<void> {
  const events = entries.filter(({ type, contactId }) => type.startsWith("email_") && contactId !== null);
  if (events.length === 0) return;
  const grown = await bookReceived(
    db,
    events.filter(({ type }) => type === "email_sent"),
  );
  const seen = await bookSeen(
    db,
    events.filter(({ type }) => type === "email_opened" || type === "email_clicked"),
  );
  const ids = [...new Set([...grown, ...seen])];
  if (ids.length > 0) await refreshEngagement(db, now, db.sql`and id = any(${ids}::bigint[])`);
}

/** Contacts that by now have got so many e-mails that their silence says something. A deleted one got none. */
async function bookReceived({ sql, tenantId }: TenantDb, events: readonly JournalEntry[]): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = await sql<{ contactId: string; receivedCount: number }[]>`
    insert into contact_mail as k (tenant_id, contact_id, received_count, last_sent_at)
    select ${tenantId}, e.id, count(*), max(e.at)
    from unnest(${events.map(({ contactId }) => contactId)}::bigint[], ${events.map(({ at }) => at.toISOString())}::text[]::timestamptz[]) as e(id, at)
    where exists (select from contact c where c.tenant_id = ${tenantId} and c.id = e.id)
    group by e.id order by e.id
    on conflict (tenant_id, contact_id) do update set received_count = k.received_count + excluded.received_count,
      last_sent_at = greatest(k.last_sent_at, excluded.last_sent_at)
    returning contact_id, received_count`;
  return rows.filter(({ receivedCount }) => receivedCount >= silentAfter).map(({ contactId }) => contactId);
}

async function bookSeen({ sql, tenantId }: TenantDb, events: readonly JournalEntry[]): Promise<string[]> {
  if (events.length === 0) return [];
  const facts = JSON.stringify(events.map(({ contactId, type, at }) => ({ id: contactId, type, at })));
  const rows = await sql<{ id: string }[]>`
    with fact as (
      select id, max(at) filter (where type = 'email_opened') as opened_at,
        max(at) filter (where type = 'email_clicked') as clicked_at
      from jsonb_to_recordset(${facts}::jsonb) as e(id bigint, type text, at timestamptz)
      group by id order by id
    )
    update contact c set last_open_at = greatest(c.last_open_at, fact.opened_at),
      last_click_at = greatest(c.last_click_at, fact.clicked_at)
    from fact where c.tenant_id = ${tenantId} and c.id = fact.id
    returning c.id`;
  return rows.map(({ id }) => id);
}
