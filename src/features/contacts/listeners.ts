import type { TenantDb } from "../../db/tenant.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { refreshEngagement } from "./engagement.ts";

export const engagementReader = "contacts.engagement";
export const journalReaders = [engagementReader] as const;

/**
 * E-mail events move a contact's last times and counts, and with them its engagement. What machines opened and clicked
 * moves nothing. None of the columns is in an index.
 */
export async function followEmailEvents(db: TenantDb, entries: readonly JournalEntry[], now: Date): Promise<void> {
  const facts = entries.flatMap(factIn);
  if (facts.length === 0) return;
  await db.sql`
    with fact as (
      select id, count(*) filter (where kind = 'sent')::int as received, max(at) filter (where kind = 'sent') as sent_at,
        max(at) filter (where kind in ('opened', 'read')) as opened_at,
        max(at) filter (where kind in ('clicked', 'read')) as clicked_at
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as e(id bigint, kind text, at timestamptz)
      group by id order by id
    )
    update contact c set received_count = c.received_count + fact.received,
      last_sent_at = greatest(c.last_sent_at, fact.sent_at), last_open_at = greatest(c.last_open_at, fact.opened_at),
      last_click_at = greatest(c.last_click_at, fact.clicked_at)
    from fact where c.tenant_id = ${db.tenantId} and c.id = fact.id`;
  const ids = [...new Set(facts.map(({ id }) => id))];
  await refreshEngagement(db, now, db.sql`and id = any(${ids}::bigint[])`);
}

/** `read`: a click of somebody whose mail program tells of no opens. */
type Fact = { id: string; kind: "sent" | "opened" | "clicked" | "read"; at: Date };

function factIn({ type, contactId, at, payload }: JournalEntry): Fact[] {
  if (contactId === null || payload["verdict"] === "machine") return [];
  if (type === "email_sent") return [{ id: contactId, kind: "sent", at }];
  if (type === "email_opened") return [{ id: contactId, kind: "opened", at }];
  if (type === "email_clicked")
    return [{ id: contactId, kind: payload["impliesOpen"] === true ? "read" : "clicked", at }];
  return [];
}
