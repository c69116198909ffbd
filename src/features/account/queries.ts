import type { Company } from "../../kernel/company.ts";
import { singleRow } from "../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";

export type CompanyInsert = {
  name: string;
  email: string;
  timeZone: string;
  language: string;
  country: string;
  fingerprintKey: Buffer;
  at: Date;
};

export async function insertCompany(db: SystemDb, company: CompanyInsert): Promise<{ tenantId: string; guid: string }> {
  return singleRow(
    await db.sql<{ tenantId: string; guid: string }[]>`
    insert into company (name, email, time_zone, language, country, fingerprint_key, sending_state, created_at)
    values (${company.name}, ${company.email}, ${company.timeZone}, ${company.language}, ${company.country},
      ${company.fingerprintKey}, 'live', ${company.at})
    returning tenant_id, guid`,
  );
}

export async function hasCompany(db: SystemDb): Promise<boolean> {
  return singleRow(await db.sql<{ found: boolean }[]>`select exists (select from company) as found`).found;
}

export type ShopInsert = {
  name: string;
  url: string | null;
  language: string;
  country: string;
  currencies: readonly string[];
  phoneCountry: string;
  at: Date;
};

export async function insertShop(db: TenantDb, shop: ShopInsert): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into shop (tenant_id, name, url, language, country, currencies, phone_country, created_at)
    values (${db.tenantId}, ${shop.name}, ${shop.url}, ${shop.language}, ${shop.country}, ${[...shop.currencies]},
      ${shop.phoneCountry}, ${shop.at})
    returning id`;
  return singleRow(rows).id;
}

const companies = (db: SystemDb) => db.sql`select tenant_id, guid, time_zone, fingerprint_key from company`;

export async function findCompanyByGuid(db: SystemDb, guid: string): Promise<Company | undefined> {
  const [row] = await db.sql<Company[]>`${companies(db)} where guid = ${guid}`;
  return row;
}

export async function findCompanyByTenant(db: SystemDb, tenantId: string): Promise<Company | undefined> {
  const [row] = await db.sql<Company[]>`${companies(db)} where tenant_id = ${tenantId}`;
  return row;
}

export async function listTenantIds(db: SystemDb): Promise<string[]> {
  const rows = await db.sql<{ tenantId: string }[]>`select tenant_id from company order by tenant_id`;
  return rows.map(({ tenantId }) => tenantId);
}

export type PriceTier = { currency: string; contacts: number; monthly: string };

export async function listPriceTiers(db: SystemDb): Promise<PriceTier[]> {
  return db.sql<PriceTier[]>`select currency, contacts, monthly from price_tier order by currency, contacts`;
}
