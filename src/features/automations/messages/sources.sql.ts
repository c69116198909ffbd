import { companyTable } from "../../../db/distribution/across-nodes.ts";
import { node, type SqlNode } from "../../../db/sql-node.ts";

/** The e-mail nodes of active automations, as a message source lists them. A disabled shop sends nothing. */
export const sendingNodes = (isTransactional: boolean): SqlNode => node`
  select m.tenant_id, m.id as source_id, m.id as variant_id from ${companyTable("automation_email_source")} m
  join ${companyTable("automation")} a on a.tenant_id = m.tenant_id and a.id = m.automation_id and a.status = 'active'
    and a.is_transactional = ${isTransactional}
  join ${companyTable("shop")} s on s.tenant_id = a.tenant_id and s.id = a.shop_id and s.is_enabled`;

/**
 * The position of run `r` among the runs of its contact in the automation, which is fixed: runs are never deleted. `+ 0`
 * keeps the planner from an index by automation: without statistics of a new automation it would read all of its runs.
 */
export const ordinalOf = (tenantId: string, automationId: SqlNode): SqlNode => node`
  (select count(*)::int from automation_run o
    where o.tenant_id = ${tenantId} and o.contact_id = r.contact_id and o.automation_id + 0 = ${automationId} and o.id <= r.id)`;

/** The config of source `m`'s node in the newest graph, or in the last one that had it. */
export const nodeConfig = (tenantId: string): SqlNode => node`
  (select e->'config' as config from automation_version v cross join lateral jsonb_array_elements(v.graph->'nodes') e
    where v.tenant_id = ${tenantId} and v.automation_id = m.automation_id and e->>'id' = m.node and e->>'type' = 'email'
    order by v.version desc limit 1)`;

/** The graph and the templates of the automation that the e-mails of `send_batch b` belong to, as they are published now. */
export const contentRevision: SqlNode = node`
  (select concat(a.version, (
      select string_agg(concat('/', t.id, ':', k.published_version, ':', t.updated_at), '' order by t.id)
      from automation_reference f
      join template t on t.tenant_id = b.tenant_id and t.id = f.target_id
      join content k on k.tenant_id = b.tenant_id and k.owner_kind = 'template' and k.owner_id = t.id
      where f.tenant_id = b.tenant_id and f.automation_id = a.id and f.kind = 'template'))
    from automation_email_source m join automation a on a.tenant_id = b.tenant_id and a.id = m.automation_id
    where m.tenant_id = b.tenant_id and m.id = b.source_id)`;
