import { shareLocalSettings } from "../../../../db/distribution/node-settings.ts";
import type { TenantDb } from "../../../../db/tenant.ts";

/** A simulation does not hold locks while it waits long for another's: it fails, and can be repeated. */
export async function limitLockWaits(db: TenantDb): Promise<void> {
  await shareLocalSettings(db);
  await db.sql`set local lock_timeout = '3s'`;
}
