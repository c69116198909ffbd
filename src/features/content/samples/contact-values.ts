import type { Context } from "../../../context.ts";
import { dayAt } from "../../../kernel/local-time.ts";
import { sampleCoupons } from "../../../mail/render/coupon-keys.ts";
import { findMergeSignature } from "../../../mail/render/signature.ts";
import { mergeValues, type MergeValues } from "../../../mail/render/values.ts";
import { listFields } from "../../contacts/fields/queries.ts";
import { pickLiveValues } from "../../contacts/fields/values.ts";
import type { ContactRecord } from "../../contacts/queries.ts";
import { findFeedBlocks, personalFeedBlocks } from "../../feeds/email-blocks.ts";
import { findCompanyAndShop } from "./queries.ts";

export type ContactValuesRequest = {
  readonly shopId: string | null;
  /** The parts of the e-mail: coupons that they use get a sample code. */
  readonly parts: readonly (string | null | undefined)[];
  /** The signature of the list or segment that a campaign is sent to. */
  readonly signatureHtml?: string | undefined;
};

/** Merge values of a contact for a preview: links lead to pages without effect, and coupons show a sample code. */
export async function contactMergeValues(
  { db, publicUrl, clock }: Context,
  contact: ContactRecord,
  { shopId, parts, signatureHtml = "" }: ContactValuesRequest,
): Promise<MergeValues> {
  const { company, shop } = await findCompanyAndShop(db, shopId);
  const page = (kind: string) => `${publicUrl}/${kind}/test`;
  const fields = await listFields(db);
  const language = contact.language ?? shop?.language ?? company.language;
  const options = { language, now: () => clock.now() };
  const own = await personalFeedBlocks(parts, options)?.(db, [contact.id]);
  return mergeValues({
    contact: { ...contact, customFields: pickLiveValues(fields, contact.customFields) },
    company,
    shop,
    fields,
    links: { unsubscribe: page("u"), preferences: page("u"), confirmation: page("c"), browser: page("v") },
    coupons: sampleCoupons(parts),
    blocks: { ...(await findFeedBlocks(db, parts, options)), ...own?.get(contact.id) },
    signature: findMergeSignature(signatureHtml),
    today: dayAt(clock.now(), company.timeZone),
  });
}
