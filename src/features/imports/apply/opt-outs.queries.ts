import { inParts } from "../../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../../db/parts.ts";
import { singleRow } from "../../../db/rows.ts";
import { node, toFragment, type SqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { contactBlacklisted } from "../../../journal/events.ts";
import { applyContactCounts, applyListCounts } from "../../contacts/counts.sql.ts";
import { optOutAddresses } from "../../contacts/opt-out.queries.ts";
import { suppressAddresses } from "../../contacts/suppressions/suppress-addresses.queries.ts";
import { blacklistContacts, insertBlacklistings } from "../../contacts/suppressions/blacklist.sql.ts";
import { isStaged, stagedRow } from "../rows/staging.queries.ts";
import { replaceIfImported } from "../queries.ts";
import { emailColumn, journalOrigin, type BatchContext } from "./batch.ts";
import type { ApplyCounts } from "./existing-contacts.ts";

/** Locks the contacts of the batch before the statement that changes them and counts their memberships. */
async function lockContacts(db: TenantDb): Promise<void> {
  await db.sql`
    select from contact c where c.tenant_id = ${db.tenantId} and c.email in (
      select s.email from ${toFragment(db.sql, stagedRow(db))} s where ${toFragment(db.sql, isStaged(db))})
    order by c.id for update`;
}

const takeAddresses = (db: TenantDb): SqlNode =>
  node`delete from ${stagedRow(db)} s where ${isStaged(db)} returning s.email, s.fingerprint`;

/** Opts the addresses of the batch out of everything. */
export async function unsubscribeAll(db: TenantDb, batch: BatchContext): Promise<ApplyCounts> {
  await lockContacts(db);
  const counts = await optOutAddresses(db, takeAddresses(db), {
    at: batch.at,
    source: "import",
    note: null,
    origin: journalOrigin(batch),
    payload: { reason: "import" },
  });
  return { created: 0, notAddedToLists: 0, ...counts };
}

/** Addresses that bounced or complained on another platform. */
export async function suppressAll(
  db: TenantDb,
  batch: BatchContext,
  event: "bounce" | "complain",
): Promise<ApplyCounts> {
  await lockContacts(db);
  const counts = await suppressAddresses(db, takeAddresses(db), {
    event,
    at: batch.at,
    source: "import",
    origin: journalOrigin(batch),
  });
  return { created: 0, notAddedToLists: 0, ...counts };
}

/** Blacklists the addresses, with or without a contact. A row about an address suppressed for another reason is rejected. */
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
  const unsuppressed = node`select ${tenantId}::bigint as tenant_id, fingerprint, email from fact where reason is null`;
  const rows = await inParts<{ updated: number; unchanged: number }>(
    db,
    [
      part(
        "staged",
        [],
        sql`
      delete from ${toFragment(sql, stagedRow(db))} s where ${toFragment(sql, isStaged(db))} returning s.row, s.email, s.fingerprint`,
      ),
      part(
        "fact",
        ["staged"],
        sql`
      select s.row, s.email, s.fingerprint, x.reason from staged s
      left join suppression x on x.tenant_id = ${tenantId} and x.fingerprint = s.fingerprint`,
      ),
      partIfRows(
        "rejected",
        ["fact"],
        sql`
      insert into import_problem (tenant_id, import_id, row, column_name, code, fingerprint)
      select ${tenantId}, ${record.id}, row, ${emailColumn(batch)}, reason, fingerprint from fact where reason <> 'manual'
      ${replaceIfImported(db)}`,
      ),
      partIfRows("suppressed", ["fact"], insertBlacklistings(unsuppressed, { source: "import", at })),
      part(
        "old",
        ["fact"],
        sql`
      select c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source
      from contact c join fact f on f.email = c.email and f.reason is null where c.tenant_id = ${tenantId}`,
      ),
      partIfRows("new", ["old"], blacklistContacts(tenantId, at)),
      applyContactCounts,
      applyListCounts(tenantId),
      partIfRows("journaled", ["old"], journaled),
    ],
    lastPart(
      ["fact"],
      sql`
    select count(*) filter (where reason is null)::int as updated,
      count(*) filter (where reason = 'manual')::int as unchanged
    from fact`,
    ),
  );
  return { created: 0, notAddedToLists: 0, ...singleRow(rows) };
}
