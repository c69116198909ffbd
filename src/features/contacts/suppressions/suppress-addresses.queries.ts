import { inParts } from "../../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../../db/parts.ts";
import { singleRow } from "../../../db/rows.ts";
import { joinNodes, node, toFragment, type SqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { statusChanged } from "../../../journal/events.ts";
import { applyContactCounts, applyListCounts } from "../counts.sql.ts";
import type { JournalOrigin } from "../creation/admit.queries.ts";
import type { OptOutCounts } from "../opt-out.queries.ts";
import { contactStatuses, nextContactStatus, suppressionReasons, type SuppressionReason } from "../states.ts";
import { reasonPriority } from "./suppress-address.ts";

export type BulkSuppression = {
  readonly event: "bounce" | "complain";
  readonly at: Date;
  readonly source: "import";
  readonly origin: JournalOrigin;
};

const nextStatus = (status: SqlNode, event: BulkSuppression["event"]): SqlNode =>
  node`case ${joinNodes(
    contactStatuses.map((from) => node`when ${status} = ${from} then ${nextContactStatus(from, event)}`),
    node` `,
  )} end`;

const weakerThan = (reason: SuppressionReason): SuppressionReason[] =>
  suppressionReasons.filter((other) => reasonPriority[other] < reasonPriority[reason]);

/**
 * The rules of `suppressAddress` for thousands of addresses in one statement; an address without a contact is suppressed
 * too. `addresses` returns `email` and `fingerprint`, each once. Needs the locks of `optOutAddresses`.
 */
export async function suppressAddresses(
  db: TenantDb,
  addresses: SqlNode,
  { event, at, source, origin }: BulkSuppression,
): Promise<OptOutCounts> {
  const { sql, tenantId } = db;
  const reason = event === "bounce" ? "bounced" : "complained";
  const journaled = appendSelect(statusChanged, {
    tenantId: node`tenant_id`,
    at,
    contactId: node`id`,
    payload: { from: node`status`, to: node`next_status`, ...origin },
    from: node`from old where status <> next_status`,
  });
  const rows = await inParts<OptOutCounts>(
    db,
    [
      inlinedPart("address", [], addresses),
      part(
        "fact",
        ["address"],
        sql`
      select a.email, a.fingerprint, c.id, c.status, c.blacklisted, ${toFragment(sql, nextStatus(node`c.status`, event))} as next_status,
        x.reason is null or x.reason = any(${weakerThan(reason)}::text[]) as is_stronger
      from address a
      left join contact c on c.tenant_id = ${tenantId} and c.email = a.email
      left join suppression x on x.tenant_id = ${tenantId} and x.fingerprint = a.fingerprint`,
      ),
      inlinedPart(
        "changed",
        ["fact"],
        sql`
      select * from fact where is_stronger or status <> next_status`,
      ),
      partIfRows(
        "suppressed",
        ["changed"],
        sql`
      insert into suppression as x (tenant_id, fingerprint, email, reason, source, blacklisted, created_at)
      select ${tenantId}, fingerprint, email, ${reason}, ${source}, coalesce(blacklisted, false), ${at}
      from changed where is_stronger
      on conflict (tenant_id, fingerprint) do update
        set reason = excluded.reason, source = excluded.source, detail = null,
          blacklisted = x.blacklisted or excluded.blacklisted, email = excluded.email, created_at = excluded.created_at`,
      ),
      part(
        "old",
        ["changed"],
        sql`
      select c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source, f.next_status, f.is_stronger
      from contact c join changed f on f.id = c.id where c.tenant_id = ${tenantId}`,
      ),
      partIfRows(
        "new",
        ["old"],
        sql`
      update contact c set status = old.next_status, updated_at = ${at},
        status_at = case when c.status = old.next_status then c.status_at else ${at} end,
        suppression_reason = case when old.is_stronger then ${reason} else c.suppression_reason end,
        suppression_note = case when old.is_stronger then null else c.suppression_note end,
        suppressed_at = case when old.is_stronger then ${at} else c.suppressed_at end
      from old where c.tenant_id = ${tenantId} and c.id = old.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source`,
      ),
      applyContactCounts,
      applyListCounts(tenantId),
      partIfRows("journaled", ["old"], journaled),
    ],
    lastPart(
      ["fact", "changed"],
      sql`
    select (select count(*) from changed)::int as updated,
      (select count(*) from fact)::int - (select count(*) from changed)::int as unchanged`,
    ),
  );
  return singleRow(rows);
}
