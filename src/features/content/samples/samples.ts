import type { TenantDb } from "../../../db/tenant.ts";
import { sampleCoupons } from "../../../mail/render/coupon-keys.ts";
import { findMergeSignature } from "../../../mail/render/signature.ts";
import { mergeValues, sampleContact, type MergeValues } from "../../../mail/render/values.ts";
import { listFields } from "../../contacts/fields/queries.ts";
import { enrichFromName } from "../../contacts/name-enrichment/name-enrichment.ts";
import { emptyProfile } from "../../contacts/profile.ts";
import { findFeedBlocks, type BlockLinks } from "../../feeds/email-blocks.ts";
import { findCompanyAndShop } from "./queries.ts";

export type SampleValuesRequest = {
  readonly shopId: string | null;
  /** Language of a variant; otherwise the contact has the shop's language. */
  readonly language?: string | null;
  readonly email: string;
  readonly publicUrl: string;
  readonly now: Date;
  /** The parts of the e-mail: coupons that they use get a sample code. */
  readonly parts: readonly (string | null | undefined)[];
  /** Where the links in products and articles lead; to the items unless given. */
  readonly blockLinks?: BlockLinks;
  /** The signature of the list or segment that a campaign is sent to. */
  readonly signatureHtml?: string | undefined;
};

/** Merge values of a sample contact, enriched like a new contact, for previews and tests. Its links lead to pages that change nothing. */
export async function sampleMergeValues(db: TenantDb, request: SampleValuesRequest): Promise<MergeValues> {
  const { company, shop } = await findCompanyAndShop(db, request.shopId);
  const language = request.language ?? shop?.language ?? company.language;
  const person = { ...emptyProfile, ...sampleContact(language) };
  const page = (kind: string) => `${request.publicUrl}/${kind}/test`;
  const { now, blockLinks } = request;
  const blockOptions = { language, now: () => now, ...(blockLinks === undefined ? {} : { links: blockLinks }) };
  return mergeValues({
    contact: { ...person, ...enrichFromName(person), email: request.email },
    company,
    shop,
    fields: await listFields(db),
    links: { unsubscribe: page("u"), preferences: page("u"), confirmation: page("c"), browser: page("v") },
    coupons: sampleCoupons(request.parts),
    blocks: await findFeedBlocks(db, request.parts, blockOptions),
    signature: findMergeSignature(request.signatureHtml ?? ""),
    today: now.toLocaleDateString("sv-SE", { timeZone: company.timeZone }),
  });
}
