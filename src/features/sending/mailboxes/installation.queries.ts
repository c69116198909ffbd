import { claimColumns, isUnclaimed, leaseEnd } from "../../../db/claim.sql.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { countOf, positionAfter, type ProcessedMail, type ReadingPosition, type RunResult } from "./claims.queries.ts";

export type InstallationClaim = ReadingPosition & { key: string; createdAt: Date; failures: number; fence: number };

type Lease = { readonly now: Date; readonly leaseMs: number };

/** Claims the installation's mailbox when it is due; the first claim begins to read it. */
export async function claimInstallationMailbox(
  { sql }: SystemDb,
  key: string,
  { now, leaseMs }: Lease,
): Promise<InstallationClaim | undefined> {
  await sql`
    insert into installation_mailbox (key, created_at, due_at) values (${key}, ${now}, ${now}) on conflict do nothing`;
  const [claimed] = await sql<InstallationClaim[]>`
    update installation_mailbox b set ${toFragment(sql, claimColumns("b", now, leaseMs))}
    where b.key = ${key} and b.due_at <= ${now} and ${toFragment(sql, isUnclaimed("b", now))}
    returning b.key, b.uid_validity, b.last_uid, b.deferred_uids::text[], b.created_at, b.failures, b.fence`;
  return claimed;
}

type Claimed = Pick<InstallationClaim, "key" | "fence">;

/** As `recordMail` of a company's mailbox. */
export async function recordInstallationMail(
  { sql }: SystemDb,
  { key, fence }: Claimed,
  { uid, outcome }: ProcessedMail,
  { now, leaseMs }: Lease,
): Promise<boolean> {
  const { count } = await sql`
    update installation_mailbox set ${countOf(sql, outcome)}, ${positionAfter(sql, uid, outcome)},
      lease_until = ${toFragment(sql, leaseEnd(now, leaseMs))}
    where key = ${key} and fence = ${fence} and (last_uid < ${uid} or ${uid} = any(deferred_uids))`;
  return count === 1;
}

export async function restartInstallationReading(
  { sql }: SystemDb,
  { key, fence }: Claimed,
  uidValidity: string,
): Promise<boolean> {
  const { count } = await sql`
    update installation_mailbox set uid_validity = ${uidValidity}, last_uid = 0, deferred_uids = '{}'
    where key = ${key} and fence = ${fence}`;
  return count === 1;
}

export async function releaseInstallationMailbox(
  { sql }: SystemDb,
  { key, fence }: Claimed,
  { state, reason, failures, at, dueAt }: RunResult,
): Promise<void> {
  await sql`
    update installation_mailbox set lease_until = null, state = ${state}, state_reason = ${reason}, failures = ${failures},
      last_checked_at = ${at}, due_at = ${dueAt}
    where key = ${key} and fence = ${fence}`;
}
