import { singleRow } from "../../db/rows.ts";
import { toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { MessageSource, SourceRef } from "../../message-source.ts";

/** What is known about refusals of one class, of all workers. */
export type RefusalStreak = {
  /** Refusals since the score is above 0. */
  readonly refused: number;
  /** Refusals less twice the accepted messages. */
  readonly score: number;
  /** Twice the refusals less the accepted messages; the streak ends at 0. */
  readonly startScore: number;
  readonly startedAt: Date;
  /** Messages of the variant that the relay had accepted when the scores were computed. */
  readonly accepted: number;
  /** Domain and wording of the last refusals, as hashes. */
  readonly samples: readonly string[];
};

type VariantKey = Pick<SourceRef, "sourceId" | "variantId">;
type StreakKey = VariantKey & { readonly refusalClass: string };

/** How many messages of the variant the relay has accepted, and whether the variant sends now. */
export async function getProgress(
  { sql, tenantId }: TenantDb,
  { sending }: Pick<MessageSource, "sending">,
  { sourceId, variantId }: VariantKey,
): Promise<{ accepted: number; isSending: boolean }> {
  const rows = await sql<{ accepted: number; isSending: boolean }[]>`
    select (select coalesce(sum(n), 0)::int from message_state_count k
        where k.tenant_id = ${tenantId} and k.source_id = ${sourceId} and k.variant_id = ${variantId}
          and k.state in ('sent', 'delivered')) as accepted,
      ${isSendingNow({ sql, tenantId }, sending, variantId)} as is_sending`;
  return singleRow(rows);
}

const isSendingNow = (
  { sql, tenantId }: Pick<TenantDb, "sql" | "tenantId">,
  sending: SqlNode,
  variantId: string,
) => sql`
  exists (select from (${toFragment(sql, sending)}) s where s.tenant_id = ${tenantId} and s.variant_id = ${variantId})`;

type StoredStreak = RefusalStreak & { readonly isStopping: boolean; readonly isPaused: boolean };

/** The streak of the class, otherwise the given one, locked until the transaction ends. */
export async function lockStreak(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId, refusalClass }: StreakKey,
  { refused, score, startScore, startedAt, accepted, samples }: RefusalStreak,
): Promise<StoredStreak> {
  const rows = await sql<StoredStreak[]>`
    insert into refusal_streak (tenant_id, source_id, variant_id, refusal_class, refused, score, start_score, started_at,
      accepted, samples, updated_at)
    values (${tenantId}, ${sourceId}, ${variantId}, ${refusalClass}, ${refused}, ${score}, ${startScore}, ${startedAt},
      ${accepted}, ${[...samples]}::text[], ${startedAt})
    on conflict (tenant_id, source_id, variant_id, refusal_class) do update set updated_at = excluded.updated_at
    returning refused, score, start_score, started_at, accepted::int, samples, is_stopping, is_paused`;
  return singleRow(rows);
}

export async function updateStreak(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId, refusalClass }: StreakKey,
  { refused, score, startScore, startedAt, accepted, samples, isStopping, isPaused }: StoredStreak,
  at: Date,
): Promise<void> {
  await sql`
    update refusal_streak set refused = ${refused}, score = ${score}, start_score = ${startScore}, accepted = ${accepted},
      samples = ${[...samples]}::text[],
      started_at = ${startedAt}, updated_at = ${at}, is_stopping = ${isStopping}, is_paused = ${isPaused}
    where tenant_id = ${tenantId} and source_id = ${sourceId} and variant_id = ${variantId}
      and refusal_class = ${refusalClass}`;
}

export async function deleteStreak(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId, refusalClass }: StreakKey,
): Promise<void> {
  await sql`
    delete from refusal_streak
    where tenant_id = ${tenantId} and source_id = ${sourceId} and variant_id = ${variantId}
      and refusal_class = ${refusalClass}`;
}

/** The start of the streak that stops the variant; undefined when there is none, or it was paused for it and resumed. */
export async function findStoppedSince(
  { sql, tenantId }: TenantDb,
  { sending }: Pick<MessageSource, "sending">,
  { sourceId, variantId }: VariantKey,
): Promise<Date | undefined> {
  const [row] = await sql<{ since: Date | null }[]>`
    select min(started_at) as since from refusal_streak
    where tenant_id = ${tenantId} and source_id = ${sourceId} and variant_id = ${variantId} and is_stopping
      and (not is_paused or not ${isSendingNow({ sql, tenantId }, sending, variantId)})`;
  return row?.since ?? undefined;
}

/** The source has been paused: when a person resumes it, its refusals count anew. */
export async function markStreaksPaused(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId }: VariantKey,
): Promise<void> {
  await sql`
    update refusal_streak set is_paused = true
    where tenant_id = ${tenantId} and source_id = ${sourceId} and variant_id = ${variantId} and is_stopping`;
}

export async function deleteOldStreaks({ sql, tenantId }: TenantDb, before: Date): Promise<number> {
  const { count } = await sql`delete from refusal_streak where tenant_id = ${tenantId} and updated_at < ${before}`;
  return count;
}
