import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { existing } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { requireShop } from "../../contacts/shops.ts";
import { findOnlyShop } from "../../contacts/queries.ts";
import { findCampaign, findCampaignSender } from "../queries.ts";
import { planSending } from "../sending-plan.ts";
import { compileAudience } from "./compile.ts";
import * as queries from "./queries.ts";
import {
  audienceError,
  leftOutReasons,
  parseAudience,
  type Audience,
  type AudienceSizeRequest,
  type AudienceSize,
} from "./shapes.ts";

/** The shops whose lists and segments may be used; those of the whole company always may. */
export type AudienceShop = { readonly shopId: string } | "any" | "one";

const referenceKinds = {
  listIds: "list",
  segmentIds: "segment",
  excludeListIds: "list",
  excludeSegmentIds: "segment",
} as const;

/** Referenced lists and segments must exist and belong to the shop. Returns the shops that they belong to. */
export async function requireAudience(
  ctx: Context,
  audience: Audience,
  shop: AudienceShop,
): Promise<ReadonlySet<string>> {
  const references = await queries.findAudienceReferences(ctx.db, audience);
  const shops = new Set<string>();
  const requireAll = (
    field: keyof typeof referenceKinds,
    ids: readonly string[],
    found: queries.AudienceReferences["lists"],
  ) => {
    ids.forEach((id, index) => {
      const reference = found.find((item) => item.id === id);
      const wrong = () => audienceError(`${field}.${index}`, existing(referenceKinds[field]));
      if (reference === undefined) throw wrong();
      if (reference.shopId === null) return;
      shops.add(reference.shopId);
      if (shop === "any") return;
      if (shop === "one" ? shops.size > 1 : reference.shopId !== shop.shopId) throw wrong();
    });
  };
  requireAll("listIds", audience.listIds, references.lists);
  requireAll("segmentIds", audience.segmentIds, references.segments);
  requireAll("excludeListIds", audience.excludeListIds, references.lists);
  requireAll("excludeSegmentIds", audience.excludeSegmentIds, references.segments);
  if (!references.hasPurpose) throw audienceError("purposeId", existing("purpose"));
  return shops;
}

/** How many contacts an audience reaches, and why it does not reach the others. */
export async function measureAudience(
  ctx: Context,
  request: Static<typeof AudienceSizeRequest>,
): Promise<AudienceSize> {
  const audience = parseAudience(request.audience);
  const { anyShop = false, senderId = null } = request;
  await requireShop(ctx.db, request.shopId);
  const asked = request.shopId ?? (await findShopOfCampaign(ctx, request.campaignId));
  const own = asked === undefined ? "one" : { shopId: asked };
  const shops = await requireAudience(ctx, audience, anyShop ? "any" : own);
  const shopId = asked ?? (await findSendingShop(ctx, shops));
  if (senderId !== null && (await findCampaignSender(ctx.db, senderId)) === undefined)
    throw validation("senderId", existing("sender"));
  const size = await countAudience(ctx, audience, shopId);
  const sending = await planSending(ctx, [{ senderId, recipients: size.recipients }], ctx.clock.now());
  return { ...size, sending };
}

async function findShopOfCampaign({ db }: Context, campaignId: string | undefined): Promise<string | undefined> {
  if (campaignId === undefined) return undefined;
  const campaign = await findCampaign(db, campaignId);
  if (campaign === undefined) throw validation("campaignId", existing("campaign"));
  return campaign.shopId;
}

/** A campaign of this audience can be of no other shop; undefined where several could send it. */
async function findSendingShop({ db }: Context, shops: ReadonlySet<string>): Promise<string | undefined> {
  const [first, ...others] = shops;
  if (first === undefined) return findOnlyShop(db);
  return others.length === 0 ? first : undefined;
}

export async function countAudience(
  ctx: Context,
  audience: Audience,
  shopId: string | undefined,
): Promise<Omit<AudienceSize, "sending">> {
  const rows = await queries.countBySkipReason(ctx.db, await compileAudience(ctx, audience, { shopId }));
  const countReason = (reason: string | null) =>
    rows.reduce((sum, row) => (row.reason === reason ? sum + row.n : sum), 0);
  const shops = rows.flatMap(({ shopId: id, n }) => (id === null ? [] : [{ shopId: id, recipients: n }]));
  const leftOut = leftOutReasons.map((reason) => [reason, countReason(reason)] as const).filter(([, n]) => n > 0);
  return {
    matched: rows.reduce((sum, { n }) => sum + n, 0),
    recipients: countReason(null),
    leftOut: Object.fromEntries(leftOut),
    shopId: shopId ?? null,
    customersWithoutConsent: rows.reduce((sum, { customers }) => sum + customers, 0),
    shops: shops.toSorted((one, other) => other.recipients - one.recipients),
  };
}
