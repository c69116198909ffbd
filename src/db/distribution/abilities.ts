import type { DistributedHandle, SqlHandle, TenantDb } from "../tenant.ts";

type Handle = Pick<DistributedHandle, "isDistributed">;

/** What a cluster cannot do, by what a statement would need. */

/** RETURNING may compute columns, and read other parts of the statement. */
export const canReturnComputed = ({ isDistributed }: Handle): boolean => !isDistributed;

/** Rows may be found by their place in the table (`ctid`) instead of their key. */
export const hasRowPlaces = ({ isDistributed }: Handle): boolean => !isDistributed;

/** One statement may lock rows of several companies, and skip over an index of all of them. */
export const canLockAcrossCompanies = ({ isDistributed }: Handle): boolean => !isDistributed;

/** One statement may read a look-up table and the object of a company that it leads to. */
export const canJoinLookUps = ({ isDistributed }: Handle): boolean => !isDistributed;

/** A transaction may switch the checks of foreign keys off: those of a cluster are made by its nodes. */
export const canDisableForeignKeyChecks = ({ isDistributed }: Handle): boolean => !isDistributed;

/** Rows with a company and rows without one are visible at the same moment. */
export const commitsAtOnce = ({ isDistributed }: Handle): boolean => !isDistributed;

/** The job queue commits with the rows of a company. */
export const commitsWithQueue = ({ isDistributed }: Handle): boolean => !isDistributed;

/** The handle of a company whose rows commit before the job queue. */
export const isOnNode = (db: SqlHandle): db is TenantDb =>
  "tenantId" in db && "isDistributed" in db && db.isDistributed === true;

/**
 * Writes of the company wait for a step of long work at most about this long. Longer on a cluster, where planning and round
 * trips take some 140 ms of a step of any size.
 */
export const targetLockedMs = ({ isDistributed }: Handle): number => (isDistributed ? 400 : 200);
