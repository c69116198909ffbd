import { isClaimedRow } from "../../../db/claim.sql.ts";
import { node, toFragment, type SqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { Message } from "../payload.ts";
import type { EndpointRecord } from "../queries.ts";
import type { Attempt } from "./call.ts";
import type { ClaimedEndpoint } from "./claims.queries.ts";

export type DueDelivery = Message & { readonly id: string; readonly messageId: string; readonly attempts: number };

/** The worker still holds the endpoint, which has the URL, the secrets and the state of the claim. */
const isUnchanged = (tenantId: string, claim: ClaimedEndpoint): SqlNode =>
  node`${isClaimedRow(tenantId, claim)} and active and revision = ${claim.revision}`;

/** None once the lease was lost, or the endpoint was changed, disabled or deleted since the claim. */
export const listDueDeliveries = (
  { sql, tenantId }: TenantDb,
  claim: ClaimedEndpoint,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<DueDelivery[]> => sql<DueDelivery[]>`
  select id, message_id, attempts, items, is_batch, created_at from webhook_delivery
  where tenant_id = ${tenantId} and endpoint_id = ${claim.id} and due_at <= ${now}
    and exists (select from webhook_endpoint where ${toFragment(sql, isUnchanged(tenantId, claim))})
  order by due_at, id limit ${limit}`;

type AttemptRecord = Attempt & {
  readonly url: string;
  readonly calledAt: Date;
  readonly state: "pending" | "succeeded" | "failed";
  readonly dueAt: Date | null;
};

/** False when it was sent again, redacted or recorded meanwhile. The answer may repeat what an erasure has redacted. */
export async function recordAttempt(
  { sql, tenantId }: TenantDb,
  { id, attempts }: Pick<DueDelivery, "id" | "attempts">,
  record: AttemptRecord,
): Promise<boolean> {
  const { url, calledAt, state, dueAt, status, error, ms } = record;
  const requestHeaders = JSON.stringify(record.requestHeaders);
  const responseHeaders = JSON.stringify(record.responseHeaders);
  const { count } = await sql`
    update webhook_delivery
    set attempts = attempts + 1, url = ${url}, called_at = ${calledAt}, state = ${state}, due_at = ${dueAt},
      status = ${status}, error = ${error}, ms = ${ms}, request_headers = nullif(${requestHeaders}::jsonb, 'null'),
      response_headers = case when not is_redacted then nullif(${responseHeaders}::jsonb, 'null') end,
      response_body = case when not is_redacted then ${record.responseBody} end
    where tenant_id = ${tenantId} and id = ${id} and attempts = ${attempts} and state = 'pending'`;
  return count > 0;
}

export async function recordSuccess(
  { sql, tenantId }: TenantDb,
  claim: ClaimedEndpoint,
  { at, status }: { readonly at: Date; readonly status: number | null },
): Promise<void> {
  await sql`
    update webhook_endpoint set failing_since = null, last_status = ${status}, last_call_at = ${at}
    where ${toFragment(sql, isUnchanged(tenantId, claim))}`;
}

/** Since when nothing has succeeded. */
export async function recordFailure(
  { sql, tenantId }: TenantDb,
  claim: ClaimedEndpoint,
  { at, status }: { readonly at: Date; readonly status: number | null },
): Promise<Date | undefined> {
  const [row] = await sql<{ failingSince: Date }[]>`
    update webhook_endpoint
    set failing_since = coalesce(failing_since, ${at}), last_status = ${status}, last_call_at = ${at}
    where ${toFragment(sql, isUnchanged(tenantId, claim))} returning failing_since`;
  return row?.failingSince;
}

/** False if it was not active, or changed since the claim. */
export async function disableEndpoint(
  { sql, tenantId }: TenantDb,
  claim: ClaimedEndpoint,
  reason: NonNullable<EndpointRecord["disabledReason"]>,
): Promise<boolean> {
  const { count } = await sql`
    update webhook_endpoint set active = false, disabled_reason = ${reason}, revision = revision + 1
    where ${toFragment(sql, isUnchanged(tenantId, claim))}`;
  return count > 0;
}
