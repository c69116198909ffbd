import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { mentions, redacted } from "../contacts/redaction.sql.ts";

/** The deletion has stopped the runs of the contact. */
export async function markRunsErased(db: TenantDb, contactId: string): Promise<void> {
  await db.sql`
    update automation_run set reason = 'erased'
    where tenant_id = ${db.tenantId} and contact_id = ${contactId} and state = 'stopped' and reason = 'deleted'`;
}

/** Conditions and texts of any version may contain the address. */
export async function redactGraphs({ sql, tenantId }: TenantDb, email: string): Promise<void> {
  const graph = node`graph::text`;
  await sql`
    update automation_version set graph = ${toFragment(sql, redacted(graph, email))}::jsonb
    where tenant_id = ${tenantId} and ${toFragment(sql, mentions(graph, email))}`;
  const config = node`config::text`;
  await sql`
    update automation_trigger set config = ${toFragment(sql, redacted(config, email))}::jsonb
    where tenant_id = ${tenantId} and ${toFragment(sql, mentions(config, email))}`;
}
