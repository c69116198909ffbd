import type { Fragment } from "../../../db/client.ts";
import { claimAcrossCompanies } from "../../../db/distribution/claims.ts";
import { claimColumns, isClaimedRow, isUnclaimed } from "../../../db/claim.sql.ts";
import { toFragment } from "../../../db/sql-node.ts";
import { allCompanies, type Companies } from "../../../db/distribution/across-nodes.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { readBound } from "../../../journal/journal.ts";
import type { FiredEvent } from "../../webhooks/events.ts";
import { allPlaces } from "../queries.ts";
import type { StoredSecrets } from "../secrets.ts";

export type ClaimedEndpoint = StoredSecrets & {
  tenantId: string;
  id: string;
  url: string;
  events: FiredEvent[];
  batchSize: number;
  begun: string;
  tx: string;
  entryId: string;
  done: number;
  /** Runs in a row that could not make the next item. */
  failures: number;
  revision: number;
  /** Nothing has succeeded since its last failure. */
  isFailing: boolean;
  fence: number;
};

type ClaimLimits = {
  readonly now: Date;
  readonly leaseMs: number;
  readonly isFailing: boolean;
  readonly limit: number;
};

/** Claims active endpoints for which the journal has grown or a delivery is due. */
export async function claimEndpoints(
  db: SystemDb,
  { now, leaseMs, isFailing, limit }: ClaimLimits,
): Promise<ClaimedEndpoint[]> {
  const { sql } = db;
  const { bound } = await readBound(db);
  const column = sql`e.tenant_id`;
  const due = (company: Fragment, { table }: Companies) => sql`
    from ${table("webhook_endpoint")} e
    where e.active and (e.failing_since is not null) = ${isFailing} and ${toFragment(sql, isUnclaimed("e", now))}
      and (e.retry_at <= ${now} or e.due_at <= ${now} and (e.done < ${allPlaces} or exists (
        select from ${table("journal")} j where j.tenant_id = ${company} and (j.tx, j.id) > (e.tx, e.entry_id) and j.tx < ${bound})))`;
  return claimAcrossCompanies(db, {
    limit,
    listCompanies: (of) => sql<{ tenantId: string }[]>`select distinct e.tenant_id ${due(column, of)}`,
    column,
    claim: (ofCompany, atMost, company) => sql<ClaimedEndpoint[]>`
      with due as (
        select e.tenant_id, e.id ${due(company, allCompanies(sql))} and ${ofCompany} order by e.due_at limit ${atMost} for update skip locked
      )
      update webhook_endpoint e set ${toFragment(sql, claimColumns("e", now, leaseMs))} from due
      where e.tenant_id = due.tenant_id and e.id = due.id and ${ofCompany}
      returning e.tenant_id, e.id, e.url, e.events, e.batch_size, e.begun::text, e.tx, e.entry_id, e.done, e.failures, e.revision, e.failing_since is not null as is_failing,
        e.secret, e.previous_secret, e.previous_until, e.fence`,
  });
}

export type Cursor = Pick<ClaimedEndpoint, "tx" | "entryId" | "done" | "failures">;

/** Undefined when the lease was lost, or the endpoint was changed or deleted since the claim. */
export async function moveCursor(
  { sql, tenantId }: TenantDb,
  claim: ClaimedEndpoint,
  cursor: Cursor,
): Promise<boolean> {
  const { count } = await sql`
    update webhook_endpoint set ${sql(cursor)}
    where ${toFragment(sql, isClaimedRow(tenantId, claim))} and revision = ${claim.revision}`;
  return count > 0;
}

/**
 * Ends the lease. An endpoint that was changed meanwhile keeps its time to read the journal. The lock comes first: an update
 * that waits for the row would not see the deliveries of the transaction that held it.
 */
export const releaseEndpoint = (db: TenantDb, claim: ClaimedEndpoint, dueAt: Date): Promise<void> =>
  db.transaction(async ({ sql, tenantId }) => {
    const isClaimed = toFragment(sql, isClaimedRow(tenantId, claim));
    await sql`select from webhook_endpoint where ${isClaimed} for update`;
    await sql`
      update webhook_endpoint e set lease_until = null,
        due_at = case when revision = ${claim.revision} then ${dueAt} else due_at end,
        retry_at = (select min(d.due_at) from webhook_delivery d
          where d.tenant_id = ${tenantId} and d.endpoint_id = ${claim.id} and d.due_at is not null)
      where ${isClaimed}`;
  });
