import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { firstBlockLink } from "../../delivery/links.queries.ts";
import type { GraphNode } from "../graph/graph.ts";
import { nodeConfig } from "./sources.sql.ts";

export type NodeContent = {
  automationId: string;
  automation: string;
  node: string;
  /** The position of the run among those of its contact. */
  ordinal: number;
  shopId: string;
  isTransactional: boolean;
  config: GraphNode["config"];
  /** Undefined when the template is gone. */
  template: { id: string; preheader: string; html: string; text: string | null } | null;
  isPostmark: boolean;
};

/**
 * The node in the newest graph, or in the last one that had it, with the currently published template. A message that was
 * written before its node was removed is still sent.
 */
export async function findNodeContent(db: TenantDb, sourceId: string): Promise<NodeContent | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<NodeContent[]>`
    select a.id as automation_id, a.name as automation, m.node, m.ordinal, a.shop_id, a.is_transactional, n.config,
      (select json_build_object('id', t.id::text, 'preheader', t.preheader, 'html', x.html, 'text', x.text) from template t
        join content c on c.tenant_id = ${tenantId} and c.owner_kind = 'template' and c.owner_id = t.id
        join content_version x on x.tenant_id = ${tenantId} and x.owner_kind = 'template' and x.owner_id = t.id
          and x.version = c.published_version
        where t.tenant_id = ${tenantId} and t.id::text = n.config->>'templateId') as template,
      exists (select from sending_hook h where h.tenant_id = ${tenantId} and h.provider = 'postmark') as is_postmark
    from automation_email_source m
    join automation a on a.tenant_id = ${tenantId} and a.id = m.automation_id
    cross join lateral ${toFragment(sql, nodeConfig(tenantId))} n
    where m.tenant_id = ${tenantId} and m.id = ${sourceId}`;
  return row;
}

/** Serializes the numbering of links. */
export async function lockEmailSource(db: TenantDb, sourceId: string): Promise<void> {
  await db.sql`select from automation_email_source where tenant_id = ${db.tenantId} and id = ${sourceId} for update`;
}

/** The e-mail's own links; those in products and articles have numbers of their own. */
export const listSentLinks = (db: TenantDb, sourceId: string) => db.sql<{ number: number; url: string }[]>`
  select number, url from message_link
  where tenant_id = ${db.tenantId} and source_id = ${sourceId} and number < ${firstBlockLink} order by number`;

/** The active page of the template, of the automation's shop or of the whole company. */
export async function findEmailPageId(db: TenantDb, sourceId: string | null): Promise<string | null> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ id: string }[]>`
    select p.id from automation_email_source m
    join automation a on a.tenant_id = ${tenantId} and a.id = m.automation_id
    cross join lateral ${toFragment(sql, nodeConfig(tenantId))} n
    join template t on t.tenant_id = ${tenantId} and t.id::text = n.config->>'templateId'
    join unsubscribe_page p on p.tenant_id = ${tenantId} and p.id = t.unsubscribe_page_id and p.is_active
      and (p.shop_id is null or p.shop_id = a.shop_id)
    where m.tenant_id = ${tenantId} and m.id = ${sourceId}`;
  return row?.id ?? null;
}
