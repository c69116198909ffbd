import type { TenantDb } from "../../../db/tenant.ts";
import type { Graph } from "../graph/graph.ts";

export type ActiveGraph = { id: string; name: string; shopId: string; graph: Graph };

/** The newest graphs of active automations, by which their contacts move. */
export const listActiveGraphs = (db: TenantDb): Promise<ActiveGraph[]> => db.sql<ActiveGraph[]>`
  select a.id, a.name, a.shop_id, v.graph from automation a
  join automation_version v on v.tenant_id = ${db.tenantId} and v.automation_id = a.id and v.version = a.version
  where a.tenant_id = ${db.tenantId} and a.status = 'active' order by a.id`;

/** Those of the automations that have contacts inside; with `contactIds`, any of these. */
export async function listOccupiedAutomations(
  db: TenantDb,
  automationIds: readonly string[],
  contactIds: readonly string[] | undefined,
): Promise<string[]> {
  const isChosen = contactIds === undefined ? db.sql`` : db.sql`and r.contact_id = any(${[...contactIds]}::bigint[])`;
  const rows = await db.sql<{ id: string }[]>`
    select a.id from unnest(${[...automationIds]}::bigint[]) as a(id) where exists (
      select from automation_run r where r.tenant_id = ${db.tenantId} and r.automation_id = a.id
        and r.state in ('running', 'waiting') ${isChosen})`;
  return rows.map(({ id }) => id);
}
