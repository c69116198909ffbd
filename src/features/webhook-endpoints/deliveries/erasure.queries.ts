import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { mentions } from "../../contacts/redaction.sql.ts";
import type { ErasedContact } from "../../contacts/contact-hooks.ts";

/** Removes the items of the person and the answers to them; what has no other items is not sent any more. */
export async function redactDeliveries(
  { sql, tenantId }: TenantDb,
  { id, email }: Pick<ErasedContact, "id" | "email">,
): Promise<void> {
  const isTheirs = sql`(i->>'contactId' = ${id} or ${toFragment(sql, mentions(node`i::text`, email))})`;
  await sql`
    with affected as materialized (
      select d.id, (
        select coalesce(jsonb_agg(i order by n) filter (where not ${isTheirs}), '[]')
        from jsonb_array_elements(d.items) with ordinality as each (i, n)) as kept
      from webhook_delivery d
      where d.tenant_id = ${tenantId} and (
        exists (select from jsonb_array_elements(d.items) as i where ${isTheirs})
        or ${toFragment(sql, mentions(node`coalesce(d.response_body, '')`, email))}
        or ${toFragment(sql, mentions(node`coalesce(d.response_headers::text, '')`, email))})
    )
    update webhook_delivery d
    set items = a.kept, is_redacted = true, response_headers = null, response_body = null,
      state = case when a.kept = '[]' and d.state = 'pending' then 'canceled' else d.state end,
      due_at = case when a.kept = '[]' then null else d.due_at end
    from affected a where d.tenant_id = ${tenantId} and d.id = a.id`;
}
