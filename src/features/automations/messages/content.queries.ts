import type { TenantDb } from "../../../db/tenant.ts";
import type { GraphNode } from "../graph/graph.ts";

export type NodeContent = {
  automationId: string;
  automation: string;
  node: string;
  shopId: string;
  isTransactional: boolean;
  config: GraphNode["config"];
  /** Undefined when the template is gone. */
  template: { id: string; preheader: string; html: string; text: string | null } | null;
  isPostmark: boolean;
};

/**
 * The node in the newest graph, or in the last one that had it, with the published template of now. A message that was
 * written before its node was removed is still sent.
 */
export async function findNodeContent(db: TenantDb, sourceId: string): Promise<NodeContent | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<NodeContent[]>`
    select a.id as automation_id, a.name as automation, m.node, a.shop_id, a.is_transactional, n.config,
      (select json_build_object('id', t.id::text, 'preheader', t.preheader, 'html', x.html, 'text', x.text) from template t
        join content c on c.tenant_id = ${tenantId} and c.owner_kind = 'template' and c.owner_id = t.id
        join content_version x on x.tenant_id = ${tenantId} and x.owner_kind = 'template' and x.owner_id = t.id
          and x.version = c.published_version
        where t.tenant_id = ${tenantId} and t.id::text = n.config->>'templateId') as template,
      exists (select from sending_hook h where h.tenant_id = ${tenantId} and h.provider = 'postmark') as is_postmark
    from automation_email_source m
    join automation a on a.tenant_id = ${tenantId} and a.id = m.automation_id
    cross join lateral (
      select e->'config' as config from automation_version v cross join lateral jsonb_array_elements(v.graph->'nodes') e
      where v.tenant_id = ${tenantId} and v.automation_id = m.automation_id and e->>'id' = m.node and e->>'type' = 'email'
      order by v.version desc limit 1) n
    where m.tenant_id = ${tenantId} and m.id = ${sourceId}`;
  return row;
}

/** Serializes the numbering of links. */
export async function lockEmailSource(db: TenantDb, sourceId: string): Promise<void> {
  await db.sql`select from automation_email_source where tenant_id = ${db.tenantId} and id = ${sourceId} for update`;
}

export const listSentLinks = (db: TenantDb, sourceId: string) => db.sql<{ number: number; url: string }[]>`
  select number, url from message_link where tenant_id = ${db.tenantId} and source_id = ${sourceId} order by number`;
