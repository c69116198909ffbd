import type { TenantDb } from "../../db/tenant.ts";

/** Queued messages of a campaign by the connection of their sender; those over the relay of the service are one row without state. */
export type ConnectionLoad = {
  state: "ok" | "paused" | "failing" | null;
  perSecond: number | null;
  perHour: number | null;
  perDay: number | null;
  sentToday: number;
  waiting: number;
  batches: number;
  /** Batches of them that wait for a connection beyond `until`. */
  waits: number;
};

/** The variant with the campaign's own content first. A company without connections has none. */
export async function listConnectionLoads(
  { sql, tenantId }: TenantDb,
  id: string,
  { today, until }: { readonly today: string; readonly until: Date },
): Promise<ConnectionLoad[]> {
  return sql<ConnectionLoad[]>`
    select n.state, n.per_second, n.per_hour, n.per_day, coalesce(max(t.sent), 0)::int as sent_today,
      coalesce(sum(k.n), 0)::int as waiting, coalesce(sum(b.batches), 0)::int as batches, coalesce(sum(b.waits), 0)::int as waits
    from campaign m
    join campaign v on v.tenant_id = ${tenantId} and (v.id = m.id or v.parent_id = m.id) and v.status = 'sending'
    left join sender s on s.tenant_id = ${tenantId} and s.id = coalesce(v.sender_id, m.sender_id)
    left join sending_domain d on d.tenant_id = ${tenantId} and d.domain = split_part(s.email, '@', 2)
    left join sending_connection f on f.tenant_id = ${tenantId} and f.is_default
    left join sending_connection n on n.tenant_id = ${tenantId} and n.enabled
      and n.id = coalesce(s.connection_id, d.connection_id, f.id)
    left join sending_connection_meter t on t.tenant_id = ${tenantId} and t.connection_id = n.id and t.day = ${today}::date
    left join lateral (select sum(n) as n from message_state_count c where c.tenant_id = ${tenantId} and c.source_id = m.id
      and c.variant_id = v.id and c.state = 'queued') k on true
    left join lateral (select count(*) as batches,
        count(*) filter (where x.waits_connection_id is not null and x.due_at > ${until}) as waits
      from send_batch x where x.tenant_id = ${tenantId} and x.variant_id = v.id) b on true
    where m.tenant_id = ${tenantId} and m.id = ${id}
      and exists (select from sending_connection e where e.tenant_id = ${tenantId})
    group by n.id, n.state, n.per_second, n.per_hour, n.per_day order by bool_or(v.id = m.id) desc, n.id`;
}

export type SenderLimits = Pick<ConnectionLoad, "perSecond" | "perHour" | "perDay" | "sentToday">;

/** Of the connection that messages of the sender leave over; undefined without one of the company. */
export async function findSenderLimits(
  { sql, tenantId }: TenantDb,
  senderId: string,
  day: string,
): Promise<SenderLimits | undefined> {
  const [row] = await sql<SenderLimits[]>`
    select n.per_second, n.per_hour, n.per_day, coalesce(t.sent, 0)::int as sent_today
    from sender s
    left join sending_domain d on d.tenant_id = ${tenantId} and d.domain = split_part(s.email, '@', 2)
    left join sending_connection f on f.tenant_id = ${tenantId} and f.is_default
    join sending_connection n on n.tenant_id = ${tenantId} and n.enabled
      and n.id = coalesce(s.connection_id, d.connection_id, f.id)
    left join sending_connection_meter t on t.tenant_id = ${tenantId} and t.connection_id = n.id and t.day = ${day}::date
    where s.tenant_id = ${tenantId} and s.id = ${senderId}`;
  return row;
}
