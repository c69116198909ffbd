import type { TenantDb } from "../../../../db/tenant.ts";

/** A simulation does not hold locks while it waits for somebody else's for long: it fails, and can be repeated. */
export async function limitLockWaits({ sql }: TenantDb): Promise<void> {
  await sql`set local lock_timeout = '3s'`;
}
