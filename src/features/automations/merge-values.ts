import type { TenantDb } from "../../db/tenant.ts";
import { dayAt } from "../../kernel/local-time.ts";
import { mergeValues, type MergeValues } from "../../mail/render/values.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { pickLiveValues } from "../contacts/fields/values.ts";
import { findContact } from "../contacts/queries.ts";
import { findCompanyAndShop } from "../content/samples/queries.ts";

/** What merge tags outside of e-mails are filled with; undefined for a deleted contact. */
export async function findMergeValues(
  db: TenantDb,
  { contactId, shopId, now }: { readonly contactId: string; readonly shopId: string; readonly now: Date },
): Promise<MergeValues | undefined> {
  const contact = await findContact(db, contactId);
  if (contact === undefined) return undefined;
  const [senders, fields] = await Promise.all([findCompanyAndShop(db, shopId), listFields(db)]);
  const customFields = pickLiveValues(fields, contact.customFields);
  const today = dayAt(now, senders.company.timeZone);
  return mergeValues({ contact: { ...contact, customFields }, ...senders, fields, today });
}
