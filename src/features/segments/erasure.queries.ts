import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { mentions, redacted } from "../contacts/redaction.sql.ts";

export async function redactDefinitions({ sql, tenantId }: TenantDb, email: string): Promise<void> {
  const definition = node`definition::text`;
  await sql`
    update segment set definition = ${toFragment(sql, redacted(definition, email))}::jsonb
    where tenant_id = ${tenantId} and ${toFragment(sql, mentions(definition, email))}`;
}
