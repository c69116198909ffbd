import type { Context } from "../../../context.ts";
import { joinNodes, node, type SqlNode } from "../../../db/sql-node.ts";
import { days } from "../../../kernel/local-time.ts";
import { anyId, mailable, blockReason, type IdRange } from "../../contacts/gate.sql.ts";
import { findSegment } from "../../segments/queries.ts";
import { membersCondition } from "../../segments/membership.ts";
import { findFrequencyCap, analyzeAudienceTables, type FrequencyCap } from "./queries.ts";
import type { Audience } from "./shapes.ts";

/**
 * An audience as conditions on `contact c`. They hold the time at which they were made: made anew for every statement
 * that asks about now.
 */
export type CompiledAudience = {
  /** Chosen by a list or a segment, also where a reason excludes it. */
  readonly matched: SqlNode;
  /** Why one that is matched gets nothing: the first reason that holds, null for a recipient. */
  readonly reason: SqlNode;
  /** Exactly those that are matched and have no reason, in a form that the planner can make joins of. */
  readonly recipient: SqlNode;
  /** The list by which it was chosen and which it must not leave; null where a segment chose it. */
  readonly listId: SqlNode;
};

type ExclusionRules = { readonly tenantId: string; readonly isExcluded: SqlNode; readonly isCapped: SqlNode };

/** `after`: of contacts with a greater id alone. */
export async function compileAudience(ctx: Context, audience: Audience, after?: string): Promise<CompiledAudience> {
  // The steps of one campaign follow each other closely: the first one looks for them all.
  if (after === undefined || after === "0") await analyzeAudienceTables(ctx.db);
  const { tenantId } = ctx.db;
  const { listIds, purposeId } = audience;
  const tenant = node`${tenantId}`;
  const check = { tenant, purposeId, now: ctx.clock.now() };
  const segments = await inSegments(ctx, audience.segmentIds);
  const rules = await compileExclusions(ctx, audience);
  const within: IdRange = after === undefined ? anyId : (id) => node`and ${id} > ${after}::bigint`;
  const isMember = (states: SqlNode) => inLists(tenantId, listIds, node`${states} ${within(node`m.contact_id`)}`);
  const isChosen = anyOf([...isMember(node`m.state = 'confirmed'`), ...segments]);
  return {
    matched: node`(c.tenant_id = ${tenant} and ${anyOf([...isMember(node`m.state <> 'removed'`), ...segments])})`,
    reason: node`
      coalesce(${blockReason(check)}, case
        when ${isChosen} is not true then
          case when ${anyOf(isMember(node`m.state = 'unconfirmed'`))} then 'pending' else 'list_unsubscribed' end
        ${exclusionReasons(rules)}
      end)`,
    recipient: node`
      (c.tenant_id = ${tenant} ${within(node`c.id`)} and ${isChosen} and ${mailable({ ...check, idRange: within })}
        and ${rules.isExcluded} is not true and not ${rules.isCapped})`,
    listId: matchingListId(tenantId, audience),
  };
}

/** The list through which the contact of message `x` was chosen. */
const messageListId = node`x.list_id`;

/**
 * Why a queued message is not sent after all, over contact `c` and message `x`. Once queued, a contact is dropped only for
 * an opt-out, an exclusion or the frequency cap.
 */
export async function skipReasonAtSend(ctx: Context, audience: Audience, listId = messageListId): Promise<SqlNode> {
  const { tenantId } = ctx.db;
  const rules = await compileExclusions(ctx, audience);
  // Who left one of several chosen lists is still chosen by another.
  const others = audience.listIds.length < 2 ? [] : inLists(tenantId, audience.listIds, node`m.state = 'confirmed'`);
  return node`
    coalesce(${blockReason({ tenant: node`${tenantId}`, purposeId: audience.purposeId, now: ctx.clock.now() })}, case
      when exists (
        select from list_member m where m.tenant_id = ${tenantId} and m.list_id = ${listId} and m.contact_id = c.id
          and m.state = 'removed') and not ${anyOf(others)} then 'removed'
      when exists (
        select from list_member m where m.tenant_id = ${tenantId} and m.list_id = ${listId} and m.contact_id = c.id
          and m.state <> 'confirmed') and not ${anyOf(others)} then 'list_unsubscribed'
      ${exclusionReasons(rules)}
    end)`;
}

const exclusionReasons = ({ isExcluded, isCapped }: ExclusionRules): SqlNode =>
  node`when ${isExcluded} then 'excluded' when ${isCapped} then 'frequency_cap'`;

async function compileExclusions(ctx: Context, audience: Audience): Promise<ExclusionRules> {
  const { tenantId } = ctx.db;
  const segments = await inSegments(ctx, audience.excludeSegmentIds);
  const isExcluded = anyOf([
    ...isAddressIn(audience.excludeEmails),
    ...inLists(tenantId, audience.excludeListIds, node`m.state in ('confirmed', 'unconfirmed')`),
    ...segments,
  ]);
  const cap = await findFrequencyCap(ctx.db);
  return { tenantId, isExcluded, isCapped: cap === undefined ? node`false` : isOverFrequencyCap(ctx, cap) };
}

const anyOf = (conditions: readonly SqlNode[]): SqlNode =>
  conditions.length === 0 ? node`false` : node`(${joinNodes(conditions, node` or `)})`;

const commaSeparated = (values: readonly string[]): SqlNode =>
  joinNodes(
    values.map((value) => node`${value}`),
    node`, `,
  );

const inLists = (tenantId: string, listIds: readonly string[], states: SqlNode): SqlNode[] =>
  listIds.length === 0
    ? []
    : [
        node`exists (select from list_member m where m.tenant_id = ${tenantId} and m.list_id in (${commaSeparated(listIds)}) and m.contact_id = c.id and ${states})`,
      ];

/** The only list, where nothing else chooses, is the one that did. */
function matchingListId(tenantId: string, { listIds, segmentIds }: Audience): SqlNode {
  if (listIds.length === 0) return node`null::bigint`;
  return listIds.length === 1 && segmentIds.length === 0
    ? node`${listIds[0] ?? ""}::bigint`
    : lowestMatchingListId(tenantId, listIds);
}

const lowestMatchingListId = (tenantId: string, listIds: readonly string[]): SqlNode => node`
  (select min(m.list_id) from list_member m where m.tenant_id = ${tenantId} and m.list_id in (${commaSeparated(listIds)})
    and m.contact_id = c.id and m.state = 'confirmed')`;

/** One value, whatever their number; an address holds no blank. */
const isAddressIn = (emails: readonly string[]): SqlNode[] =>
  emails.length === 0 ? [] : [node`c.email = any(string_to_array(${emails.join(" ")}, ' '))`];

/** A deleted segment has no members. */
async function inSegments(ctx: Context, segmentIds: readonly string[]): Promise<SqlNode[]> {
  const segments = await Promise.all(segmentIds.map((id) => findSegment(ctx.db, id)));
  const known = segments.filter((segment) => segment !== undefined);
  return Promise.all(known.map(async (segment) => node`(${await membersCondition(ctx, segment)})`));
}

/** The contact has reached the company's frequency cap. */
const isOverFrequencyCap = ({ db, clock }: Context, cap: FrequencyCap): SqlNode => node`
  ((select count(*) from message f where f.tenant_id = ${db.tenantId} and f.contact_id = c.id
    and f.sent_at > ${new Date(clock.now().getTime() - days(cap.days))}) >= ${cap.emails})`;
