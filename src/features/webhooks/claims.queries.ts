import type { Fragment } from "../../db/client.ts";
import { claimAcrossCompanies } from "../../db/distribution/claims.ts";
import { claimColumns, isClaimedRow, isUnclaimed, type Claim } from "../../db/claim.sql.ts";
import { toFragment } from "../../db/sql-node.ts";
import { allCompanies, type Companies } from "../../db/distribution/across-nodes.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { readBound } from "../../journal/journal.ts";
import { firedEvents, type FiredEvent } from "./events.ts";

export type ClaimedWebhook = {
  tenantId: string;
  id: string;
  url: string;
  event: FiredEvent;
  active: boolean;
  login: string | null;
  password: Buffer | null;
  errorsInRow: number;
  /** Runs in a row that could not make the body of the next item. */
  failures: number;
  /** A snapshot: entries that it shows are older than the webhook. */
  begun: string;
  tx: string;
  entryId: string;
  done: number;
  countedTx: string;
  countedId: string;
  waiting: number;
  revision: number;
  slow: boolean;
  dueAt: Date;
  fence: number;
};

export type ClaimLimits = {
  readonly now: Date;
  readonly leaseMs: number;
  readonly slow: boolean;
  readonly limit: number;
};

/** Claims due webhooks for which something waits or the journal has grown. Entries of inactive ones are only counted. */
export async function claimWebhooks(
  db: SystemDb,
  { now, leaseMs, slow, limit }: ClaimLimits,
): Promise<ClaimedWebhook[]> {
  const { sql } = db;
  const { bound } = await readBound(db);
  const column = sql`w.tenant_id`;
  const due = (company: Fragment, { table }: Companies) => sql`
    from ${table("webhook")} w
    where w.due_at <= ${now} and w.slow = ${slow} and w.event = any(${[...firedEvents]}::text[])
      and ${toFragment(sql, isUnclaimed("w", now))}
      and (w.active and w.waiting > 0 or exists (
        select from ${table("journal")} j where j.tenant_id = ${company} and (j.tx, j.id) > (w.counted_tx, w.counted_id)
          and j.tx < ${bound}))`;
  return claimAcrossCompanies(db, {
    limit,
    listCompanies: (of) => sql<{ tenantId: string }[]>`select distinct w.tenant_id ${due(column, of)}`,
    column,
    claim: (ofCompany, atMost, company) => sql<ClaimedWebhook[]>`
      with due as (
        select w.tenant_id, w.id ${due(company, allCompanies(sql))} and ${ofCompany} order by w.due_at limit ${atMost} for update skip locked
      )
      update webhook w set ${toFragment(sql, claimColumns("w", now, leaseMs))} from due
      where w.tenant_id = due.tenant_id and w.id = due.id and ${ofCompany}
      returning w.tenant_id, w.id, w.url, w.event, w.active, w.login, w.password, w.errors_in_row, w.failures, w.begun::text, w.tx, w.entry_id, w.done,
        w.counted_tx, w.counted_id, w.waiting, w.revision, w.slow, w.due_at,
        w.fence`,
  });
}

export type ClaimedChange = {
  readonly tx?: string;
  readonly entryId?: string;
  readonly done?: number;
  readonly countedTx?: string;
  readonly countedId?: string;
  readonly waiting?: number;
  readonly oldestWaitingAt?: Date | null;
  readonly errorsInRow?: number;
  readonly failures?: number;
  readonly lastResponseCode?: number | null;
  readonly lastCallAt?: Date;
  readonly active?: boolean;
};

/** Extends the lease. Undefined when it was lost, or the webhook was changed or deleted since the claim. */
export async function updateClaimed(
  db: TenantDb,
  claim: ClaimedWebhook,
  change: ClaimedChange & { readonly leaseUntil: Date },
): Promise<ClaimedWebhook | undefined> {
  const { sql, tenantId } = db;
  const { count } = await sql`
    update webhook set ${sql(change)}
    where ${toFragment(sql, isClaimedRow(tenantId, claim))} and revision = ${claim.revision}`;
  return count === 0 ? undefined : { ...claim, ...change };
}

/** Ends the lease, also of a webhook that was changed meanwhile. */
export async function releaseWebhook(
  { sql, tenantId }: TenantDb,
  claim: Claim,
  next: { readonly dueAt: Date; readonly slow: boolean },
): Promise<void> {
  await sql`
    update webhook set lease_until = null, ${sql(next)} where ${toFragment(sql, isClaimedRow(tenantId, claim))}`;
}
