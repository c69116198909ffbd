import type { TenantDb } from "../../../db/tenant.ts";

/** One statement, so that concurrent requests cannot exceed the limit; changes nothing and returns false if they would. */
export async function addTrial(
  { sql, tenantId }: TenantDb,
  { hour, max }: { readonly hour: Date; readonly max: number },
): Promise<boolean> {
  const rows = await sql`
    insert into automation_webhook_trial as t (tenant_id, hour, trials) values (${tenantId}, ${hour}, 1)
    on conflict (tenant_id, hour) do update set trials = t.trials + 1 where t.trials < ${max}
    returning hour`;
  return rows.length === 1;
}

export async function deleteTrials({ sql, tenantId }: TenantDb, before: Date): Promise<void> {
  await sql`delete from automation_webhook_trial where tenant_id = ${tenantId} and hour < ${before}`;
}
