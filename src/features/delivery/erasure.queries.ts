import { inParts } from "../../db/in-parts.ts";
import { lastPart, part } from "../../db/parts.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { applyStateCounts } from "./state-counts.sql.ts";

/** Unsent messages of an erased contact become `skipped` with the reason `erased` and without its domain. */
export async function skipMessagesOfErased(db: TenantDb, contactId: string): Promise<void> {
  const { sql, tenantId } = db;
  const waiting = await sql<{ sourceId: string }[]>`
    select source_id from message
    where tenant_id = ${tenantId} and contact_id = ${contactId} and state = 'queued' order by source_id for update`;
  for (const { sourceId } of waiting) {
    await inParts<object>(
      db,
      [
        part(
          "moved",
          [],
          sql`
        update message set state = 'skipped', reason = 'erased', domain = ''
        where tenant_id = ${tenantId} and source_id = ${sourceId} and contact_id = ${contactId} and state = 'queued'
        returning variant_id, state`,
        ),
        ...applyStateCounts(tenantId, sourceId, "queued"),
      ],
      lastPart(
        ["moved"],
        sql`
      select from moved`,
      ),
    );
  }
  await sql`
    update message set reason = 'erased', domain = ''
    where tenant_id = ${tenantId} and contact_id = ${contactId} and state = 'skipped'`;
}
