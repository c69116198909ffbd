import type { Context } from "../../../context.ts";
import { joined, part, type Part } from "../../../db/statement.ts";
import { days } from "../../../kernel/local-time.ts";
import { anywhere, mailable, refusal, type Within } from "../../contacts/gate.ts";
import { findSegment } from "../../segments/queries.ts";
import { membersOf } from "../../segments/membership.ts";
import { findFrequencyCap, freshenAudience, type FrequencyCap } from "./queries.ts";
import type { Audience } from "./shapes.ts";

/**
 * An audience as conditions on `contact c`. They hold the time at which they were made: made anew for every statement
 * that asks about now.
 */
export type AudienceParts = {
  /** Chosen by a list or a segment, whatever speaks against it. */
  readonly matched: Part;
  /** Why one that is matched gets nothing: the first reason that holds, null for a recipient. */
  readonly reason: Part;
  /** Exactly those that are matched and have no reason, in a form that the planner can make joins of. */
  readonly recipient: Part;
  /** The list by which it was chosen and which it must not leave; null where a segment chose it. */
  readonly listId: Part;
};

type Rules = { readonly tenantId: string; readonly isExcluded: Part; readonly isCapped: Part };

/** `after`: of contacts with a greater id alone. */
export async function audienceOf(ctx: Context, audience: Audience, after?: string): Promise<AudienceParts> {
  // The steps of one campaign follow each other closely: the first one looks for them all.
  if (after === undefined || after === "0") await freshenAudience(ctx.db);
  const { tenantId } = ctx.db;
  const { listIds, purposeId } = audience;
  const tenant = part`${tenantId}`;
  const segments = await inSegments(ctx, audience.segmentIds);
  const rules = await rulesOf(ctx, audience);
  const within: Within = after === undefined ? anywhere : (id) => part`and ${id} > ${after}::bigint`;
  const isMember = (states: Part) => inLists(tenantId, listIds, part`${states} ${within(part`m.contact_id`)}`);
  const isChosen = anyOf([...isMember(part`m.state = 'confirmed'`), ...segments]);
  return {
    matched: part`(c.tenant_id = ${tenant} and ${anyOf([...isMember(part`m.state <> 'removed'`), ...segments])})`,
    reason: part`
      coalesce(${refusal(tenant, purposeId)}, case
        when ${isChosen} is not true then
          case when ${anyOf(isMember(part`m.state = 'unconfirmed'`))} then 'pending' else 'list_unsubscribed' end
        ${otherReasons(rules)}
      end)`,
    recipient: part`
      (c.tenant_id = ${tenant} ${within(part`c.id`)} and ${isChosen} and ${mailable(tenant, purposeId, within)}
        and ${rules.isExcluded} is not true and not ${rules.isCapped})`,
    listId: choosingList(tenantId, audience),
  };
}

/**
 * Why a message that was written for a recipient is not sent after all: over `contact c` and, as `listId`, the list by which
 * the message was chosen. Somebody who is no more in the audience by other means than a refusal still gets it.
 */
export async function reasonAtClaim(ctx: Context, audience: Audience, listId: Part): Promise<Part> {
  const { tenantId } = ctx.db;
  const rules = await rulesOf(ctx, audience);
  // Who left one of several chosen lists is still chosen by another.
  const others = audience.listIds.length < 2 ? [] : inLists(tenantId, audience.listIds, part`m.state = 'confirmed'`);
  return part`
    coalesce(${refusal(part`${tenantId}`, audience.purposeId)}, case
      when exists (
        select from list_member m where m.tenant_id = ${tenantId} and m.list_id = ${listId} and m.contact_id = c.id
          and m.state <> 'confirmed') and not ${anyOf(others)} then 'list_unsubscribed'
      ${otherReasons(rules)}
    end)`;
}

const otherReasons = ({ isExcluded, isCapped }: Rules): Part =>
  part`when ${isExcluded} then 'excluded' when ${isCapped} then 'frequency_cap'`;

async function rulesOf(ctx: Context, audience: Audience): Promise<Rules> {
  const { tenantId } = ctx.db;
  const segments = await inSegments(ctx, audience.excludeSegmentIds);
  const isExcluded = anyOf([
    ...isAddressIn(audience.excludeEmails),
    ...inLists(tenantId, audience.excludeListIds, part`m.state in ('confirmed', 'unconfirmed')`),
    ...segments,
  ]);
  const cap = await findFrequencyCap(ctx.db);
  return { tenantId, isExcluded, isCapped: cap === undefined ? part`false` : isFull(ctx, cap) };
}

const anyOf = (conditions: readonly Part[]): Part =>
  conditions.length === 0 ? part`false` : part`(${joined(conditions, part` or `)})`;

const listed = (values: readonly string[]): Part =>
  joined(
    values.map((value) => part`${value}`),
    part`, `,
  );

const inLists = (tenantId: string, listIds: readonly string[], states: Part): Part[] =>
  listIds.length === 0
    ? []
    : [
        part`exists (select from list_member m where m.tenant_id = ${tenantId} and m.list_id in (${listed(listIds)}) and m.contact_id = c.id and ${states})`,
      ];

/** The only list, where nothing else chooses, is the one that did. */
function choosingList(tenantId: string, { listIds, segmentIds }: Audience): Part {
  if (listIds.length === 0) return part`null::bigint`;
  return listIds.length === 1 && segmentIds.length === 0
    ? part`${listIds[0] ?? ""}::bigint`
    : lowestList(tenantId, listIds);
}

const lowestList = (tenantId: string, listIds: readonly string[]): Part => part`
  (select min(m.list_id) from list_member m where m.tenant_id = ${tenantId} and m.list_id in (${listed(listIds)})
    and m.contact_id = c.id and m.state = 'confirmed')`;

/** One value, whatever their number; an address holds no blank. */
const isAddressIn = (emails: readonly string[]): Part[] =>
  emails.length === 0 ? [] : [part`c.email = any(string_to_array(${emails.join(" ")}, ' '))`];

/** A segment that is gone has no members. */
async function inSegments(ctx: Context, segmentIds: readonly string[]): Promise<Part[]> {
  const segments = await Promise.all(segmentIds.map((id) => findSegment(ctx.db, id)));
  const known = segments.filter((segment) => segment !== undefined);
  return Promise.all(known.map(async (segment) => part`(${await membersOf(ctx, segment)})`));
}

/** So many messages were sent to the contact lately that the company wants no more. */
const isFull = ({ db, clock }: Context, cap: FrequencyCap): Part => part`
  ((select count(*) from campaign_message f where f.tenant_id = ${db.tenantId} and f.contact_id = c.id
    and f.sent_at > ${new Date(clock.now().getTime() - days(cap.days))}) >= ${cap.emails})`;
