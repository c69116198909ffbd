import { node, type SqlNode } from "../../db/sql-node.ts";
import { mailable } from "../contacts/gate.sql.ts";
import { runSegmentConversion } from "./convert-to-list.ts";

/** Deletes the contacts in `old` from snapshots of segments. */
export const deleteSegmentMembers = (tenantId: string): SqlNode => node`
  delete from segment_member where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`;

/**
 * Subtracts the contacts in `old` from the sizes of static segments. The statement still sees them: all parts of a
 * statement read the same snapshot. Segments are locked in order of id, so that two deletions cannot deadlock.
 */
export const subtractFromSizes = (tenantId: string, now: Date): SqlNode => node`
  update segment s set matched = greatest(0, s.matched - gone.matched), mailable = greatest(0, s.mailable - gone.mailable)
  from (
    select locked.id, count(*) as matched,
      count(*) filter (where ${mailable({ tenant: node`${tenantId}`, purposeId: null, now })}) as mailable
    from (
      select id from segment where tenant_id = ${tenantId} and refresh = 'static' and id in (
        select segment_id from segment_member
        where tenant_id = ${tenantId} and contact_id = any(array(select id from old)))
      order by id for no key update
    ) locked
    join segment_member m on m.tenant_id = ${tenantId} and m.segment_id = locked.id
      and m.contact_id = any(array(select id from old))
    join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    group by locked.id
  ) gone where s.tenant_id = ${tenantId} and s.id = gone.id`;

/** A condition on a row of `background_action`: it turns a segment into one of the lists. */
export const actionsOnLists = (_tenantId: string, listIds: readonly string[]): SqlNode => node`
  type = ${runSegmentConversion.type} and (params ->> 'listId') = any(string_to_array(${listIds.join(",")}, ','))`;
