import type { Fragment } from "../../db/client.ts";
import { inlinedPart, partIfRows, type Part } from "../../db/parts.ts";
import { node, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";

/** Times and links of the rows `u` of `from`, whose messages are locked; null leaves a column unchanged. */
export type MessageEngagement = {
  /** The stored time was not a person's and is replaced, also by null. */
  readonly isOpenWithdrawn: SqlNode;
  readonly isClickWithdrawn: SqlNode;
  readonly openedAt: SqlNode;
  readonly clickedAt: SqlNode;
  readonly botSeenAt: SqlNode;
  readonly links: SqlNode;
  readonly from: SqlNode;
  /** A condition: the message `m` is that of `u`. */
  readonly isMessage: SqlNode;
};

/** Keeps the first open, click and bot visit. */
export const updateEngagement = (tenantId: string, change: MessageEngagement): SqlNode => node`
  update message m set
    opened_at = case when ${change.isOpenWithdrawn} then ${change.openedAt} else coalesce(m.opened_at, ${change.openedAt}) end,
    clicked_at = case when ${change.isClickWithdrawn} then ${change.clickedAt} else coalesce(m.clicked_at, ${change.clickedAt}) end,
    bot_seen_at = coalesce(m.bot_seen_at, ${change.botSeenAt}), links = coalesce(${change.links}, m.links)
  ${change.from}
  where m.tenant_id = ${tenantId} and ${change.isMessage}`;

/**
 * Stores the first unsubscribe of each message in `unsubscribes (campaign_id, contact_id, at)`, a query of the part `source`.
 * The part `unsubscribed` has these messages. Each message is looked up by its key: for a new company the planner expects no rows and would join all of them.
 */
export const updateUnsubscribed = (
  { sql, tenantId }: TenantDb,
  source: string,
  unsubscribes: Fragment,
): readonly Part[] => [
  inlinedPart(
    "unsubscribe",
    [source],
    sql`
    select * from (${unsubscribes}) found order by campaign_id, contact_id`,
    "materialized",
  ),
  partIfRows(
    "requested",
    ["unsubscribe"],
    sql`
    select g.source_id, g.contact_id, u.at from unsubscribe u cross join lateral (
      select * from message where tenant_id = ${tenantId} and source_id = u.campaign_id
        and contact_id = u.contact_id and unsubscribed_at is null for update
    ) g`,
    "materialized",
  ),
  partIfRows(
    "unsubscribed",
    ["requested"],
    sql`
  update message m set unsubscribed_at = requested.at from requested
  where m.tenant_id = ${tenantId} and m.source_id = requested.source_id and m.contact_id = requested.contact_id
  returning m.source_id as campaign_id, m.variant_id, m.domain, m.unsubscribed_at as at`,
  ),
];
