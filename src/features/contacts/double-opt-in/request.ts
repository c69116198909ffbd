import type { Context } from "../../../context.ts";
import { singleRow } from "../../../db/rows.ts";
import { insertConsent, insertConsentEvents } from "../consents/queries.ts";
import { admitContacts } from "../creation/admit.queries.ts";
import { emptyProfile, searchColumns } from "../profile.ts";
import { insertUnconfirmedMembers } from "./members.queries.ts";
import type { Address, AddressStatus } from "./queries.ts";
import { insertLinks } from "../contact-hooks.ts";

export type SignUp = Address & {
  readonly shopId: string;
  readonly purposeId: string;
  readonly listIds: readonly string[];
  readonly consentText: string;
  readonly ip: string;
  readonly at: Date;
};

/** Why an address gets no confirmation e-mail; undefined if it gets one. A person may take back an opt-out, but nothing else. */
export function findConfirmationEmailObstacle(addressStatus: AddressStatus): string | undefined {
  const { isBlacklisted, suppressionReason, status } = addressStatus;
  if (isBlacklisted) return "blacklisted";
  if (suppressionReason === "manual") return "suppressed";
  return (["complained", "bounced"] as const).find((word) => word === suppressionReason || word === status);
}

/**
 * A new address becomes a pending contact; a known, suppressed or erased one stays as it is until the person confirms. Answers
 * the new contact. Runs in a transaction, under the lock of the address.
 */
export async function requestConfirmation(
  ctx: Context,
  addressStatus: AddressStatus,
  { shopId, purposeId, listIds, consentText, ip, at, ...address }: SignUp,
): Promise<string | undefined> {
  if (addressStatus.contactId !== null || addressStatus.suppressionReason !== null || addressStatus.isErased)
    return undefined;
  const { db } = ctx;
  const candidate = {
    ...address,
    ...searchColumns(db.tenantId, address.email, emptyProfile),
    shopId,
    purposeId: null,
    source: "form",
    customFields: {},
    isUnconfirmed: true,
    at,
  };
  const { id: contactId } = singleRow(await admitContacts(db, [candidate], { links: insertLinks(ctx, db.tenantId) }));
  if (contactId === null) throw new Error("the address was not admitted");
  const basis = "double_opt_in";
  await insertConsent(db, {
    contactId,
    purposeId,
    state: "pending",
    basis,
    source: "form",
    text: consentText,
    ip,
    at,
    withdrawnAt: null,
    validUntil: null,
  });
  await insertConsentEvents(db, [{ contactId, purposeId, action: "requested", basis, source: "form", note: null, at }]);
  await insertUnconfirmedMembers(db, { contactId, listIds, at });
  return contactId;
}
