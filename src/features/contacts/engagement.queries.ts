import { inParts } from "../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../db/parts.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { applyContactCounts } from "./counts.sql.ts";

/** A contact becomes inactive after this many e-mails without an open or click. */
export const inactiveAfterEmails = 5;

/**
 * How lively a contact is (decisions, Contacts), from what was received, opened and clicked; over `contact` as `c`. The days
 * are parameters: a cluster computes no times in an update.
 */
const engagementGrade = (tenantId: string, now: Date): SqlNode => {
  const since = (count: number) =>
    node`greatest(last_open_at, last_click_at) > ${addMs(now, -days(count))}::timestamptz`;
  return node`
  case
    when ${since(30)} then 'A'
    when ${since(90)} then 'B'
    when ${since(180)} then 'C'
    when ${since(365)} then 'D'
    when greatest(last_open_at, last_click_at) is not null then 'E'
    when exists (select from contact_send_summary k where k.tenant_id = ${tenantId} and k.contact_id = c.id
      and k.received_count >= ${inactiveAfterEmails}) then 'E'
    else 'N'
  end`;
};

/** Updates changed grades of all or of the given contacts. Returns the number of changes. */
export async function refreshEngagement(db: TenantDb, now: Date, contactIds?: readonly string[]): Promise<number> {
  const condition = contactIds === undefined ? db.sql`` : db.sql`and id = any(${[...contactIds]}::bigint[])`;
  const grade = toFragment(db.sql, engagementGrade(db.tenantId, now));
  const rows = await inParts<object>(
    db,
    [
      part(
        "old",
        [],
        db.sql`
      select tenant_id, id, shop_id, status, state, engagement, source from contact c
      where tenant_id = ${db.tenantId} and engagement <> ${grade} ${condition}
      order by id for update`,
      ),
      partIfRows(
        "new",
        ["old"],
        db.sql`
      update contact c set engagement = ${grade}, engagement_at = ${now}
      from old where c.tenant_id = ${db.tenantId} and c.id = old.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source`,
      ),
      applyContactCounts,
    ],
    lastPart(
      ["new"],
      db.sql`
    select id from new`,
    ),
  );
  return rows.length;
}
