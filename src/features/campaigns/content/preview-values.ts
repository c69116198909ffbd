import type { Context } from "../../../context.ts";
import { dayAt } from "../../../kernel/local-time.ts";
import { sampleCoupons } from "../../../mail/render/coupon-keys.ts";
import { findMergeSignature } from "../../../mail/render/signature.ts";
import { mergeValues, type MergeValues } from "../../../mail/render/values.ts";
import { listFields } from "../../contacts/fields/queries.ts";
import { pickLiveValues } from "../../contacts/fields/values.ts";
import type { ContactRecord } from "../../contacts/queries.ts";
import { findFeedBlocks, personalFeedBlocks } from "../../feeds/email-blocks.ts";
import { findAudienceSignature } from "../audience/queries.ts";
import type { Audience } from "../audience/shapes.ts";
import { findOwnBlocks } from "../recipient-values.ts";
import { findCompanyAndShop } from "../../content/samples/queries.ts";

/** Merge values for a preview: links lead to pages without effect, and coupons show a sample code. */
export async function previewValuesFor(
  ctx: Context,
  contact: ContactRecord,
  { shopId, parts, audience }: { shopId: string; parts: readonly (string | null)[]; audience: Audience },
): Promise<MergeValues> {
  const { company, shop } = await findCompanyAndShop(ctx.db, shopId);
  const page = (kind: string) => `${ctx.publicUrl}/${kind}/test`;
  const fields = await listFields(ctx.db);
  const language = contact.language ?? shop?.language ?? company.language;
  const options = { language, now: () => ctx.clock.now() };
  const blocks = await findFeedBlocks(ctx.db, parts, options);
  const personalBlocks = personalFeedBlocks(parts, options);
  const own = await findOwnBlocks(ctx.db, { blocks, personalBlocks }, [contact.id]);
  return mergeValues({
    contact: { ...contact, customFields: pickLiveValues(fields, contact.customFields) },
    company,
    shop,
    fields,
    links: { unsubscribe: page("u"), preferences: page("u"), confirmation: page("c"), browser: page("v") },
    coupons: sampleCoupons(parts),
    blocks: own.get(contact.id) ?? blocks,
    signature: findMergeSignature(await findAudienceSignature(ctx.db, audience)),
    today: dayAt(ctx.clock.now(), company.timeZone),
  });
}
