import type { TenantDb } from "../../db/tenant.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { refreshEngagement, silentAfter } from "./engagement.ts";

export const engagementReader = "contacts.engagement";
export const journalReaders = [engagementReader] as const;

/** `read`: a click of somebody whose mail program tells of no opens. */
type Fact = { id: string; kind: "sent" | "opened" | "clicked" | "read"; at: Date };

/**
 * E-mail events move a contact's last times and counts, and with them its engagement. What machines opened and clicked
 * moves nothing.
 */
export async function followEmailEvents(db: TenantDb, entries: readonly JournalEntry[], now: Date): Promise<void> {
  const facts = entries.flatMap(factIn);
  const grown = await bookReceived(
    db,
    facts.filter(({ kind }) => kind === "sent"),
  );
  const seen = await bookSeen(
    db,
    facts.filter(({ kind }) => kind !== "sent"),
  );
  const ids = [...new Set([...grown, ...seen])];
  if (ids.length > 0) await refreshEngagement(db, now, db.sql`and id = any(${ids}::bigint[])`);
}

function factIn({ type, contactId, at, payload }: JournalEntry): Fact[] {
  if (contactId === null || payload["verdict"] === "machine") return [];
  if (type === "email_sent") return [{ id: contactId, kind: "sent", at }];
  if (type === "email_opened") return [{ id: contactId, kind: "opened", at }];
  if (type === "email_clicked")
    return [{ id: contactId, kind: payload["impliesOpen"] === true ? "read" : "clicked", at }];
  return [];
}

/** Contacts that by now have got so many e-mails that their silence says something. A deleted one got none. */
async function bookReceived({ sql, tenantId }: TenantDb, facts: readonly Fact[]): Promise<string[]> {
  if (facts.length === 0) return [];
  const rows = await sql<{ contactId: string; receivedCount: number }[]>`
    insert into contact_mail as k (tenant_id, contact_id, received_count, last_sent_at)
    select ${tenantId}, e.id, count(*), max(e.at)
    from unnest(${facts.map(({ id }) => id)}::bigint[], ${facts.map(({ at }) => at.toISOString())}::text[]::timestamptz[])
      as e(id, at)
    where exists (select from contact c where c.tenant_id = ${tenantId} and c.id = e.id)
    group by e.id order by e.id
    on conflict (tenant_id, contact_id) do update set received_count = k.received_count + excluded.received_count,
      last_sent_at = greatest(k.last_sent_at, excluded.last_sent_at)
    returning contact_id, received_count`;
  return rows.filter(({ receivedCount }) => receivedCount >= silentAfter).map(({ contactId }) => contactId);
}

/** None of the columns is in an index. */
async function bookSeen({ sql, tenantId }: TenantDb, facts: readonly Fact[]): Promise<string[]> {
  if (facts.length === 0) return [];
  const rows = await sql<{ id: string }[]>`
    with fact as (
      select id, max(at) filter (where kind in ('opened', 'read')) as opened_at,
        max(at) filter (where kind in ('clicked', 'read')) as clicked_at
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as e(id bigint, kind text, at timestamptz)
      group by id order by id
    )
    update contact c set last_open_at = greatest(c.last_open_at, fact.opened_at),
      last_click_at = greatest(c.last_click_at, fact.clicked_at)
    from fact where c.tenant_id = ${tenantId} and c.id = fact.id
    returning c.id`;
  return rows.map(({ id }) => id);
}
