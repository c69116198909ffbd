import { node, rawIdentifier, type SqlNode } from "./sql-node.ts";

/**
 * A claim of a row of work. The tables have the columns `lease_until`, the end of the lease, and `fence`, a number that grows
 * with every claim: what a worker writes under a lease that it lost has the fence of an earlier claim, and changes nothing.
 * A claim that is not released is free again when its lease ends.
 */
export type Claim = { readonly id: string; readonly fence: number };

/** No worker holds the row `of`. */
export const isUnclaimed = (of: string, now: Date): SqlNode =>
  node`coalesce(${rawIdentifier(of)}.lease_until, '-infinity') <= ${now}::timestamptz`;

/** The end of a lease that begins or is extended now. */
export const leaseEnd = (now: SqlNode | Date, leaseMs: number): SqlNode =>
  node`${now}::timestamptz + make_interval(secs => ${leaseMs / 1000})`;

/** What an update sets to claim the row `of`. */
export const claimColumns = (of: string, now: Date, leaseMs: number): SqlNode =>
  node`lease_until = ${leaseEnd(now, leaseMs)}, fence = ${rawIdentifier(of)}.fence + 1`;

/** The row that the worker claimed, as long as no other has. */
export const isClaimedRow = (tenantId: string, { id, fence }: Claim): SqlNode =>
  node`tenant_id = ${tenantId} and id = ${id} and fence = ${fence}`;
