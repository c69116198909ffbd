import { acrossNodes, type Companies } from "../db/distribution/across-nodes.ts";
import type { SqlHandle, SystemDb, TenantDb } from "../db/tenant.ts";

export type SentJob = { id: string; tenantId: string; name: string; payload: object };

export async function insertSentJob({ sql, tenantId }: TenantDb, job: Omit<SentJob, "tenantId">): Promise<void> {
  await sql`
    insert into sent_job (tenant_id, id, name, payload, sent_at)
    values (${tenantId}, ${job.id}, ${job.name}, ${JSON.stringify(job.payload)}::jsonb, now())`;
}

const maxJobs = 1000;

/** Jobs of any company; younger ones may still be on their way into the queue. */
export async function listSentJobs(db: SystemDb): Promise<SentJob[]> {
  const sent = (of: Companies) => db.sql<SentJob[]>`
    select tenant_id, id, name, payload from ${of.table("sent_job")} where sent_at < now() - interval '30 seconds'
    order by sent_at limit ${maxJobs}`;
  return acrossNodes(db, sent);
}

/** Which of these jobs the queue has, in any state. It keeps jobs for hours after their end. */
export async function listQueuedIds({ sql }: SqlHandle, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`select id from pgboss.job where id = any(${[...ids]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

export async function deleteSentJobs({ sql, tenantId }: TenantDb, ids: readonly string[]): Promise<void> {
  await sql`delete from sent_job where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[])`;
}
