import type { Fragment } from "../../db/client.ts";
import { claimAcrossCompanies } from "../../db/distribution/claims.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { readBound } from "../../journal/journal.ts";
import { firedEvents, type FiredEvent } from "./events.ts";

/** `claimedUntil` is the end of the lease; it also identifies the claim. */
export type ClaimedWebhook = {
  tenantId: string;
  id: string;
  url: string;
  event: FiredEvent;
  active: boolean;
  login: string | null;
  password: Buffer | null;
  errorsInRow: number;
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
  claimedUntil: Date;
};

export type ClaimLimits = {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly slow: boolean;
  readonly limit: number;
};

/** Claims due webhooks for which something waits or the journal has grown. Entries of inactive ones are only counted. */
export async function claimWebhooks(
  db: SystemDb,
  { now, leaseUntil, slow, limit }: ClaimLimits,
): Promise<ClaimedWebhook[]> {
  const { sql } = db;
  const { bound } = await readBound(db);
  const column = sql`w.tenant_id`;
  const due = (company: Fragment) => sql`
    from webhook w
    where w.due_at <= ${now} and w.slow = ${slow} and w.event = any(${[...firedEvents]}::text[])
      and coalesce(w.claimed_until, '-infinity') <= ${now}
      and (w.active and w.waiting > 0 or exists (
        select from journal j where j.tenant_id = ${company} and (j.tx, j.id) > (w.counted_tx, w.counted_id)
          and j.tx < ${bound}))`;
  return claimAcrossCompanies(db, {
    limit,
    listCompanies: () => sql<{ tenantId: string }[]>`select distinct w.tenant_id ${due(column)}`,
    column,
    claim: (ofCompany, atMost, company) => sql<ClaimedWebhook[]>`
      with due as (
        select w.tenant_id, w.id ${due(company)} and ${ofCompany} order by w.due_at limit ${atMost} for update skip locked
      )
      update webhook w set claimed_until = ${leaseUntil} from due
      where w.tenant_id = due.tenant_id and w.id = due.id and ${ofCompany}
      returning w.tenant_id, w.id, w.url, w.event, w.active, w.login, w.password, w.errors_in_row, w.begun::text, w.tx, w.entry_id, w.done,
        w.counted_tx, w.counted_id, w.waiting, w.revision, w.slow, w.due_at,
        w.claimed_until`,
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
  readonly lastResponseCode?: number | null;
  readonly lastCallAt?: Date;
  readonly active?: boolean;
  /** The new end of the lease. */
  readonly claimedUntil: Date;
};

/** Undefined when the lease was lost, or the webhook was changed or deleted since the claim. */
export async function updateClaimed(
  db: TenantDb,
  claim: ClaimedWebhook,
  change: ClaimedChange,
): Promise<ClaimedWebhook | undefined> {
  const { count } = await db.sql`
    update webhook set ${db.sql(change)}
    where tenant_id = ${db.tenantId} and id = ${claim.id} and claimed_until = ${claim.claimedUntil}
      and revision = ${claim.revision}`;
  return count === 0 ? undefined : { ...claim, ...change };
}

/** Ends the lease, also of a webhook that was changed meanwhile. */
export async function releaseWebhook(
  db: TenantDb,
  { id, claimedUntil }: Pick<ClaimedWebhook, "id" | "claimedUntil">,
  next: { readonly dueAt: Date; readonly slow: boolean },
): Promise<void> {
  await db.sql`
    update webhook set claimed_until = null, ${db.sql(next)}
    where tenant_id = ${db.tenantId} and id = ${id} and claimed_until = ${claimedUntil}`;
}
