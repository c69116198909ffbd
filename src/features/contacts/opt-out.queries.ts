import { inParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { singleRow } from "../../db/rows.ts";
import { node, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { appendSelects, selectEntries } from "../../journal/append.sql.ts";
import type { PayloadOf } from "../../journal/event.ts";
import { contactUnsubscribed, statusChanged } from "../../journal/events.ts";
import type { JournalOrigin } from "./creation/admit.queries.ts";
import { applyContactCounts, applyListCounts } from "./counts.sql.ts";

export type OptOut = {
  readonly at: Date;
  /** The source of the suppression and of the consent events. */
  readonly source: "admin" | "link" | "one_click" | "import" | "automation";
  readonly note: string | null;
  /** Added to both journal entries. */
  readonly origin: JournalOrigin;
  /** Goes into the entry `unsubscribed`: the reason and the message. */
  readonly payload: Omit<PayloadOf<typeof contactUnsubscribed>, keyof JournalOrigin>;
};

export type OptOutCounts = { updated: number; unchanged: number };

/**
 * Opts addresses out of everything, one or thousands in one statement: status, suppression, consents, their history and
 * the journal are changed together. An address without a contact is suppressed too; one that opted out before is
 * unchanged. `addresses` returns `email` and `fingerprint`, each once. Runs under the locks of the addresses; an
 * earlier statement must have locked the contacts, so that their memberships are counted correctly.
 */
export async function optOutAddresses(db: TenantDb, addresses: SqlNode, optOut: OptOut): Promise<OptOutCounts> {
  const { sql, tenantId } = db;
  const { at, source, note, origin, payload } = optOut;
  const entries = { tenantId: node`tenant_id`, at, contactId: node`id`, from: node`from old` };
  const journaled = appendSelects([
    selectEntries(statusChanged, { ...entries, payload: { from: node`status`, to: "unsubscribed", ...origin } }),
    selectEntries(contactUnsubscribed, { ...entries, payload: { ...payload, ...origin } }),
  ]);
  const rows = await inParts<OptOutCounts>(
    db,
    [
      inlinedPart("address", [], addresses),
      part(
        "fact",
        ["address"],
        sql`
      select a.email, a.fingerprint, c.id, c.status, c.blacklisted,
        case when c.id is null then x.reason is not distinct from 'unsubscribed'
          else c.status = 'unsubscribed' and c.suppression_reason is not distinct from 'unsubscribed' end as is_done
      from address a
      left join contact c on c.tenant_id = ${tenantId} and c.email = a.email
      left join suppression x on x.tenant_id = ${tenantId} and x.fingerprint = a.fingerprint`,
      ),
      partIfRows(
        "suppressed",
        ["fact"],
        sql`
      insert into suppression as x (tenant_id, fingerprint, email, reason, source, detail, blacklisted, created_at)
      select ${tenantId}, fingerprint, email, 'unsubscribed', ${source}, ${note}, coalesce(blacklisted, false), ${at}
      from fact where not is_done
      on conflict (tenant_id, fingerprint) do update
        set reason = excluded.reason, source = excluded.source, detail = excluded.detail,
          blacklisted = x.blacklisted or excluded.blacklisted, email = excluded.email,
          created_at = case when x.reason = excluded.reason then x.created_at else excluded.created_at end`,
      ),
      part(
        "old",
        ["fact"],
        sql`
      select c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source
      from contact c join fact f on f.id = c.id and not f.is_done where c.tenant_id = ${tenantId}`,
      ),
      partIfRows(
        "new",
        ["old"],
        sql`
      update contact c set status = 'unsubscribed', status_at = ${at}, updated_at = ${at},
        suppression_reason = 'unsubscribed', suppression_note = ${note}, suppressed_at = ${at}
      from old where c.tenant_id = ${tenantId} and c.id = old.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source`,
      ),
      applyContactCounts,
      applyListCounts(tenantId),
      partIfRows(
        "withdrawn",
        ["old"],
        sql`
      update consent k set state = 'withdrawn', withdrawn_at = ${at}
      from old where k.tenant_id = ${tenantId} and k.contact_id = old.id and k.state in ('valid', 'pending')
      returning k.tenant_id, k.contact_id, k.purpose_id, k.basis`,
      ),
      partIfRows(
        "proven",
        ["old", "withdrawn"],
        sql`
      insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, note, at)
      select tenant_id, id, null::bigint, 'unsubscribed', null, ${source}::text, ${note}::text, ${at}::timestamptz from old
      union all
      select tenant_id, contact_id, purpose_id, 'withdrawn', basis, ${source}::text, null, ${at}::timestamptz
      from withdrawn`,
      ),
      partIfRows("journaled", ["old"], journaled),
    ],
    lastPart(
      ["fact"],
      sql`
    select count(*) filter (where not is_done)::int as updated, count(*) filter (where is_done)::int as unchanged
    from fact`,
    ),
  );
  return singleRow(rows);
}

type Address = { readonly email: string; readonly fingerprint: Buffer };

export async function optOutAddress(db: TenantDb, { email, fingerprint }: Address, optOut: OptOut): Promise<void> {
  const hash = fingerprint.toString("hex");
  await optOutAddresses(db, node`select ${email}::text as email, decode(${hash}, 'hex') as fingerprint`, optOut);
}

/** Opts out contacts, under the locks that `optOutAddresses` needs. */
export const optOutContacts = (db: TenantDb, contactIds: readonly string[], optOut: OptOut): Promise<OptOutCounts> =>
  optOutAddresses(
    db,
    node`select email, fingerprint from contact where tenant_id = ${db.tenantId} and id = any(${contactIds}::bigint[])`,
    optOut,
  );
