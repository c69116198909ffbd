import { finalInParts } from "../../db/in-parts.ts";
import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { isUnreachable } from "../../db/client.ts";
import { CompanyBatcher } from "../../db/batcher.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { AuditRow } from "../../journal/audit.ts";
import { listAdded } from "../../journal/events.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { addressFingerprint } from "../../kernel/crypto.ts";
import { profileFields, type Profile, type ProfileField } from "../../kernel/contact-columns.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { conflict, validation } from "../../kernel/errors.ts";
import type { contactRoutes } from "./contract.ts";
import { parseFieldValues, mergeFieldValues } from "./fields/service.ts";
import { auditOfNewContacts } from "./creation/audit.queries.ts";
import type { ContactDetailRecord } from "./contact-detail.queries.ts";
import { presentContact } from "./present.ts";
import { emptyProfile, pickProvidedProfile, searchColumns } from "./profile.ts";
import { lockAddresses } from "./queries.ts";
import { getContact } from "./get-contact.ts";
import { enrichedFields } from "./name-enrichment/name-enrichment.ts";
import { admissionInParts, type Admission, type ContactCandidate } from "./creation/admit.queries.ts";
import { insertLinks, type InsertLink } from "./contact-hooks.ts";

/** A candidate with all its fields and the consent that the company holds. */
type NewContactInput = ContactCandidate & Profile & { purposeId: string; listIds: string[]; editedFields: string[] };

type CreateContactBody = Static<(typeof contactRoutes.records.createContact)["body"]>;

/** POST /contacts: an erased address is rejected, a suppressed one stays suppressed. */
export async function createContact(ctx: Context, body: CreateContactBody) {
  const input = await parseNewContact(ctx, body);
  const outcome = await creationBatcher.load(ctx.db, {
    input,
    links: insertLinks(ctx, ctx.db.tenantId),
    audit: ctx.audit,
  });
  const created = requireAccepted(input, outcome);
  ctx.db.created(created.id);
  // Only a contact that was deleted before has orders or opt-outs.
  return outcome.hasLinkedRows || outcome.hasSavedOptOuts
    ? getContact(ctx, created.id)
    : presentContact(newContactDetail(input, created));
}

/** Concurrent requests are inserted in one statement; if that fails, and for a repeated address, one by one. */
const creationBatcher = new CompanyBatcher<CreationCall, Admission>(async (db, calls) => {
  const audits = new Map(calls.map(({ input, audit }) => [input, audit]));
  const target = { db, links: calls[0]?.links ?? [], audits };
  const inputs = calls.map(({ input }) => input);
  const outcomes = await insertBatch(target, inputs);
  return inputs.map((input) => outcomes.get(input) ?? insertOne(target, input));
});

/** The links are the same in all calls of a company. */
type CreationCall = {
  readonly input: NewContactInput;
  readonly links: readonly InsertLink[];
  readonly audit: AuditRow | undefined;
};
type InsertTarget = {
  readonly db: TenantDb;
  readonly links: readonly InsertLink[];
  readonly audits: ReadonlyMap<NewContactInput, AuditRow | undefined>;
};

async function insertBatch(
  target: InsertTarget,
  inputs: readonly NewContactInput[],
): Promise<Map<NewContactInput, Admission>> {
  const outcomes = new Map<NewContactInput, Admission>();
  const distinct = inputs.filter(({ email }, index) => inputs.findIndex((each) => each.email === email) === index);
  try {
    for (const [index, outcome] of (await insertUnderLock(target, distinct)).entries()) {
      const input = distinct[index];
      if (input !== undefined) outcomes.set(input, outcome);
    }
  } catch (error) {
    if (inputs.length === 1 || isUnreachable(error)) throw error;
  }
  return outcomes;
}

