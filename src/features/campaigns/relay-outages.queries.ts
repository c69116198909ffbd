import { updateAcrossCompanies } from "../../db/distribution/across-nodes.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";

/** The company is notified of outages at most once in this time. */
const notificationInterval = "1 hour";

/**
 * Marks that a variant waits for the relay. Returns the campaign when the company has to be notified: once per outage, for
 * all variants together.
 */
export async function markRelayOutage(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId }: { sourceId: string; variantId: string },
  at: Date,
): Promise<{ name: string } | undefined> {
  const marked = await sql`
    update campaign set relay_down_since = ${at}
    where tenant_id = ${tenantId} and id = ${variantId} and status = 'sending' and relay_down_since is null`;
  if (marked.count === 0) return undefined;
  const [campaign] = await sql<{ name: string }[]>`
    update campaign set relay_notified_at = ${at}
    where tenant_id = ${tenantId} and id = ${sourceId}
      and (relay_notified_at is null or relay_notified_at <= ${at}::timestamptz - ${notificationInterval}::interval)
    returning name`;
  return campaign;
}

/** The relay answers: no campaign waits for it any more. */
export async function clearRelayOutages(db: SystemDb): Promise<void> {
  const { sql } = db;
  const waiting = sql`relay_down_since is not null`;
  await updateAcrossCompanies(db, {
    listCompanies: (of) =>
      sql<{ tenantId: string }[]>`select distinct tenant_id from ${of.table("campaign")} where ${waiting}`,
    update: (ofCompany) => sql`update campaign set relay_down_since = null where ${waiting} and ${ofCompany}`,
  });
}
