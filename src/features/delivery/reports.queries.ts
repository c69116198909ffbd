import { node, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";

/** The key of one message; `campaignId` is the id of its source, as in the journal. */
export type MessageKey = { readonly campaignId: string; readonly contactId: string };

export type MessageState =
  | "queued"
  | "sent"
  | "delivered"
  | "softbounced"
  | "hardbounced"
  | "skipped"
  | "failed"
  | "unknown";

export type MessageRecord = {
  variantId: string;
  state: MessageState;
  domain: string;
  sentAt: Date | null;
  complainedAt: Date | null;
};

/** Locks the message until the transaction ends. A caller that also locks the contact locks the contact first. */
export async function lockMessage(db: TenantDb, key: MessageKey): Promise<MessageRecord | undefined> {
  const [row] = await db.sql<MessageRecord[]>`
    select variant_id, state, domain, sent_at, complained_at from message
    where tenant_id = ${db.tenantId} and source_id = ${key.campaignId} and contact_id = ${key.contactId} for update`;
  return row;
}

export type MessageTransition = {
  from: MessageState;
  to: "softbounced" | "hardbounced" | "delivered";
  reason: string | null;
  at: Date;
};

/** Moves the message to another state, and the state counts with it. */
export async function updateMessageState(db: TenantDb, key: MessageKey, transition: MessageTransition): Promise<void> {
  const isDelivered = transition.to === "delivered";
  await db.sql`
    with moved as (
      update message set state = ${transition.to}, reason = ${transition.reason},
        delivered_at = ${isDelivered ? transition.at : null}, bounced_at = ${isDelivered ? null : transition.at},
        bounce_undone_at = null, suppression_at = null
      where tenant_id = ${db.tenantId} and source_id = ${key.campaignId} and contact_id = ${key.contactId}
        and state = ${transition.from}
      returning variant_id
    )
    insert into message_state_count as c (tenant_id, source_id, variant_id, state, n)
    select ${db.tenantId}, ${key.campaignId}, moved.variant_id, change.state, change.n
    from moved cross join (values (${transition.from}, -1), (${transition.to}, 1)) as change(state, n)
    order by change.state
    on conflict (tenant_id, source_id, variant_id, state) do update set n = c.n + excluded.n`;
}

/**
 * The bounce of the message suppressed its contact, or confirms a suppression by another message's bounce. One that confirms
 * a suppression of another origin, such as an import, has no part in it.
 */
export async function linkToSuppression(db: TenantDb, key: MessageKey, part: "caused" | "confirmed"): Promise<void> {
  const { sql, tenantId } = db;
  await sql`
    update message m set suppression_at = c.suppressed_at
    from contact c
    where m.tenant_id = ${tenantId} and m.source_id = ${key.campaignId} and m.contact_id = ${key.contactId}
      and c.tenant_id = ${tenantId} and c.id = ${key.contactId} and c.status = 'bounced'
      and (${part === "caused"} or exists (
        select from message o where o.tenant_id = ${tenantId} and o.contact_id = ${key.contactId}
          and o.suppression_at = c.suppressed_at))`;
}

/**
 * A condition on message `m` and its contact `c`: the suppression of the contact goes back to the message, also when its
 * bounce was marked as undone, or the message was queued again, without restoring the contact.
 */
export const isCauseOfSuppression: SqlNode = node`c.status = 'bounced' and m.suppression_at = c.suppressed_at`;

/** Marks the bounces of a source as undone and returns their messages as they were. */
export const markBouncesUndone = (
  tenantId: string,
  sourceId: string,
  { contactIds, at }: { readonly contactIds: readonly string[]; readonly at: Date },
): SqlNode => node`
  update message m set bounce_undone_at = coalesce(m.bounce_undone_at, ${at})
  from message old
  where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.contact_id = any(${contactIds}::bigint[])
    and (m.state in ('softbounced', 'hardbounced') or m.suppression_at is not null)
    and old.tenant_id = ${tenantId} and old.source_id = ${sourceId} and old.contact_id = m.contact_id
  returning m.contact_id, m.state, m.suppression_at, coalesce(m.sent_at, m.bounced_at) as tried_at,
    m.state = 'softbounced' and m.reason is distinct from 'policy' and old.bounce_undone_at is null as is_counted`;

export async function updateComplained(db: TenantDb, key: MessageKey, at: Date): Promise<void> {
  await db.sql`
    update message set complained_at = ${at}
    where tenant_id = ${db.tenantId} and source_id = ${key.campaignId} and contact_id = ${key.contactId}`;
}
