import type { SystemDb } from "../db/tenant.ts";
import { deleteOldIdempotencyKeys } from "../http/queries.ts";
import { runMaintenance } from "../jobs/maintenance.ts";
import type { Clock } from "../kernel/clock.ts";

type Maintained = { readonly db: SystemDb; readonly clock: Clock; readonly journalMonths: number };

export async function maintainDatabase({ db, clock, journalMonths }: Maintained): Promise<void> {
  await runMaintenance(db, clock, journalMonths);
  await deleteOldIdempotencyKeys(db);
}