const insertUnderLock = (
  { db, links, audits }: InsertTarget,
  inputs: readonly NewContactInput[],
): Promise<readonly Admission[]> =>
  db.withRow(auditOfNewContacts(db, inputs, audits)).pipelinedTransaction((inner) =>
    finalInParts<Admission>(inner, {
      before: lockAddresses(
        inner,
        inputs.map(({ fingerprint }) => fingerprint),
      ),
      ...admissionInParts(inner, inputs, { links }),
    }),
  );

const insertOne = async (target: InsertTarget, input: NewContactInput): Promise<Admission> =>
  singleRow(await insertUnderLock(target, [input]));

type AcceptedOutcome = Admission & { shopId: string; id: string };

/** Maps the fact that prevented the insertion to its error. */
function requireAccepted({ listIds }: NewContactInput, outcome: Admission): AcceptedOutcome {
  const { shopId, knownListIds } = outcome;
  listIds.forEach((id, index) => {
    if (!knownListIds.includes(id)) throw validation(`listIds.${index}`, existing("list"));
  });
  if (outcome.isListLocked) throw conflict("locked");
  if (shopId === null) throw validation("shopId", existing("shop"));
  if (!outcome.isPurpose) throw validation("purposeId", existing("purpose"));
  if (outcome.existingId !== null) throw conflict("email");
  if (outcome.isErased) throw conflict("erased");
  if (outcome.id === null) throw new Error("the contact was neither rejected nor inserted");
  return { ...outcome, shopId };
}

async function parseNewContact(ctx: Context, body: CreateContactBody): Promise<NewContactInput> {
  const email = normalizeEmail(body.email);
  if (email === undefined) throw validation("email", accepts.email);
  const customFields = mergeFieldValues({}, await parseFieldValues(ctx, body.customFields ?? {}));
  const profile = { ...emptyProfile, ...pickProvidedProfile(body) };
  const emptiedFields = profileFields.filter((field) => body[field] === null);
  return {
    ...profile,
    ...searchColumns(ctx.db.tenantId, email, profile),
    email,
    fingerprint: addressFingerprint(ctx.company.fingerprintKey, email),
    shopId: body.shopId,
    purposeId: body.purposeId,
    source: "manual",
    listIds: [...new Set(body.listIds)],
    customFields,
    emptiedFields,
    editedFields: [
      ...profileFields.filter((field) => profile[field] !== null || isEmptiedForGood(field, emptiedFields)),
      ...Object.keys(customFields).map((field) => `customFields.${field}`),
    ],
    at: ctx.clock.now(),
  };
}

/** A change of the names must not derive what was left empty on purpose. */
const isEmptiedForGood = (field: ProfileField, emptied: readonly ProfileField[]): boolean =>
  emptied.includes(field) && enrichedFields.some((enriched) => enriched === field);

/** A contact without history has only its creation: nothing needs to be read back. */
function newContactDetail(input: NewContactInput, outcome: AcceptedOutcome): ContactDetailRecord {
  const { source } = input;
  const at = input.at.toISOString();
  const joined = outcome.joinedLists ?? [];
  return {
    ...input,
    ...outcome,
    suppressedAt: outcome.suppressedAt?.toISOString() ?? null,
    blacklistedAt: outcome.blacklistedAt?.toISOString() ?? null,
    lists: joined.map(({ listId, name, state, size }) => ({ listId, name, state, changedAt: at, listSize: size })),
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
    recentActivities: [
      ...joined
        .map(({ journalId: id, listId, name: title }) => ({
          id,
          type: listAdded.type,
          at,
          payload: { listId, title },
          subject: null,
          actor: null,
        }))
        .toSorted((left, right) => Number(right.id) - Number(left.id)),
      {
        id: outcome.journalId,
        type: "contact_created",
        at,
        payload: { to: outcome.status },
        subject: null,
        actor: null,
      },
    ],
    stats90d: { received: 0, opened: 0, clicked: 0, bestHour: null },
    orders: [],
    orderTotals: [],
  };
}
