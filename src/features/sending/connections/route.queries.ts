import type { TenantDb } from "../../../db/tenant.ts";
import type { ConnectionAddress, ConnectionState } from "./queries.ts";

export type RouteRow = ConnectionAddress & {
  perSecond: number | null;
  perHour: number | null;
  perDay: number | null;
  maxConnections: number | null;
  state: ConnectionState;
  retryAt: Date | null;
};

/**
 * The enabled connections that may take messages of the sender, in this order: the first of those that the sender names, that
 * its domain names and the default, then the fallback of that one.
 */
export async function listRoute(
  { sql, tenantId }: TenantDb,
  sender: { readonly id: string; readonly domain: string },
): Promise<RouteRow[]> {
  return sql<RouteRow[]>`
    with chosen as materialized (
      select c.id, c.fallback,
        case when c.id = (select s.connection_id from sender s where s.tenant_id = ${tenantId} and s.id = ${sender.id}) then 1
          when c.id = (select d.connection_id from sending_domain d
            where d.tenant_id = ${tenantId} and d.domain = ${sender.domain}) then 2
          when c.is_default then 3 end as choice
      from sending_connection c where c.tenant_id = ${tenantId}
    ), used as materialized (
      select h.id, h.fallback from chosen h where h.choice is not null
        and exists (select from sending_connection e where e.tenant_id = ${tenantId} and e.enabled
          and (e.id = h.id or e.id = any(h.fallback)))
      order by h.choice limit 1
    )
    select c.id, c.kind, c.host, c.port, c.security, c.auth, c.username, c.secret, c.oauth, c.message_stream, c.revision,
      c.per_second, c.per_hour, c.per_day, c.max_connections, c.state, c.retry_at
    from used u join sending_connection c on c.tenant_id = ${tenantId} and (c.id = u.id or c.id = any(u.fallback))
    where c.enabled
    order by c.id <> u.id, array_position(u.fallback, c.id)`;
}
