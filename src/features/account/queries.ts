import type { EncryptedPage, EncryptedValue } from "../../feature.ts";
import type { StoredCompany } from "../../kernel/company.ts";
import { singleRow } from "../../db/rows.ts";
import type { SqlHandle, SystemDb, TenantDb } from "../../db/tenant.ts";

export type CompanyInsert = {
  guid: string;
  name: string;
  email: string;
  timeZone: string;
  language: string;
  country: string;
  fingerprintKey: Buffer;
  sendingState: "pending" | "live";
  at: Date;
};

/** Must run in a transaction: the company and its look-up row belong together. */
export async function insertCompany(db: SystemDb, company: CompanyInsert): Promise<string> {
  const rows = await db.sql<{ tenantId: string }[]>`
    insert into company (guid, name, email, time_zone, language, country, fingerprint_key, sending_state, created_at)
    values (${company.guid}, ${company.name}, ${company.email}, ${company.timeZone}, ${company.language}, ${company.country},
      ${company.fingerprintKey}, ${company.sendingState}, ${company.at})
    returning tenant_id`;
  const { tenantId } = singleRow(rows);
  await db.sql`insert into company_lookup (guid, tenant_id) values (${company.guid}, ${tenantId})`;
  return tenantId;
}

export async function hasCompany(db: SystemDb): Promise<boolean> {
  return singleRow(await db.sql<{ found: boolean }[]>`select exists (select from company_lookup) as found`).found;
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

export async function findCompanyByGuid(db: SystemDb, guid: string): Promise<{ tenantId: string } | undefined> {
  const [row] = await db.sql<{ tenantId: string }[]>`select tenant_id from company_lookup where guid = ${guid}`;
  return row;
}

export async function findCompanyByTenant(db: SystemDb, tenantId: string): Promise<StoredCompany | undefined> {
  const [row] = await db.sql<StoredCompany[]>`
    select tenant_id, guid, time_zone, fingerprint_key as stored_fingerprint_key from company where tenant_id = ${tenantId}`;
  return row;
}

export async function listTenantIds(db: SystemDb): Promise<string[]> {
  const rows = await db.sql<{ tenantId: string }[]>`select tenant_id from company_lookup order by tenant_id`;
  return rows.map(({ tenantId }) => tenantId);
}

export type PriceTier = { currency: string; contacts: number; monthly: string };

export async function listPriceTiers(db: SqlHandle): Promise<PriceTier[]> {
  return db.sql<PriceTier[]>`select currency, contacts, monthly from price_tier order by currency, contacts`;
}

const plainFingerprintKey = (db: SystemDb) => db.sql`octet_length(fingerprint_key) = 32`;

export const listFingerprintKeys = async (
  db: SystemDb,
  { keyId, after, limit }: EncryptedPage,
): Promise<EncryptedValue[]> =>
  db.sql<EncryptedValue[]>`
    select guid as id, fingerprint_key as bytes from company
    where (${after}::uuid is null or tenant_id > (select tenant_id from company_lookup where guid = ${after}))
      and (${plainFingerprintKey(db)} or substring(fingerprint_key from 1 for 4) <> ${keyId})
    order by tenant_id limit ${limit}`;

export async function updateFingerprintKey(
  db: SystemDb,
  guid: string,
  change: { from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const rows = await db.sql`
    update company set fingerprint_key = ${change.to}
    where tenant_id = (select tenant_id from company_lookup where guid = ${guid}) and fingerprint_key = ${change.from}
    returning guid`;
  return rows.length === 1;
}

export async function listPlainFingerprintKeys(db: SystemDb, limit: number): Promise<EncryptedValue[]> {
  return db.sql<EncryptedValue[]>`
    select guid as id, fingerprint_key as bytes from company where ${plainFingerprintKey(db)} limit ${limit}`;
}
