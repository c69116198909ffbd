import { partIfRows, type Part } from "../../../db/parts.ts";
import { node, type SqlNode } from "../../../db/sql-node.ts";

/**
 * Saves the opt-outs of the contacts in `old`, which the same statement deletes: purposes, lists, and a missing
 * confirmation. An opt-out of everything is saved by its suppression, which includes all purposes.
 */
export const saveOptOuts = (tenantId: string): Part<SqlNode> =>
  partIfRows(
    "saved",
    ["old"],
    node`
    insert into deleted_contact_opt_out (tenant_id, fingerprint, kind, object_id, at)
    select ${tenantId}, c.fingerprint, r.kind, r.object_id, max(r.at)
    from contact c cross join lateral (
      select 'purpose' as kind, k.purpose_id as object_id, k.withdrawn_at as at from consent k
      where k.tenant_id = ${tenantId} and k.contact_id = c.id and k.state = 'withdrawn'
        and c.status not in ('unsubscribed', 'bounced', 'complained')
        and not exists (
          select from consent later where later.tenant_id = ${tenantId} and later.contact_id = c.id
            and later.purpose_id = k.purpose_id and later.state in ('valid', 'pending'))
      union all
      select 'list', m.list_id, coalesce(m.unsubscribed_at, m.changed_at) from list_member m
      where m.tenant_id = ${tenantId} and m.contact_id = c.id
        and (m.state = 'unsubscribed' or m.unsubscribed_at is not null)
      union all
      select 'confirmation', 0, c.status_at where c.status = 'pending'
    ) r
    where c.tenant_id = ${tenantId} and c.id = any(array(select id from old))
    group by c.fingerprint, r.kind, r.object_id
    on conflict do nothing`,
  );
