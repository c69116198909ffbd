import type { TenantDb } from "../../../db/tenant.ts";
import { addMs } from "../../../kernel/local-time.ts";

/** A process that did not extend its lease for so long holds no connections any more. */
export const connectionLeaseMs = 30_000;

type Lease = { readonly holder: string; readonly limit: number; readonly wanted: number; readonly now: Date };

/**
 * Leases as many of the connections at once as others have left, at most `wanted`; a repetition extends the lease. Returns how
 * many; none are leased while others hold all.
 */
export async function leaseConnections(
  db: TenantDb,
  connectionId: string,
  { holder, limit, wanted, now }: Lease,
): Promise<number> {
  const { tenantId } = db;
  return db.transaction(async ({ sql }) => {
    // Processes that lease from the same connection wait for each other.
    await sql`select from sending_connection where tenant_id = ${tenantId} and id = ${connectionId} for update`;
    await sql`
      delete from sending_connection_lease
      where tenant_id = ${tenantId} and connection_id = ${connectionId} and lease_until <= ${now} and holder <> ${holder}`;
    const [others] = await sql<{ slots: number }[]>`
      select coalesce(sum(slots), 0)::int as slots from sending_connection_lease
      where tenant_id = ${tenantId} and connection_id = ${connectionId} and holder <> ${holder}`;
    const slots = Math.min(wanted, limit - (others?.slots ?? 0));
    if (slots <= 0) {
      await endLease({ sql, tenantId }, connectionId, holder);
      return 0;
    }
    await sql`
      insert into sending_connection_lease (tenant_id, connection_id, holder, slots, lease_until)
      values (${tenantId}, ${connectionId}, ${holder}, ${slots}, ${addMs(now, connectionLeaseMs)})
      on conflict (tenant_id, connection_id, holder) do update set slots = excluded.slots, lease_until = excluded.lease_until`;
    return slots;
  });
}

export async function endLease(
  { sql, tenantId }: Pick<TenantDb, "sql" | "tenantId">,
  connectionId: string,
  holder: string,
): Promise<void> {
  await sql`
    delete from sending_connection_lease
    where tenant_id = ${tenantId} and connection_id = ${connectionId} and holder = ${holder}`;
}
