import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../../context.ts";
import { singleRow } from "../../../db/rows.ts";
import { consentGiven, contactUpdated, statusChanged } from "../../../journal/events.ts";
import * as journal from "../../../journal/journal.ts";
import type { Profile } from "../../../kernel/contact-columns.ts";
import { profileFields } from "../../../kernel/contact-columns.ts";
import { requireFound } from "../../../kernel/errors.ts";
import { addMonths } from "../../../kernel/local-time.ts";
import { findPurpose, insertConsent, insertConsentEvents } from "../consents/queries.ts";
import { admitContacts } from "../creation/admit.queries.ts";
import { rederive } from "../name-enrichment/rederive.ts";
import { emptyProfile, searchColumns } from "../profile.ts";
import { lockContact, updateContact, type ContactChange, type ContactRecord } from "../queries.ts";
import { nextContactStatus } from "../states.ts";
import { confirmMembers } from "./members.queries.ts";
import * as queries from "./queries.ts";
import { findConfirmationEmailObstacle, type SignUp } from "./request.ts";
import { insertLinks } from "../contact-hooks.ts";

/** `ip` and `at` are those of the confirmation. */
export type Confirmation = SignUp & {
  /** Only fields with a value: an empty one erases nothing. */
  readonly profile: Partial<Profile>;
  readonly customFields: Readonly<Record<string, unknown>>;
};

export type ConfirmationResult = { contactId: string; consentId: string } | { obstacle: string };

/**
 * The person pressed the button of a confirmation e-mail: the only way back from an opt-out, an erasure and a weak consent.
 * Runs in a transaction, under the lock of the address.
 */
export async function confirmSubscription(ctx: Context, confirmation: Confirmation): Promise<ConfirmationResult> {
  const { db } = ctx;
  const { purposeId, consentText, ip, at } = confirmation;
  const addressStatus = await queries.findAddressStatus(db, confirmation);
  const obstacle = findConfirmationEmailObstacle(addressStatus);
  if (obstacle !== undefined) return { obstacle };
  if (addressStatus.isErased) await queries.deleteErasedAddress(db, confirmation.fingerprint);
  const contactId = addressStatus.contactId ?? (await insertContact(ctx, confirmation));
  const contact = requireFound(await lockContact(db, contactId), "contact");
  const purpose = requireFound(await findPurpose(db, purposeId), "purpose");
  await queries.deletePendingConsents(db, contactId, purposeId);
  const basis = "double_opt_in";
  const consent = await insertConsent(db, {
    contactId,
    purposeId,
    state: "valid",
    basis,
    source: "form",
    text: consentText,
    ip,
    at,
    withdrawnAt: null,
    validUntil: purpose.validMonths === null ? null : addMonths(at, purpose.validMonths),
  });
  await insertConsentEvents(db, [{ contactId, purposeId, action: "given", basis, source: "form", note: null, at }]);
  await queries.deleteOptOut(db, contact.fingerprint);
  const status = nextContactStatus(contact.status, "confirm");
  const values = toValues(db.tenantId, contact, confirmation);
  await updateContact(db, contactId, {
    ...values.change,
    updatedAt: at,
    ...(status === contact.status ? {} : { status, statusAt: at }),
    ...(contact.sources.some(({ source }) => source === "form")
      ? {}
      : { sources: JSON.stringify([...contact.sources, { source: "form", at }]) }),
    consentBasis: basis,
    consentAt: at,
    consentWeak: false,
    lacksConsent: !(await queries.hasDefaultConsent(db, contactId, at)),
    suppressionReason: null,
    suppressionNote: null,
    suppressedAt: null,
  });
  await journal.appendEntries(db, [
    consentGiven.entry({ contactId, at, payload: { purposeId, title: purpose.name } }),
    ...(status === contact.status
      ? []
      : [statusChanged.entry({ contactId, at, payload: { from: contact.status, to: status } })]),
    ...(values.fields.length === 0
      ? []
      : [
          contactUpdated.entry({
            contactId,
            at,
            payload: { fields: values.fields, title: values.fields.join(", "), source: "form" },
          }),
        ]),
  ]);
  await confirmMembers(db, { contactId, listIds: confirmation.listIds, at });
  return { contactId, consentId: consent.id };
}

/** The contact was deleted, erased or never stored. */
async function insertContact({ db, hooks }: Context, confirmation: Confirmation): Promise<string> {
  const { email, fingerprint, shopId, at } = confirmation;
  const words = searchColumns(db.tenantId, email, emptyProfile);
  const candidate = { email, fingerprint, shopId, at, ...words, purposeId: null, source: "form", customFields: {} };
  const { id } = singleRow(await admitContacts(db, [candidate], { links: insertLinks({ hooks }, db.tenantId) }));
  if (id === null) throw new Error("the address was not admitted");
  return id;
}

/** What the person typed counts as edited by a person. */
function toValues(
  tenantId: string,
  contact: ContactRecord,
  { profile, customFields }: Confirmation,
): { change: ContactChange; fields: string[] } {
  const changedProfile = profileFields.filter(
    (field) => profile[field] !== undefined && profile[field] !== contact[field],
  );
  const changedCustom = Object.keys(customFields).filter(
    (id) => !isDeepStrictEqual(customFields[id], contact.customFields[id]),
  );
  const fields = [...changedProfile, ...changedCustom.map((id) => `customFields.${id}`)];
  if (fields.length === 0) return { change: {}, fields };
  const typed: Partial<Profile> = Object.fromEntries(changedProfile.map((field) => [field, profile[field]]));
  const editedFields = [...new Set([...contact.editedFields, ...fields])];
  return {
    fields,
    change: {
      ...typed,
      ...rederive(contact, typed, (field) => editedFields.includes(field)),
      ...searchColumns(tenantId, contact.email, { ...contact, ...typed }),
      customFields: JSON.stringify({ ...contact.customFields, ...customFields }),
      editedFields,
    },
  };
}
