import { inParts } from "../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../db/parts.ts";
import { singleRow } from "../../db/rows.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { appendSelect } from "../../journal/append.sql.ts";
import { emailsSent } from "../../journal/events.ts";
import type { SourceKind } from "../../message-source.ts";
import { batchSize } from "./batches.queries.ts";
import type { PendingBatches } from "./pending.queries.ts";
import { applyStateCounts, emailsSentPayload } from "./state-counts.sql.ts";

/** Any open, click, complaint or unsubscribe proves delivery. */
const wasReceived: SqlNode = node`
  coalesce(opened_at, clicked_at, bot_seen_at, complained_at, unsubscribed_at) is not null`;

type UnknownMessages = {
  readonly sourceId: string;
  readonly which: "all" | "received";
  /** All of them when not given. */
  readonly contactIds?: readonly string[] | undefined;
};

/** Unknown messages count as sent when they were tried: all of them, or those that were certainly received. */
export async function markUnknownSent(
  db: TenantDb,
  { sourceId, which, contactIds }: UnknownMessages,
  at: Date,
): Promise<number> {
  const { sql, tenantId } = db;
  const journaled = appendSelect(emailsSent, {
    tenantId,
    at: node`sent_at`,
    payload: emailsSentPayload(sourceId, node`variant_id`),
    from: node`from moved group by variant_id, sent_at`,
  });
  const rows = await inParts<{ n: number }>(
    db,
    [
      part(
        "moved",
        [],
        sql`
      update message set state = 'sent', sent_at = coalesce(tried_at, ${at}), delivered_at = coalesce(tried_at, ${at})
      where tenant_id = ${tenantId} and source_id = ${sourceId} and state = 'unknown'
        ${which === "received" ? sql`and ${toFragment(sql, wasReceived)}` : sql``}
        ${contactIds === undefined ? sql`` : sql`and contact_id = any(${[...contactIds]}::bigint[])`}
      returning variant_id, contact_id, state, domain, sent_at`,
      ),
      ...applyStateCounts(tenantId, sourceId, "unknown"),
      partIfRows("journaled", ["moved"], journaled),
    ],
    lastPart(
      ["moved"],
      sql`
    select count(*)::int as n from moved`,
    ),
  );
  return singleRow(rows).n;
}

type RequeuedMessages = PendingBatches & {
  readonly kind: SourceKind;
  readonly state: "unknown" | "softbounced" | "hardbounced";
  /** All of them when not given. */
  readonly contactIds?: readonly string[] | undefined;
};

/** Queues messages of a state again, in batches of their own. Returns how many messages of which variants. */
export async function requeueMessages(
  db: TenantDb,
  { kind, sourceId, variantIds, state, contactIds }: RequeuedMessages,
  at: Date,
) {
  const { sql, tenantId } = db;
  return inParts<{ variantId: string; n: number }>(
    db,
    [
      part(
        "chosen",
        [],
        sql`
      select contact_id, variant_id, (row_number() over (partition by variant_id order by contact_id) - 1) / ${batchSize} as part
      from message
      where tenant_id = ${tenantId} and source_id = ${sourceId} and state = ${state}
        and variant_id = any(${[...variantIds]}::bigint[])
        ${contactIds === undefined ? sql`` : sql`and contact_id = any(${[...contactIds]}::bigint[])`}`,
        "materialized",
      ),
      part(
        "batch",
        ["chosen"],
        sql`
      select variant_id, part, nextval(pg_get_serial_sequence('send_batch', 'id')) as id, count(*)::int as size
      from chosen group by variant_id, part`,
        "materialized",
      ),
      partIfRows(
        "inserted",
        ["batch"],
        sql`
      insert into send_batch (tenant_id, source_kind, source_id, id, variant_id, due_at, size)
      select ${tenantId}, ${kind}, ${sourceId}, id, variant_id, ${at}, size from batch`,
      ),
      part(
        "moved",
        ["chosen", "batch"],
        sql`
      update message m set state = 'queued', reason = null, bounced_at = null, bounce_undone_at = null, suppression_at = null,
        batch_id = b.id
      from chosen c join batch b using (variant_id, part)
      where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.contact_id = c.contact_id
        and m.state = ${state}
      returning m.variant_id, m.state`,
      ),
      ...applyStateCounts(tenantId, sourceId, state),
    ],
    lastPart(
      ["moved"],
      sql`
    select variant_id, count(*)::int as n from moved group by variant_id`,
    ),
  );
}
