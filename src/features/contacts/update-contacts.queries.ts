import { inParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { profileColumnList, profileColumnsOf } from "./contact-columns.sql.ts";
import { applyContactCounts, applyListCounts } from "./counts.sql.ts";

const updatedProfile = profileColumnsOf("n");

/** `change` holds columns and their new values; the others stay. */
export type ContactUpdate = { id: string; change: Readonly<Record<string, unknown>> };

/** Updates many contacts, which are locked, in one statement. */
export async function updateContacts(db: TenantDb, updates: readonly ContactUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  const { sql, tenantId } = db;
  // Computed before the update: a cluster computes no records in one.
  await inParts<object>(
    db,
    [
      inlinedPart(
        "write",
        [],
        sql`
      select * from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as w(id bigint, change jsonb)`,
      ),
      part(
        "changed",
        ["write"],
        sql`
      select c.tenant_id, c.id, c.shop_id, c.status as status_before, c.state, c.engagement, c.source, n.status, n.status_at,
        n.consent_basis, n.consent_at, n.consent_weak, n.lacks_consent, n.sources, n.updated_at, n.custom_fields, n.search,
        n.grams, n.name_key, ${toFragment(sql, updatedProfile)}
      from contact c join write w on w.id = c.id cross join lateral jsonb_populate_record(c, w.change) n
      where c.tenant_id = ${tenantId}`,
        "materialized",
      ),
      inlinedPart(
        "old",
        ["changed"],
        sql`
      select tenant_id, id, shop_id, status_before as status, state, engagement, source from changed`,
      ),
      partIfRows(
        "new",
        ["changed"],
        sql`
      update contact c set (status, status_at, consent_basis, consent_at, consent_weak, lacks_consent, sources, updated_at, custom_fields, search,
        grams, name_key, ${toFragment(sql, profileColumnList)}) = (n.status, n.status_at, n.consent_basis, n.consent_at,
        n.consent_weak, n.lacks_consent, n.sources, n.updated_at, n.custom_fields, n.search, n.grams, n.name_key,
        ${toFragment(sql, updatedProfile)})
      from changed n where c.tenant_id = ${tenantId} and c.id = n.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source`,
      ),
      applyContactCounts,
      applyListCounts(tenantId),
    ],
    lastPart(
      ["new"],
      sql`
    select from new`,
    ),
  );
}
