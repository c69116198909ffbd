import type { TenantDb } from "../../../db/tenant.ts";
import type { Period } from "../../../kernel/period.ts";

export type EmailResult = {
  node: string;
  sent: number;
  bounced: number;
  opened: number;
  clicked: number;
  complained: number;
  unsubscribed: number;
  skipped: number;
  failed: number;
  unknown: number;
  /** Number of messages in all states. */
  messages: number;
};

/** Results of the e-mails by node, from the counters of their sources; statistics are about a second behind. */
export const listEmailResults = async (
  db: TenantDb,
  automationId: string,
  { from, to }: Period,
): Promise<EmailResult[]> => {
  const { sql, tenantId } = db;
  const isAlways = from === undefined && to === undefined;
  const metric = (...names: readonly string[]) =>
    sql`coalesce(sum(n) filter (where measure in ${sql([...names])}), 0)::int`;
  return sql<EmailResult[]>`
    select node, ${metric("sent", "refused")} as sent, ${metric("bounced")} as bounced, ${metric("opened")} as opened,
      ${metric("clicked")} as clicked, ${metric("complained")} as complained, ${metric("unsubscribed")} as unsubscribed,
      ${metric("state skipped")} as skipped, ${metric("state failed")} as failed, ${metric("state unknown")} as unknown,
      coalesce(sum(n) filter (where measure like 'state %'), 0)::int as messages
    from automation_email_source m cross join lateral (
      select t.metric as measure, t.n from ${isAlways ? sql`campaign_metric_total` : sql`campaign_hourly_stat`} t
      where t.tenant_id = ${tenantId} and t.campaign_id = m.id
        ${from === undefined ? sql`` : sql`and t.hour >= ${from}`} ${to === undefined ? sql`` : sql`and t.hour < ${to}`}
      union all
      select 'state ' || k.state, k.n from message_state_count k where k.tenant_id = ${tenantId} and k.source_id = m.id
    ) counted
    where m.tenant_id = ${tenantId} and m.automation_id = ${automationId} group by node`;
};

export type WebhookResult = {
  node: string;
  succeeded: number;
  failed: number;
  stopped: number;
  lastStatus: number | null;
  lastError: string | null;
  lastAt: Date | null;
};

export const listWebhookResults = async (db: TenantDb, automationId: string): Promise<WebhookResult[]> =>
  db.sql<WebhookResult[]>`
    select node, succeeded::int, failed::int, stopped::int, last_status, last_error, last_at from automation_webhook_stat
    where tenant_id = ${db.tenantId} and automation_id = ${automationId}`;

export const countWaitingCalls = async (
  db: TenantDb,
  automationId: string,
): Promise<{ node: string; waiting: number }[]> =>
  db.sql<{ node: string; waiting: number }[]>`
    select node, count(*)::int as waiting from automation_webhook_call
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} group by node`;
