import { inParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { appendSelects, selectEntries } from "../../journal/append.sql.ts";
import { bounceUndone, statusChanged } from "../../journal/events.ts";
import { isEventOf, payloadField } from "../../journal/fields.sql.ts";
import { applyContactCounts, applyListCounts } from "./counts.sql.ts";

/**
 * Gives bounced contacts the status that they had before, without soft bounces, and removes the suppression; a blacklisting
 * stays. Unsubscribed and complained contacts are unchanged. Runs under the locks of the addresses; an earlier statement has
 * locked the contacts. Returns the contacts that were bounced. `campaignId`: whose bounces are undone.
 */
export async function restoreBounced(
  db: TenantDb,
  contactIds: readonly string[],
  { at, campaignId }: { at: Date; campaignId?: string },
): Promise<string[]> {
  const { sql, tenantId } = db;
  const entries = { tenantId: node`tenant_id`, at, contactId: node`id`, from: node`from restored` };
  const journaled = appendSelects([
    selectEntries(bounceUndone, { ...entries, payload: { campaignId } }),
    selectEntries(statusChanged, { ...entries, payload: { from: "bounced", to: node`earlier` } }),
  ]);
  const rows = await inParts<{ id: string }>(
    db,
    [
      part(
        "restored",
        [],
        sql`
      select c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source, c.fingerprint, coalesce(
        (select before from (
          select ${toFragment(sql, payloadField(statusChanged, "from"))} as before from journal j
          where j.tenant_id = ${tenantId} and j.contact_id = c.id and ${toFragment(sql, isEventOf([statusChanged]))}
            and ${toFragment(sql, payloadField(statusChanged, "to"))} = 'bounced'
          order by j.tx desc, j.id desc limit 1) last where before in ('subscribed', 'pending', 'customer')),
        -- The journal is kept for some months.
        case when exists (
          select from consent k join purpose p on p.tenant_id = ${tenantId} and p.id = k.purpose_id and p.is_default
          where k.tenant_id = ${tenantId} and k.contact_id = c.id and k.state = 'valid') then 'subscribed'
        when exists (
          select from shop_order o where o.tenant_id = ${tenantId} and o.contact_id = c.id) then 'customer'
        else 'pending' end) as earlier
      from contact c
      where c.tenant_id = ${tenantId} and c.id = any(${[...contactIds]}::bigint[])
        and c.status = 'bounced' and c.suppression_reason = 'bounced'`,
      ),
      inlinedPart(
        "old",
        ["restored"],
        sql`
      select tenant_id, id, shop_id, status, state, engagement, source from restored`,
      ),
      partIfRows(
        "new",
        ["restored"],
        sql`
      update contact c set status = r.earlier, status_at = ${at}, updated_at = ${at}, soft_bounces = 0,
        suppression_reason = case when c.blacklisted_at is not null then 'manual' end, suppression_note = null,
        suppressed_at = c.blacklisted_at
      from restored r where c.tenant_id = ${tenantId} and c.id = r.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source`,
      ),
      applyContactCounts,
      applyListCounts(tenantId),
      partIfRows(
        "unsuppressed",
        ["restored"],
        sql`
      delete from suppression s using restored r
      where s.tenant_id = ${tenantId} and s.fingerprint = r.fingerprint and s.reason = 'bounced' and not s.blacklisted`,
      ),
      partIfRows(
        "blacklisted",
        ["restored"],
        sql`
      update suppression s set reason = 'manual', source = 'admin', detail = null
      from restored r
      where s.tenant_id = ${tenantId} and s.fingerprint = r.fingerprint and s.reason = 'bounced' and s.blacklisted`,
      ),
      partIfRows("journaled", ["restored"], journaled),
    ],
    lastPart(
      ["restored"],
      sql`
    select id from restored order by id`,
    ),
  );
  return rows.map(({ id }) => id);
}
