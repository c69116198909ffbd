import type { Context } from "../../../context.ts";
import { emptyProfile, searchColumns } from "../profile.ts";
import { admitContacts, type JournalOrigin } from "./admit.queries.ts";
import { insertLinks } from "../contact-hooks.ts";

/** The buyer of an order. */
export type Buyer = { readonly email: string; readonly fingerprint: Buffer; readonly shopId: string };

export type CustomerOrigin = {
  readonly at: Date;
  readonly source: "order" | "import" | "legacy";
  /** Added to the journal entries of an import. */
  readonly journalOrigin?: JournalOrigin;
};

/**
 * The contact of each buyer; an address without a contact becomes a customer without a consent. Null for an erased address,
 * which is not admitted. Runs under the locks of the addresses, with each address once.
 */
export async function findOrInsertCustomers(
  { db, hooks }: Pick<Context, "db" | "hooks">,
  buyers: readonly Buyer[],
  { at, source, journalOrigin }: CustomerOrigin,
): Promise<Map<string, string | null>> {
  const admissions = await admitContacts(
    db,
    buyers.map((buyer) => ({
      ...buyer,
      at,
      source,
      ...searchColumns(db.tenantId, buyer.email, emptyProfile),
      purposeId: null,
      customFields: {},
    })),
    { links: insertLinks({ hooks }, db.tenantId), journalOrigin },
  );
  return new Map(
    buyers.map(({ email }, index) => [email, admissions[index]?.existingId ?? admissions[index]?.id ?? null]),
  );
}
