import { singleRow } from "../../../db/rows.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect, appendSelects, selectEntries } from "../../../journal/append.sql.ts";
import { contactBlacklisted, contactUnsubscribed, statusChanged } from "../../../journal/events.ts";
import { applyContactCounts, applyListCounts } from "../../contacts/counts.sql.ts";
import { emailColumn, journalOrigin, type BatchContext } from "./batch.ts";
import type { ApplyCounts } from "./existing-contacts.ts";

/** The contacts of the batch, held before the statement that changes them counts their memberships. */
async function lockContacts(db: TenantDb): Promise<void> {
  await db.sql`
    select from contact c where c.tenant_id = ${db.tenantId} and c.email in (select email from staged_row)
    order by c.id for update`;
}

/**
 * They said no to everything: the outcome of contacts/unsubscribe for thousands at once. An address that is no contact is
 * suppressed all the same. Said again it changes nothing.
 */
export async function unsubscribeAll(db: TenantDb, batch: BatchContext): Promise<ApplyCounts> {
  await lockContacts(db);
  const { sql, tenantId } = db;
  const { at } = batch;
  const about = { tenantId: node`tenant_id`, at, contactId: node`id`, from: node`from old` };
  const origin = journalOrigin(batch);
  const journaled = appendSelects([
    selectEntries(statusChanged, { ...about, payload: { from: node`status`, to: "unsubscribed", ...origin } }),
    selectEntries(contactUnsubscribed, { ...about, payload: { reason: "import", ...origin } }),
  ]);
  const rows = await sql<{ updated: number; unchanged: number }[]>`
    with staged as (
      delete from staged_row s returning s.email, s.fingerprint
    ), fact as (
      select s.email, s.fingerprint, c.id, c.status, c.blacklisted,
        case when c.id is null then x.reason is not distinct from 'unsubscribed'
          else c.status = 'unsubscribed' and c.suppression_reason is not distinct from 'unsubscribed' end as is_done
      from staged s
      left join contact c on c.tenant_id = ${tenantId} and c.email = s.email
      left join suppression x on x.tenant_id = ${tenantId} and x.fingerprint = s.fingerprint
    ), suppressed as (
      insert into suppression as x (tenant_id, fingerprint, email, reason, source, blacklisted, created_at)
      select ${tenantId}, fingerprint, email, 'unsubscribed', 'import', coalesce(blacklisted, false), ${at}
      from fact where not is_done
      on conflict (tenant_id, fingerprint) do update
        set reason = excluded.reason, source = excluded.source, detail = excluded.detail,
          blacklisted = x.blacklisted or excluded.blacklisted, email = excluded.email,
          created_at = case when x.reason = excluded.reason then x.created_at else excluded.created_at end
    ), old as (
      select c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement
      from contact c join fact f on f.id = c.id and not f.is_done where c.tenant_id = ${tenantId}
    ), new as (
      update contact c set status = 'unsubscribed', status_at = ${at}, updated_at = ${at},
        suppression_reason = 'unsubscribed', suppression_note = null, suppressed_at = ${at}
      from old where c.tenant_id = ${tenantId} and c.id = old.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement
    ), ${applyContactCounts(sql)}, ${applyListCounts(sql)}, withdrawn as (
      update consent k set state = 'withdrawn', withdrawn_at = ${at}
      from old where k.tenant_id = ${tenantId} and k.contact_id = old.id and k.state in ('valid', 'pending')
      returning k.tenant_id, k.contact_id, k.purpose_id, k.basis
    ), proven as (
      insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
      select tenant_id, id, null::bigint, 'unsubscribed', null, 'import', ${at}::timestamptz from old
      union all
      select tenant_id, contact_id, purpose_id, 'withdrawn', basis, 'import', ${at}::timestamptz from withdrawn
    ), journaled as (${toFragment(sql, journaled)})
    select count(*) filter (where not is_done)::int as updated, count(*) filter (where is_done)::int as unchanged
    from fact`;
  return { created: 0, notAddedToLists: 0, ...singleRow(rows) };
}

/** The company's own blacklist, for contacts and strangers. Who is suppressed for another reason stays so. */
export async function blacklistAll(db: TenantDb, batch: BatchContext): Promise<ApplyCounts> {
  await lockContacts(db);
  const { sql, tenantId } = db;
  const { at, record } = batch;
  const journaled = appendSelect(contactBlacklisted, {
    tenantId,
    at,
    contactId: node`id`,
    payload: journalOrigin(batch),
    from: node`from old`,
  });
  const rows = await sql<{ updated: number; unchanged: number }[]>`
    with staged as (
      delete from staged_row s returning s.row, s.email, s.fingerprint
    ), fact as (
      select s.row, s.email, s.fingerprint, x.reason from staged s
      left join suppression x on x.tenant_id = ${tenantId} and x.fingerprint = s.fingerprint
    ), refused as (
      insert into import_problem (tenant_id, import_id, row, column_name, code, fingerprint)
      select ${tenantId}, ${record.id}, row, ${emailColumn(batch)}, reason, fingerprint from fact where reason <> 'manual'
      on conflict do nothing
    ), suppressed as (
      insert into suppression (tenant_id, fingerprint, email, reason, source, blacklisted, created_at)
      select ${tenantId}, fingerprint, email, 'manual', 'import', true, ${at} from fact where reason is null
    ), old as (
      select c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement
      from contact c join fact f on f.email = c.email and f.reason is null where c.tenant_id = ${tenantId}
    ), new as (
      update contact c set suppression_reason = 'manual', suppression_note = null, suppressed_at = ${at},
        blacklisted_at = ${at}, updated_at = ${at}
      from old where c.tenant_id = ${tenantId} and c.id = old.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement
    ), ${applyContactCounts(sql)}, ${applyListCounts(sql)}, journaled as (${toFragment(sql, journaled)})
    select count(*) filter (where reason is null)::int as updated,
      count(*) filter (where reason = 'manual')::int as unchanged
    from fact`;
  return { created: 0, notAddedToLists: 0, ...singleRow(rows) };
}
