import type { Context } from "../../../context.ts";
import { conflict } from "../../../kernel/errors.ts";
import { findTestContent } from "../../content/test-emails/queries.ts";
import { findUsedStacks, type UsedStack } from "../../coupons/email-coupons.ts";
import { lacksCoupon } from "../../coupons/lacks-coupon.sql.ts";
import { mergedParts } from "../compiled-campaign.ts";
import type { CampaignRecord } from "../queries.ts";
import { contentOwnerOf } from "../service.ts";
import { toSettings } from "../settings.ts";
import { countByLanguage, mainVariantKey } from "./recipients.ts";
import type { CampaignVariant } from "./queries.ts";

/** 409 `empty` when a stack has fewer free codes than there are recipients without a code of it. */
export async function requireCoupons(
  ctx: Context,
  campaign: CampaignRecord,
  variants: readonly CampaignVariant[],
  footerHtml: string,
): Promise<void> {
  for (const { stack, languages } of await listStackUses(ctx, variants, footerHtml)) {
    const { mergeKey, stackId, free } = stack;
    const condition = stackId === null ? undefined : lacksCoupon(ctx.db.tenantId, stackId);
    const counts = await countByLanguage(ctx, toSettings(campaign), variants, condition);
    const needed = languages.reduce((sum, language) => sum + (counts[language] ?? 0), 0);
    if (needed > free) throw conflict("empty", { mergeKey, free, needed });
  }
}

type StackUse = { readonly stack: UsedStack; readonly languages: string[] };

/** The stacks of all variants, each with the languages of the variants that use it. */
async function listStackUses(
  { db }: Context,
  variants: readonly CampaignVariant[],
  footerHtml: string,
): Promise<StackUse[]> {
  const uses = new Map<string, StackUse>();
  for (const { id, version, language } of variants) {
    const content = await findTestContent(db, contentOwnerOf(id), version);
    if (content === undefined) continue;
    for (const stack of await findUsedStacks(db, mergedParts({ ...content, footerHtml }))) {
      const use = uses.get(stack.mergeKey) ?? { stack, languages: [] };
      use.languages.push(language ?? mainVariantKey);
      uses.set(stack.mergeKey, use);
    }
  }
  return [...uses.values()];
}
