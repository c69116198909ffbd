import { nextAttemptAt } from "../../../db/backoff.sql.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { backoffMs, backoffs } from "../../../kernel/backoff.ts";
import { addMs } from "../../../kernel/local-time.ts";
import type { PauseReason } from "./pause-reasons.ts";

export type ConnectionFailure = { readonly reason: PauseReason; readonly code: string | null };

/** After this many consecutive failures, or a refused sign-in, a person has to act. */
const failingAfter = 3;
const needsPerson: readonly PauseReason[] = ["sign_in_refused", "token_refused", "address_not_allowed", "plain_text"];

/**
 * Pauses the connection until its next probe. Failures of messages that were sent at the same time count as one. Returns its
 * name when it was not paused before.
 */
export async function pauseConnection(
  db: TenantDb,
  id: string,
  { reason, code, now }: ConnectionFailure & { readonly now: Date },
): Promise<{ readonly name: string } | undefined> {
  const { tenantId } = db;
  return db.transaction(async ({ sql }) => {
    const [known] = await sql<{ name: string; state: string; failures: number }[]>`
      select name, state, failures from sending_connection
      where tenant_id = ${tenantId} and id = ${id} for update`;
    if (known === undefined) return undefined;
    const isFirst = known.state === "ok";
    const failures = isFirst ? 1 : known.failures;
    const state = needsPerson.includes(reason) || failures >= failingAfter ? "failing" : "paused";
    // The turn of a probe has moved the next attempt already.
    const retryAt = isFirst ? sql`${addMs(now, backoffMs(backoffs.connection, 1))}::timestamptz` : sql`retry_at`;
    await sql`
      update sending_connection set state = ${state}, state_reason = ${reason}, state_code = ${code},
        failures = ${failures}, retry_at = ${retryAt}
      where tenant_id = ${tenantId} and id = ${id}`;
    return isFirst ? { name: known.name } : undefined;
  });
}

/** The attempt is the caller's own; the next one is later. False when another worker was faster, or it is not due. */
export async function takeProbeTurn({ sql, tenantId }: TenantDb, id: string, now: Date): Promise<boolean> {
  const next = toFragment(sql, nextAttemptAt(backoffs.connection, now, node`failures + 1`));
  const rows = await sql`
    update sending_connection set failures = failures + 1, retry_at = ${next}
    where tenant_id = ${tenantId} and id = ${id} and state <> 'ok' and coalesce(retry_at, ${now}) <= ${now} returning id`;
  return rows.length > 0;
}

/** Returns false for a connection that was ok. */
export async function markWorking({ sql, tenantId }: TenantDb, id: string): Promise<boolean> {
  const rows = await sql`
    update sending_connection set state = 'ok', state_reason = null, state_code = null, failures = 0, retry_at = null
    where tenant_id = ${tenantId} and id = ${id} and state <> 'ok' returning id`;
  return rows.length > 0;
}
