import { node, type SqlNode } from "../../../db/sql-node.ts";

/** A run `r` that ends when its contact leaves what it joined at the entry. */
export const isBound = node`(r.list_ids is not null or r.purpose_id is not null)`;

const isMember = (tenant: SqlNode): SqlNode => node`exists (
  select from list_member m join list l on l.tenant_id = ${tenant} and l.id = m.list_id and l.deleted_at is null
  where m.tenant_id = ${tenant} and m.contact_id = r.contact_id and m.list_id = any(r.list_ids)
    and m.state in ('confirmed', 'unconfirmed'))`;

const hasOptedOut = (tenant: SqlNode): SqlNode => node`exists (
  select from contact o
  where o.tenant_id = ${tenant} and o.id = r.contact_id and o.status in ('unsubscribed', 'complained'))`;

/** The last word about the purpose was a withdrawal; a consent that expired was not withdrawn. */
const hasWithdrawn = (tenant: SqlNode): SqlNode => node`coalesce((
  select k.state = 'withdrawn' from consent k
  where k.tenant_id = ${tenant} and k.contact_id = r.contact_id and k.purpose_id = r.purpose_id
  order by k.state in ('valid', 'pending') desc, k.id desc limit 1), false)`;

/**
 * Why run `r` of an automation that is not transactional ends before its end; null while it goes on. By what holds now, so that
 * whoever returned before anybody looked stays in.
 */
export const exitReason = (tenant: SqlNode): SqlNode => node`
  case
    when not ${isBound} then null
    when ${hasOptedOut(tenant)} or (r.purpose_id is not null and ${hasWithdrawn(tenant)}) then 'withdrawn'
    when r.list_ids is not null and not ${isMember(tenant)} then 'left_list'
  end`;
