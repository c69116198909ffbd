import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { requireShop } from "../../contacts/shops.ts";
import { audienceOf } from "./compile.ts";
import * as queries from "./queries.ts";
import { leftOutReasons, parseAudience, type Audience, type AudienceQuestion, type AudienceSize } from "./shapes.ts";

/** Of which shop lists and segments may be; those of the whole company always may. */
export type AudienceShop = { readonly shopId: string } | "any" | "one";

/** What an audience names must be there and fit its shop. */
export async function requireAudience(ctx: Context, audience: Audience, shop: AudienceShop): Promise<void> {
  const known = await queries.findNamed(ctx.db, audience);
  const shops = new Set<string>();
  const requireAll = (field: keyof Audience, ids: readonly string[], found: queries.Named["lists"]) => {
    ids.forEach((id, index) => {
      const named = found.find((one) => one.id === id);
      const wrong = () => validation("audience", { field: `${field}.${index}` });
      if (named === undefined) throw wrong();
      if (named.shopId === null || shop === "any") return;
      shops.add(named.shopId);
      if (shop === "one" ? shops.size > 1 : named.shopId !== shop.shopId) throw wrong();
    });
  };
  requireAll("listIds", audience.listIds, known.lists);
  requireAll("segmentIds", audience.segmentIds, known.segments);
  requireAll("excludeListIds", audience.excludeListIds, known.lists);
  requireAll("excludeSegmentIds", audience.excludeSegmentIds, known.segments);
  if (!known.hasPurpose) throw validation("audience", { field: "purposeId" });
}

/** How many an audience would reach, and why it does not reach the others. */
export async function measure(ctx: Context, question: Static<typeof AudienceQuestion>): Promise<AudienceSize> {
  const audience = parseAudience(question.audience);
  const { anyShop = false, shopId } = question;
  await requireShop(ctx.db, shopId);
  await requireAudience(ctx, audience, anyShop ? "any" : shopId === undefined ? "one" : { shopId });
  return sizeOf(ctx, audience);
}

export async function sizeOf(ctx: Context, audience: Audience): Promise<AudienceSize> {
  const rows = await queries.countReasons(ctx.db, await audienceOf(ctx, audience));
  const numberOf = (reason: string | null) => rows.find((row) => row.reason === reason)?.n ?? 0;
  const leftOut = leftOutReasons.map((reason) => [reason, numberOf(reason)] as const).filter(([, n]) => n > 0);
  return {
    matched: rows.reduce((sum, { n }) => sum + n, 0),
    recipients: numberOf(null),
    leftOut: Object.fromEntries(leftOut),
  };
}
