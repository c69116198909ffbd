import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { isUnreachable } from "../../../db/client.ts";
import { CompanyBatcher } from "../../../db/batcher.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { iso } from "../../../kernel/local-time.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import type { contactRoutes } from "../contract.ts";
import { parseFieldValues, mergeFieldValues } from "../fields/service.ts";
import { addMembers } from "../memberships/queries.ts";
import { requireOpenLists } from "../memberships/service.ts";
import { emptyProfile, pickProvidedProfile, searchColumns } from "../profile.ts";
import { lockAddress, lockAddresses } from "../queries.ts";
import { getContact } from "../get-contact.ts";
import type { Contact } from "../shapes.ts";
import { insertContacts, type NewContactInput, type CreationOutcome } from "./queries.ts";

type CreateContactBody = Static<(typeof contactRoutes.records.createContact)["body"]>;

/** A contact by the API: an erased address stays away, a suppressed one stays suppressed. */
export async function createContact(ctx: Context, body: CreateContactBody) {
  const input = await parseNewContact(ctx, body);
  const listIds = [...new Set(body.listIds)];
  if (listIds.length > 0) return createInLists(ctx, input, listIds);
  const outcome = await creationBatcher.load(ctx.db, input);
  const created = requireAccepted(outcome);
  // Somebody who was here before comes with orders or refusals; nobody else has anything that was not written just now.
  return outcome.linkedOrders > 0 || outcome.hasSavedOptOuts
    ? getContact(ctx, created.id)
    : presentNewContact(input, created);
}

/** Candidates that come together are made together. Where that fails, and for an address that comes twice, each goes alone. */
const creationBatcher = new CompanyBatcher<NewContactInput, CreationOutcome>(async (db, inputs) => {
  const outcomes = await insertBatch(db, inputs);
  return inputs.map((input) => outcomes.get(input) ?? insertOne(db, input));
});

async function insertBatch(
  db: TenantDb,
  inputs: readonly NewContactInput[],
): Promise<Map<NewContactInput, CreationOutcome>> {
  const outcomes = new Map<NewContactInput, CreationOutcome>();
  const distinct = inputs.filter(({ email }, index) => inputs.findIndex((each) => each.email === email) === index);
  try {
    for (const [index, outcome] of (await insertUnderLock(db, distinct)).entries()) {
      const input = distinct[index];
      if (input !== undefined) outcomes.set(input, outcome);
    }
  } catch (error) {
    if (inputs.length === 1 || isUnreachable(error)) throw error;
  }
  return outcomes;
}

const insertUnderLock = (db: TenantDb, inputs: readonly NewContactInput[]): Promise<readonly CreationOutcome[]> =>
  db.pipelinedTransaction(async (inner) => ({
    before: lockAddresses(
      inner,
      inputs.map(({ fingerprint }) => fingerprint),
    ),
    last: insertContacts(inner, inputs),
  }));

const insertOne = async (db: TenantDb, input: NewContactInput): Promise<CreationOutcome> =>
  singleRow(await insertUnderLock(db, [input]));

async function createInLists(ctx: Context, input: NewContactInput, listIds: readonly string[]) {
  return inTransaction(ctx, async (inner) => {
    const { db } = inner;
    await lockAddress(db, input.fingerprint);
    await requireOpenLists(db, listIds);
    const { id } = requireAccepted(singleRow(await insertContacts(db, [input])));
    await addMembers(db, { listIds, contactIds: [id], at: input.at });
    return getContact(inner, id);
  });
}

type AcceptedOutcome = CreationOutcome & { shopId: string; id: string };

/** Nothing was written when a fact stood against it. */
function requireAccepted(outcome: CreationOutcome): AcceptedOutcome {
  const { shopId } = outcome;
  if (shopId === null) throw validation("shopId");
  if (!outcome.isPurpose) throw validation("purposeId");
  if (outcome.isTaken) throw conflict("email");
  if (outcome.isErased) throw conflict("erased");
  if (outcome.id === null) throw new Error("a contact was neither refused nor made");
  return { ...outcome, shopId };
}

async function parseNewContact(ctx: Context, body: CreateContactBody): Promise<NewContactInput> {
  const email = normalizeEmail(body.email);
  if (email === undefined) throw validation("email");
  const customFields = mergeFieldValues({}, await parseFieldValues(ctx, body.customFields ?? {}));
  const profile = { ...emptyProfile, ...pickProvidedProfile(body) };
  return {
    ...profile,
    ...searchColumns(ctx.db.tenantId, email, profile),
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
function presentNewContact(input: NewContactInput, outcome: AcceptedOutcome): Static<typeof Contact> {
  const { source } = input;
  const at = input.at.toISOString();
  return {
    ...input,
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
