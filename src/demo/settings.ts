import type { TenantDb } from "../db/tenant.ts";
import { updateCompany } from "../features/account/company/queries.ts";
import type { CreatedCompany } from "../features/account/create-company.ts";
import { insertShop } from "../features/account/queries.ts";
import { insertPurpose, updatePurpose } from "../features/contacts/consents/queries.ts";
import { insertField, listFields, replaceOptions } from "../features/contacts/fields/queries.ts";
import { addPreverifiedSender } from "../features/sending/senders/preverified-sender.ts";
import type { Calendar } from "./calendar.ts";
import { openedDaysAgo } from "./lifecycle.ts";
import type { Language } from "./person.ts";
import * as queries from "./queries.ts";
import type { Purposes } from "./records.ts";
import type { DemoField, DemoFields, FieldKey } from "./traits.ts";
import {
  company,
  czechShop,
  fieldWords,
  labelWords,
  newsPurpose,
  recipesPurpose,
  slovakShop,
  type LabelKey,
} from "./words/company.ts";

export type DemoSettings = {
  readonly shopIds: Readonly<Record<Language, string>>;
  readonly purposes: Purposes;
  readonly fields: DemoFields;
  readonly labelIds: Readonly<Record<LabelKey, string>>;
};

const openingMinute = 9 * 60;

/** Everything besides contacts, backdated to the days when the shops opened. */
export async function writeSettings(db: TenantDb, created: CreatedCompany, calendar: Calendar): Promise<DemoSettings> {
  const foundedAt = calendar.at(openedDaysAgo.cs, openingMinute);
  await updateCompany(db, company, calendar.now);
  const shopIds = { cs: created.shopId, sk: await addSlovakShop(db, calendar) };
  await queries.updateShop(db, shopIds.cs, toDetails(czechShop, foundedAt));
  await addSender(db, czechShop, { shopId: shopIds.cs, at: foundedAt });
  await addSender(db, slovakShop, { shopId: shopIds.sk, at: calendar.at(openedDaysAgo.sk, openingMinute) });
  const purposes = await writePurposes(db, created.purposeId, foundedAt);
  const fields = await writeFields(db, foundedAt);
  const labelIds = await writeLabels(db, foundedAt);
  await queries.backdateCompany(db, foundedAt);
  return { shopIds, purposes, fields, labelIds };
}

type ShopWords = typeof czechShop | typeof slovakShop;

async function addSlovakShop(db: TenantDb, calendar: Calendar): Promise<string> {
  const at = calendar.at(openedDaysAgo.sk, openingMinute);
  const { name, url, language, country, currency } = slovakShop;
  const id = await insertShop(db, { name, url, language, country, currencies: [currency], phoneCountry: country, at });
  await queries.updateShop(db, id, toDetails(slovakShop, at));
  return id;
}

const addSender = (db: TenantDb, { replyTo, senderName }: ShopWords, { shopId, at }: { shopId: string; at: Date }) =>
  addPreverifiedSender(db, { address: replyTo, name: senderName, shopId, at });

const toDetails = (shop: ShopWords, at: Date): queries.DemoShopChange => ({
  url: shop.url,
  createdAt: at,
  customerException: true,
  senderName: shop.senderName,
  replyTo: shop.replyTo,
  brand: JSON.stringify({
    primaryColor: "#e0a100",
    secondaryColor: "#5a3d1b",
    companyName: company.name,
    address: `${company.street}, ${company.postalCode} ${company.city}`,
    web: shop.url,
  }),
});

async function writePurposes(db: TenantDb, newsId: string, at: Date): Promise<Purposes> {
  await updatePurpose(db, newsId, newsPurpose);
  const recipes = await insertPurpose(db, { ...recipesPurpose, createdAt: at });
  return {
    news: { id: newsId, title: newsPurpose.name, validMonths: null },
    recipes: { id: recipes.id, title: recipes.name, validMonths: recipes.validMonths },
  };
}

async function writeFields(db: TenantDb, at: Date): Promise<DemoFields> {
  for (const { name, type, options } of Object.values(fieldWords)) {
    const id = await insertField(db, { name, type, at });
    await replaceOptions(
      db,
      id,
      options.map((option) => ({ id: null, name: option })),
    );
  }
  const written = new Map((await listFields(db)).map((field) => [field.name, field]));
  const getField = (key: FieldKey): DemoField => {
    const field = written.get(fieldWords[key].name);
    if (field === undefined) throw new Error(`expected a custom field ${key} of the demo company`);
    return { id: field.id, optionIds: field.options.map(({ id }) => id) };
  };
  return {
    honey: getField("honey"),
    garden: getField("garden"),
    clubSince: getField("clubSince"),
    interests: getField("interests"),
    keepsBees: getField("keepsBees"),
    web: getField("web"),
  };
}

async function writeLabels(db: TenantDb, at: Date): Promise<Readonly<Record<LabelKey, string>>> {
  return {
    vip: await queries.insertLabel(db, { ...labelWords.vip, at }),
    wholesale: await queries.insertLabel(db, { ...labelWords.wholesale, at }),
    beekeeper: await queries.insertLabel(db, { ...labelWords.beekeeper, at }),
    course: await queries.insertLabel(db, { ...labelWords.course, at }),
    gifts: await queries.insertLabel(db, { ...labelWords.gifts, at }),
  };
}
