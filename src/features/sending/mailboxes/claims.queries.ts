import { claimColumns, isClaimedRow, isUnclaimed, leaseEnd, type Claim } from "../../../db/claim.sql.ts";
import type { Fragment } from "../../../db/client.ts";
import type { Companies } from "../../../db/distribution/across-nodes.ts";
import { allCompanies } from "../../../db/distribution/across-nodes.ts";
import { claimAcrossCompanies } from "../../../db/distribution/claims.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { MailboxFailure } from "../../../mail/imap/mailbox-failure.ts";
import type { StoredAccount } from "./account.ts";
import type { MailboxState } from "./shapes.ts";

/** How far a mailbox is read. */
export type ReadingPosition = {
  uidValidity: string | null;
  /** Mails up to this one are processed, except the deferred ones. */
  lastUid: string;
  /** Reports about messages that were not recorded as sent yet. */
  deferredUids: string[];
};

export type ClaimedMailbox = StoredAccount &
  ReadingPosition & { tenantId: string; createdAt: Date; revision: number; failures: number; fence: number };

type ClaimLimits = { readonly now: Date; readonly leaseMs: number; readonly limit: number };

/** Claims due mailboxes of all companies. */
export async function claimMailboxes(db: SystemDb, { now, leaseMs, limit }: ClaimLimits): Promise<ClaimedMailbox[]> {
  const { sql } = db;
  const column = sql`b.tenant_id`;
  const due = ({ table }: Companies): Fragment => sql`
    from ${table("inbound_mailbox")} b
    where b.enabled and b.state <> 'paused' and b.due_at <= ${now} and ${toFragment(sql, isUnclaimed("b", now))}`;
  return claimAcrossCompanies(db, {
    limit,
    listCompanies: (of) => sql<{ tenantId: string }[]>`select distinct b.tenant_id ${due(of)}`,
    column,
    claim: (ofCompany, atMost) => sql<ClaimedMailbox[]>`
      with due as (
        select b.tenant_id, b.id ${due(allCompanies(sql))} and ${ofCompany} order by b.due_at limit ${atMost} for update skip locked
      )
      update inbound_mailbox b set ${toFragment(sql, claimColumns("b", now, leaseMs))} from due
      where b.tenant_id = due.tenant_id and b.id = due.id and ${ofCompany}
      returning b.tenant_id, b.id, b.host, b.port, b.security, b.username, b.secret, b.token_url, b.client_id, b.scope, b.folder,
        b.uid_validity, b.last_uid, b.deferred_uids::text[], b.created_at, b.revision, b.failures, b.fence`,
  });
}

export type ProcessedMail = {
  readonly uid: number;
  readonly outcome: "bounces" | "complaints" | "others" | "deferred" | "gone";
};

type MailClaim = Claim & { readonly revision: number };

/**
 * Notes a mail as processed, in the transaction of its effects. False when it was already, when the claim was lost, or when the
 * mailbox was changed.
 */
export async function recordMail(
  { sql, tenantId }: TenantDb,
  claim: MailClaim,
  { uid, outcome }: ProcessedMail,
  { now, leaseMs }: Omit<ClaimLimits, "limit">,
): Promise<boolean> {
  const { count } = await sql`
    update inbound_mailbox set ${countOf(sql, outcome)}, ${positionAfter(sql, uid, outcome)},
      lease_until = ${toFragment(sql, leaseEnd(now, leaseMs))}
    where ${toFragment(sql, isClaimedRow(tenantId, claim))} and revision = ${claim.revision}
      and (last_uid < ${uid} or ${uid} = any(deferred_uids))`;
  return count === 1;
}

/** A deferred mail is counted when it is processed, one that a person took out of the folder never. */
export const countOf = (sql: TenantDb["sql"], outcome: ProcessedMail["outcome"]): Fragment => sql`
  mails = mails + ${outcome === "deferred" || outcome === "gone" ? 0 : 1}, bounces = bounces + ${outcome === "bounces" ? 1 : 0},
  complaints = complaints + ${outcome === "complaints" ? 1 : 0}, others = others + ${outcome === "others" ? 1 : 0}`;

export const positionAfter = (sql: TenantDb["sql"], uid: number, outcome: ProcessedMail["outcome"]): Fragment => sql`
  last_uid = greatest(last_uid, ${uid}),
  deferred_uids = ${
    outcome === "deferred"
      ? sql`array_append(array_remove(deferred_uids, ${uid}::bigint), ${uid}::bigint)`
      : sql`array_remove(deferred_uids, ${uid}::bigint)`
  }`;

/** The server numbers its mails anew: reading begins again. */
export async function restartReading(
  { sql, tenantId }: TenantDb,
  claim: MailClaim,
  uidValidity: string,
): Promise<boolean> {
  const { count } = await sql`
    update inbound_mailbox set uid_validity = ${uidValidity}, last_uid = 0, deferred_uids = '{}'
    where ${toFragment(sql, isClaimedRow(tenantId, claim))} and revision = ${claim.revision}`;
  return count === 1;
}

export type RunResult = {
  readonly state: MailboxState;
  readonly reason: MailboxFailure | null;
  readonly failures: number;
  readonly at: Date;
  readonly dueAt: Date;
};

/** Ends the claim. Returns whether the mailbox was paused by it; a mailbox that was changed meanwhile is only released. */
export async function releaseMailbox(
  { sql, tenantId }: TenantDb,
  claim: MailClaim,
  { state, reason, failures, at, dueAt }: RunResult,
): Promise<boolean> {
  const { count } = await sql`
    update inbound_mailbox set lease_until = null, state = ${state}, state_reason = ${reason}, failures = ${failures},
      last_checked_at = ${at}, due_at = ${dueAt}
    where ${toFragment(sql, isClaimedRow(tenantId, claim))} and revision = ${claim.revision}`;
  if (count === 1) return state === "paused";
  await sql`update inbound_mailbox set lease_until = null where ${toFragment(sql, isClaimedRow(tenantId, claim))}`;
  return false;
}
