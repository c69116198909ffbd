import type { DistributedHandle } from "../tenant.ts";

/** From now on SET LOCAL of the transaction holds on the nodes of a cluster, too: the locks of rows are there. */
export async function shareLocalSettings({ sql, isDistributed }: DistributedHandle): Promise<void> {
  if (isDistributed) await sql`set local citus.propagate_set_commands to 'local'`;
}
