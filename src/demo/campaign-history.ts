import type { TenantDb } from "../db/tenant.ts";
import { insertApproval, updateApprovalUsed, updateDecision } from "../features/campaigns/approvals/queries.ts";
import type { CampaignChangeKind } from "../features/campaigns/history/shapes.ts";
import { campaignChanged } from "../journal/events.ts";
import { appendEntries } from "../journal/journal.ts";
import { addMs, days, hours, minutes } from "../kernel/local-time.ts";
import type { WrittenDraft } from "./campaigns.ts";
import type { Newsletter } from "./newsletters.ts";
import type { WaitingApproval } from "./notifications.ts";
import { approvalWords } from "./words/campaigns.ts";

type Members = { readonly ownerId: string; readonly colleagueId: string };

type Campaigns = {
  readonly newsletters: readonly Newsletter[];
  readonly draft: WrittenDraft;
  readonly recipients: number;
};

type Change = readonly [change: CampaignChangeKind, at: Date, memberId: string];

/**
 * What the members did with the campaigns: the owner sent one alone and returned and approved the next one of the colleague,
 * whose draft waits for approval. Answers the waiting request. Called after all that the fingerprint of a draft contains.
 */
export async function writeCampaignHistory(
  db: TenantDb,
  { newsletters, draft, recipients }: Campaigns,
  members: Members,
): Promise<WaitingApproval> {
  const { ownerId, colleagueId } = members;
  const sent = newsletters.flatMap(({ campaignId, at }) => (campaignId === undefined ? [] : [{ id: campaignId, at }]));
  const approved = sent.at(-1);
  for (const { id, at } of sent.slice(0, -1)) {
    const createdAt = addMs(at, -days(1));
    await appendChanges(db, id, [...createdBy(ownerId, createdAt), ["approved", at, ownerId]]);
  }
  if (approved !== undefined) await writeApproved(db, { ...approved, recipients }, members);
  const requestedAt = addMs(draft.at, hours(1));
  await appendChanges(db, draft.id, [
    ...createdBy(colleagueId, draft.at),
    ["approval_requested", requestedAt, colleagueId],
  ]);
  const request = { campaignId: draft.id, recipients, requestedBy: colleagueId, requestedAt };
  const approvalId = await insertApproval(db, { ...request, comment: approvalWords.draft });
  return { params: { approvalId, campaignId: draft.id, name: draft.name }, at: requestedAt };
}

const createdBy = (memberId: string, at: Date): Change[] => [
  ["created", at, memberId],
  ["content_saved", addMs(at, minutes(35)), memberId],
];

type ApprovedCampaign = { readonly id: string; readonly at: Date; readonly recipients: number };

async function writeApproved(
  db: TenantDb,
  { id, at, recipients }: ApprovedCampaign,
  { ownerId, colleagueId }: Members,
): Promise<void> {
  const createdAt = addMs(at, -days(1));
  const after = (passed: number): Date => addMs(createdAt, hours(passed));
  const request = { campaignId: id, recipients, requestedBy: colleagueId };
  const first = await insertApproval(db, { ...request, comment: approvalWords.first, requestedAt: after(1) });
  const returned = { state: "returned", comment: approvalWords.returned } as const;
  await updateDecision(db, first, { ...returned, memberId: ownerId, at: after(2) });
  const second = await insertApproval(db, { ...request, comment: approvalWords.second, requestedAt: after(3) });
  const given = { state: "approved", comment: approvalWords.given } as const;
  await updateDecision(db, second, { ...given, memberId: ownerId, at: after(4) });
  await updateApprovalUsed(db, id);
  await appendChanges(db, id, [
    ...createdBy(colleagueId, createdAt),
    ["approval_requested", after(1), colleagueId],
    ["approval_refused", after(2), ownerId],
    ["content_saved", addMs(after(3), -minutes(5)), colleagueId],
    ["approval_requested", after(3), colleagueId],
    ["approval_given", after(4), ownerId],
    ["approved", at, colleagueId],
  ]);
}

const appendChanges = (db: TenantDb, campaignId: string, changes: readonly Change[]): Promise<void> =>
  appendEntries(
    db,
    changes.map(([change, at, memberId]) =>
      campaignChanged.entry({ contactId: null, at, payload: { campaignId, change, memberId } }),
    ),
  );
