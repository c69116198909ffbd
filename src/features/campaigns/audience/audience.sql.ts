import { joinNodes, node, type SqlNode } from "../../../db/sql-node.ts";
import { days } from "../../../kernel/local-time.ts";
import {
  anyId,
  blockReason,
  countsAsMailable,
  isSuppressed,
  mailable,
  type CustomerException,
  type GateCheck,
  type IdRange,
} from "../../contacts/gate.sql.ts";
import type { Audience } from "./shapes.ts";

export type FrequencyCap = { readonly emails: number; readonly days: number };

/** An audience as conditions on `contact c`, valid for the time of their scope. */
export type CompiledAudience = {
  /** Chosen by a list or a segment and not excluded, even if a reason keeps the contact from being a recipient. */
  readonly matched: SqlNode;
  /** The first reason why a matched contact gets no message; null for a recipient. */
  readonly reason: SqlNode;
  /** A recipient by the customer exception alone. */
  readonly lacksConsent: SqlNode;
  /** Matched without a reason, written so that the planner can use joins. */
  readonly recipient: SqlNode;
  /** The list by which the contact was chosen; leaving it skips the message. Null if a segment chose the contact. */
  readonly listId: SqlNode;
};

export type AudienceScope = {
  readonly tenantId: string;
  /** The time for which the conditions hold. */
  readonly now: Date;
  /** The customer exception of the shop that sends, while it is on. */
  readonly customersOf: CustomerException | undefined;
};

/** What excludes contacts beside the lists and addresses of the audience. */
export type Exclusions = { readonly segments: readonly SqlNode[]; readonly cap: FrequencyCap | undefined };

type AudienceParts = {
  readonly segments: readonly SqlNode[];
  readonly exclusions: Exclusions;
  /** Only contacts with a greater id. */
  readonly after: string | undefined;
};

export function audienceConditions(scope: AudienceScope, audience: Audience, parts: AudienceParts): CompiledAudience {
  const { tenantId, now, customersOf } = scope;
  const { after } = parts;
  const { listIds, purposeId } = audience;
  const tenant = node`${tenantId}`;
  const check = { tenant, purposeId, now, customersOf };
  const segments = inParentheses(parts.segments);
  const rules = compileExclusions(scope, audience, parts.exclusions);
  const within: IdRange = after === undefined ? anyId : (id) => node`and ${id} > ${after}::bigint`;
  const isMember = (states: SqlNode) => inLists(tenantId, listIds, node`${states} ${within(node`m.contact_id`)}`);
  const isChosen = anyOf([...isMember(node`m.state = 'confirmed'`), ...segments]);
  // A matched contact is on the only list: the few in another state are an index.
  const isNotChosen =
    listIds.length === 1 && segments.length === 0
      ? anyOf(isMember(node`m.state in ('unconfirmed', 'unsubscribed')`))
      : node`${isChosen} is not true`;
  return {
    matched: node`
      (c.tenant_id = ${tenant} and ${anyOf([...isMember(node`m.state <> 'removed'`), ...segments])}
        and ${rules.isExcluded} is not true)`,
    reason: node`
      coalesce(${purposeId === null ? countedBlockReason(check) : blockReason(check)}, case
        when ${isNotChosen} then
          case when ${anyOf(isMember(node`m.state = 'unconfirmed'`))} then 'pending' else 'list_unsubscribed' end
        when ${rules.isCapped} then 'frequency_cap'
      end)`,
    lacksConsent: customersOf === undefined ? node`false` : node`not ${mailable({ ...check, customersOf: undefined })}`,
    recipient: node`
      (c.tenant_id = ${tenant} ${within(node`c.id`)} and ${isChosen} and ${mailable({ ...check, idRange: within })}
        and ${rules.isExcluded} is not true and not ${rules.isCapped})`,
    listId: matchingListId(tenantId, audience),
  };
}

/** Most contacts are decided by their stored state and the suppressions, few by their consents. */
const countedBlockReason = (check: GateCheck): SqlNode =>
  node`case when ${countsAsMailable(check)} and not ${isSuppressed(check)} then null else ${blockReason(check)} end`;

export const isRecipientOfAny = (audiences: readonly CompiledAudience[]): SqlNode =>
  anyOf(audiences.map(({ recipient }) => recipient));

/** The list by which the contact of message `x` was chosen. */
const messageListId = node`x.list_id`;

/**
 * Why a queued message is not sent after all, over contact `c` and message `x`. Once queued, a contact is dropped only for
 * an opt-out, an exclusion or the frequency cap.
 */
export function skipReason(
  scope: AudienceScope,
  audience: Audience,
  { exclusions, listId = messageListId }: { readonly exclusions: Exclusions; readonly listId: SqlNode | undefined },
): SqlNode {
  const { tenantId, now, customersOf } = scope;
  const rules = compileExclusions(scope, audience, exclusions);
  // A contact that left one of several chosen lists may still be a member of another.
  const others = audience.listIds.length < 2 ? [] : inLists(tenantId, audience.listIds, node`m.state = 'confirmed'`);
  return node`
    coalesce(${blockReason({ tenant: node`${tenantId}`, purposeId: audience.purposeId, now, customersOf })}, (
      select case when m.state = 'removed' then 'removed' else 'list_unsubscribed' end from list_member m
      where m.tenant_id = ${tenantId} and m.list_id = ${listId} and m.contact_id = c.id and m.state <> 'confirmed'
        and not ${anyOf(others)}
    ), case
      when ${rules.isExcluded} then 'excluded'
      when ${rules.isCapped} then 'frequency_cap'
    end)`;
}

type ExclusionRules = { readonly isExcluded: SqlNode; readonly isCapped: SqlNode };

function compileExclusions(scope: AudienceScope, audience: Audience, { segments, cap }: Exclusions): ExclusionRules {
  const isExcluded = anyOf([
    ...isAddressIn(audience.excludeEmails),
    ...inLists(scope.tenantId, audience.excludeListIds, node`m.state in ('confirmed', 'unconfirmed')`),
    ...inParentheses(segments),
  ]);
  return { isExcluded, isCapped: cap === undefined ? node`false` : isOverFrequencyCap(scope, cap) };
}

const inParentheses = (conditions: readonly SqlNode[]): SqlNode[] => conditions.map((each) => node`(${each})`);

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

/** With one list and no segment the list is known without a query. */
function matchingListId(tenantId: string, { listIds, segmentIds }: Audience): SqlNode {
  if (listIds.length === 0) return node`null::bigint`;
  return listIds.length === 1 && segmentIds.length === 0
    ? node`${listIds[0] ?? ""}::bigint`
    : lowestMatchingListId(tenantId, listIds);
}

const lowestMatchingListId = (tenantId: string, listIds: readonly string[]): SqlNode => node`
  (select min(m.list_id) from list_member m where m.tenant_id = ${tenantId} and m.list_id in (${commaSeparated(listIds)})
    and m.contact_id = c.id and m.state = 'confirmed')`;

/** One parameter for any number of addresses; an address contains no space. */
const isAddressIn = (emails: readonly string[]): SqlNode[] =>
  emails.length === 0 ? [] : [node`c.email = any(string_to_array(${emails.join(" ")}, ' '))`];

/** The contact has reached the company's frequency cap. */
const isOverFrequencyCap = ({ tenantId, now }: AudienceScope, cap: FrequencyCap): SqlNode => node`
  ((select count(*) from message f where f.tenant_id = ${tenantId} and f.contact_id = c.id
    and f.sent_at > ${new Date(now.getTime() - days(cap.days))}) >= ${cap.emails})`;
