import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { requireWebAddress, BrandInput, ConsentSettingsChange, ShopSettingsChange } from "../shapes.ts";
import { maxShops } from "../shops/service.ts";
import { isEmpty, pickProvided } from "../../../kernel/provided-fields.ts";
import * as queries from "./queries.ts";

const emptyBrand: queries.BrandRecord = {
  logoUrl: null,
  primaryColor: null,
  secondaryColor: null,
  textColor: null,
  backgroundColor: null,
  font: null,
  companyName: null,
  address: null,
  web: null,
  socials: [],
};

export async function getBrand(ctx: Context, shopId: string) {
  const brand = await queries.findBrand(ctx.db, shopId);
  if (brand === undefined) throw notFound("shop");
  return { ...emptyBrand, ...brand };
}

export async function replaceBrand(ctx: Context, shopId: string, body: Static<typeof BrandInput>) {
  const written = { ...emptyBrand, ...pickProvided(BrandInput, body) };
  const brand = { ...written, socials: written.socials.map(({ network, url }) => ({ network, url })) };
  requireWebAddress("logoUrl", brand.logoUrl);
  requireWebAddress("web", brand.web);
  brand.socials.forEach(({ url }, index) => requireWebAddress(`socials.${index}.url`, url));
  const update = { brand, at: ctx.clock.now() };
  if (!(await ctx.db.transaction((db) => queries.updateBrand(db, shopId, update)))) throw notFound("shop");
  return brand;
}

export async function listConsentSettings(ctx: Context) {
  const [items, defaultPurposeId] = await Promise.all([
    queries.listConsentSettings(ctx.db, maxShops),
    queries.findDefaultPurposeId(ctx.db),
  ]);
  return { items, defaultPurposeId: defaultPurposeId ?? null };
}

export async function updateConsentSettings(ctx: Context, shopId: string, body: Static<typeof ConsentSettingsChange>) {
  await writeSettings(ctx, shopId, pickProvided(ConsentSettingsChange, body));
  const settings = await queries.findConsentSettings(ctx.db, shopId);
  if (settings === undefined) throw notFound("shop");
  return settings;
}

export async function listShopSettings(ctx: Context) {
  return { items: await queries.listShopSettings(ctx.db, maxShops) };
}

export async function updateShopSettings(ctx: Context, shopId: string, body: Static<typeof ShopSettingsChange>) {
  const change = pickProvided(ShopSettingsChange, body);
  if (typeof change.replyTo === "string") {
    const replyTo = normalizeEmail(change.replyTo);
    if (replyTo === undefined) throw validation("replyTo", accepts.email);
    change.replyTo = replyTo;
  }
  await writeSettings(ctx, shopId, change);
  const settings = await queries.findShopSettings(ctx.db, shopId);
  if (settings === undefined) throw notFound("shop");
  return settings;
}

async function writeSettings(ctx: Context, shopId: string, change: queries.ShopSettingsUpdate): Promise<void> {
  if (isEmpty(change)) return;
  const update = { ...change, updatedAt: ctx.clock.now() };
  await ctx.db.transaction((db) => queries.updateShopSettings(db, shopId, update));
}
