import type { Context } from "../../../context.ts";
import type { SqlNode } from "../../../db/sql-node.ts";
import { compileAudience } from "../audience/compile.ts";
import { countRecipientsByLanguage } from "../audience/queries.ts";
import type { CampaignSettings } from "../queries.ts";
import type { CampaignVariant } from "./queries.ts";

/** Recipients by the language of their variant; `main` are all others. */
export type RecipientsByLanguage = Readonly<Record<string, number>>;

export const mainVariantKey = "main";

/** Every recipient gets the variant of their language, and the main one where there is none. */
export async function countByLanguage(
  ctx: Context,
  { audience, shopId }: Pick<CampaignSettings, "audience" | "shopId">,
  variants: readonly Pick<CampaignVariant, "language">[],
  condition?: SqlNode,
): Promise<RecipientsByLanguage> {
  const rows = await countRecipientsByLanguage(ctx.db, await compileAudience(ctx, audience, { shopId }), condition);
  const counts = new Map<string, number>(variants.map(({ language }) => [language ?? mainVariantKey, 0]));
  for (const { language, n } of rows) {
    const key = language !== null && counts.has(language) ? language : mainVariantKey;
    counts.set(key, (counts.get(key) ?? 0) + n);
  }
  return Object.fromEntries(counts);
}

export const totalOf = (recipients: RecipientsByLanguage): number =>
  Object.values(recipients).reduce((sum, n) => sum + n, 0);
