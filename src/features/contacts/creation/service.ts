import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { isUnreachable } from "../../../db/client.ts";
import { CompanyGathering } from "../../../db/gathering.ts";
import { only } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import type { contactRoutes } from "../contract.ts";
import { checkValues, mergeValues } from "../fields/service.ts";
import { addMembers } from "../memberships/queries.ts";
import { requireOpenLists } from "../memberships/service.ts";
import { iso } from "../present.ts";
import { emptyProfile, profileIn, wordColumns } from "../profile.ts";
import { lockAddress, lockAddresses } from "../queries.ts";
import { get } from "../read.ts";
import type { Contact } from "../shapes.ts";
import { insertContacts, type Candidate, type CreationOutcome } from "./queries.ts";

type Body = Static<(typeof contactRoutes.records.createContact)["body"]>;

/** A contact by the API: an erased address stays away, a suppressed one stays suppressed. */
export async function create(ctx: Context, body: Body) {
  const candidate = await candidateOf(ctx, body);
  const listIds = [...new Set(body.listIds)];
  if (listIds.length > 0) return createInLists(ctx, candidate, listIds);
  const outcome = await creating.ask(ctx.db, candidate);
  const made = accepted(outcome);
  // Somebody who was here before comes with orders or refusals; nobody else has anything that was not written just now.
  return outcome.linkedOrders > 0 || outcome.hasRefusals ? get(ctx, made.id) : present(candidate, made);
}

/** Candidates that come together are made together. Where that fails, and for an address that comes twice, each goes alone. */
const creating = new CompanyGathering<Candidate, CreationOutcome>(async (db, candidates) => {
  const outcomes = await insertTogether(db, candidates);
  return candidates.map((candidate) => outcomes.get(candidate) ?? insertOne(db, candidate));
});

async function insertTogether(
  db: TenantDb,
  candidates: readonly Candidate[],
): Promise<Map<Candidate, CreationOutcome>> {
  const outcomes = new Map<Candidate, CreationOutcome>();
  const once = candidates.filter(({ email }, index) => candidates.findIndex((each) => each.email === email) === index);
  try {
    for (const [index, outcome] of (await insert(db, once)).entries()) {
      const candidate = once[index];
      if (candidate !== undefined) outcomes.set(candidate, outcome);
    }
  } catch (error) {
    if (candidates.length === 1 || isUnreachable(error)) throw error;
  }
  return outcomes;
}

const insert = (db: TenantDb, candidates: readonly Candidate[]): Promise<readonly CreationOutcome[]> =>
  db.transactionEndingIn(async (inner) => ({
    before: lockAddresses(
      inner,
      candidates.map(({ fingerprint }) => fingerprint),
    ),
    last: insertContacts(inner, candidates),
  }));

const insertOne = async (db: TenantDb, candidate: Candidate): Promise<CreationOutcome> =>
  only(await insert(db, [candidate]));

async function createInLists(ctx: Context, candidate: Candidate, listIds: readonly string[]) {
  return inTransaction(ctx, async (inner) => {
    const { db } = inner;
    await lockAddress(db, candidate.fingerprint);
    await requireOpenLists(db, listIds);
    const { id } = accepted(only(await insertContacts(db, [candidate])));
    await addMembers(db, { listIds, contactIds: [id], at: candidate.at });
    return get(inner, id);
  });
}

type Accepted = CreationOutcome & { shopId: string; id: string };

/** Nothing was written when a fact stood against it. */
function accepted(outcome: CreationOutcome): Accepted {
  const { shopId } = outcome;
  if (shopId === null) throw validation("shopId");
  if (!outcome.isPurpose) throw validation("purposeId");
  if (outcome.isTaken) throw conflict("email");
  if (outcome.isErased) throw conflict("erased");
  if (outcome.id === null) throw new Error("a contact was neither refused nor made");
  return { ...outcome, shopId };
}

async function candidateOf(ctx: Context, body: Body): Promise<Candidate> {
  const email = normalizeEmail(body.email);
  if (email === undefined) throw validation("email");
  const customFields = mergeValues({}, await checkValues(ctx, body.customFields ?? {}));
  const profile = { ...emptyProfile, ...profileIn(body) };
  return {
    ...profile,
    ...wordColumns(ctx.db.tenantId, email, profile),
    email,
    fingerprint: addressFingerprint(ctx.company.fingerprintKey, email),
    shopId: body.shopId,
    purposeId: body.purposeId,
    source: "manual",
    customFields,
    at: ctx.clock.now(),
  };
}

/** All that has happened to a contact of this moment is its creation, so that nothing needs to be read again. */
function present(candidate: Candidate, outcome: Accepted): Static<typeof Contact> {
  const { source } = candidate;
  const at = candidate.at.toISOString();
  return {
    ...candidate,
    ...outcome,
    suppressedAt: iso(outcome.suppressedAt),
    blacklistedAt: iso(outcome.blacklistedAt),
    lists: [],
    createdAt: at,
    statusAt: at,
    updatedAt: null,
    sources: [{ source, at }],
    consentBasis: "imported",
    consentAt: at,
    consentWeak: false,
    softBounces: 0,
    lastSentAt: null,
    lastOpenAt: null,
    lastClickAt: null,
    engagementAt: null,
    editedFields: [],
    recentActivities: [{ id: outcome.journalId, type: "contact_created", at, title: outcome.status }],
    stats90d: { received: 0, opened: 0, clicked: 0, bestHour: null },
    orders: [],
    orderTotals: [],
  };
}
