import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { Graph } from "./graph/graph.ts";

/** Automations with a version whose webhook nodes have headers. */
export const listAutomationsWithHeaders = async ({
  sql,
}: SystemDb): Promise<{ tenantId: string; automationId: string }[]> =>
  sql<{ tenantId: string; automationId: string }[]>`
    select distinct tenant_id, automation_id from automation_version
    where graph @? '$.nodes[*] ? (@.type == "webhook").config.headers[*]'`;

/** All versions, the newest first. */
export const lockVersions = async (
  { sql, tenantId }: TenantDb,
  automationId: string,
): Promise<{ version: number; graph: Graph }[]> =>
  sql<{ version: number; graph: Graph }[]>`
    select version, graph from automation_version
    where tenant_id = ${tenantId} and automation_id = ${automationId} order by version desc for update`;

export async function insertSecretIfNone(
  { sql, tenantId }: TenantDb,
  automationId: string,
  { node, place, value }: { readonly node: string; readonly place: string; readonly value: Uint8Array },
): Promise<void> {
  await sql`
    insert into automation_secret (tenant_id, automation_id, node, place, value)
    values (${tenantId}, ${automationId}, ${node}, ${place}, ${value})
    on conflict (tenant_id, automation_id, node, place) do nothing`;
}

export async function updateVersionGraph(
  { sql, tenantId }: TenantDb,
  automationId: string,
  { version, graph }: { readonly version: number; readonly graph: Graph },
): Promise<void> {
  await sql`
    update automation_version set graph = ${JSON.stringify(graph)}::jsonb
    where tenant_id = ${tenantId} and automation_id = ${automationId} and version = ${version}`;
}
