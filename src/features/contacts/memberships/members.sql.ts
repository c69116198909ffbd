import { inlinedPart } from "../../../db/parts.ts";
import { node, rawIdentifier, type SqlNode } from "../../../db/sql-node.ts";
import { addToListCounts, bucketOf, shards } from "../counts.sql.ts";

/**
 * Statements over `list_member` for sets of contacts, as bodies of a CTE. A caller may append `returning …` and has to
 * count the change in the same statement.
 */

/** A contact `c` that may be added to a list: not unsubscribed, bounced, complained or suppressed. */
export const isAddable = node`
  (c.status in ('subscribed', 'pending', 'customer') and c.suppression_reason is null)`;

/** What adding the contact `c`, whose membership is `m`, does. Never resubscribes: a contact that left or opted out is skipped. */
export const additionOutcome = node`
  case
    when not ${isAddable} or m.state = 'unsubscribed' or m.unsubscribed_at is not null then 'skipped'
    when m.state in ('confirmed', 'unconfirmed') then 'alreadyMember'
    else 'added'
  end`;

/** A query of members; its columns are `memberColumns`, in that order. */
type MemberRows = SqlNode;

/** `contact_created_at` is the contact's `created_at`, which never changes: an index gives a list's members in that order. */
const memberColumns = rawIdentifier(
  "tenant_id, list_id, contact_id, state, added_at, changed_at, unsubscribed_at, contact_created_at",
);

/** Contacts that are on none of the lists yet. */
export const insertMembers = (members: MemberRows): SqlNode => node`
  insert into list_member as m (${memberColumns}) ${members}`;

/** A contact that is or was on the list keeps its membership. */
export const insertMissingMembers = (members: MemberRows): SqlNode => node`
  ${insertMembers(members)} on conflict do nothing`;

/** A removed member is added again, unless the contact unsubscribed from the list. */
export const addRemovedOrNewMembers = (members: MemberRows): SqlNode => node`
  ${insertMembers(members)}
  on conflict (tenant_id, list_id, contact_id) do update
    set state = excluded.state, added_at = excluded.added_at, changed_at = excluded.changed_at
    where m.state = 'removed' and m.unsubscribed_at is null`;

/** Writes the state of new and existing members, for lists without a history. */
export const writeMemberStates = (members: MemberRows): SqlNode => node`
  ${insertMembers(members)}
  on conflict (tenant_id, list_id, contact_id) do update set state = excluded.state, changed_at = excluded.changed_at`;

/** Like `writeMemberStates`, but a removed member stays removed and the first unsubscription stays. */
export const mergeMemberStates = (members: MemberRows): SqlNode => node`
  ${insertMembers(members)}
  on conflict (tenant_id, list_id, contact_id) do update set changed_at = excluded.changed_at,
    state = case when m.state = 'removed' then m.state else excluded.state end,
    unsubscribed_at = coalesce(m.unsubscribed_at, excluded.unsubscribed_at)`;

/**
 * Ends the memberships in `was` (list_id, contact_id). A removed member who unsubscribes stays removed and cannot be
 * added again.
 */
export const endMemberships = (tenantId: string, state: "removed" | "unsubscribed", at: Date): SqlNode => node`
  update list_member m set state = case when m.state = 'removed' then m.state else ${state} end, changed_at = ${at},
    unsubscribed_at = ${state === "unsubscribed" ? node`${at}::timestamptz` : node`m.unsubscribed_at`}
  from was where m.tenant_id = ${tenantId} and m.list_id = was.list_id and m.contact_id = was.contact_id`;

/** `was` of a statement that only inserts members. */
export const noMembersBefore = inlinedPart(
  "was",
  [],
  node`select null::bigint as list_id, null::bigint as contact_id, null::text as state where false`,
);

/** Deletes the memberships of `was` that the query `kept` (list_id, contact_id) does not have, for lists without a history. */
export const deleteMembersExcept = (tenantId: string, kept: SqlNode): SqlNode => node`
  delete from list_member m using was
  where m.tenant_id = ${tenantId} and m.list_id = was.list_id and m.contact_id = was.contact_id and not exists (
    select from ${kept} k where k.list_id = was.list_id and k.contact_id = was.contact_id)`;

/** Counts memberships that were `written` (list_id, contact_id, state) over what they `was`, by the contact's state. */
export const applyMembershipCounts = (tenantId: string): SqlNode =>
  addToListCounts(node`
    select ${tenantId}::bigint as tenant_id, w.list_id, ${bucketOf(node`w.state`, node`c.state`)} as bucket,
      w.contact_id % ${shards} as shard, 1 as n
    from written w cross join lateral (
      select state from contact where tenant_id = ${tenantId} and id = w.contact_id offset 0) c
    union all
    select ${tenantId}::bigint, b.list_id, ${bucketOf(node`b.state`, node`c.state`)}, b.contact_id % ${shards}, -1
    from was b cross join lateral (
      select state from contact where tenant_id = ${tenantId} and id = b.contact_id offset 0) c`);
