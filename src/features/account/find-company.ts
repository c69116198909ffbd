import type { Company } from "../../kernel/company.ts";
import type { DataKey } from "../../kernel/encryption.ts";
import { openFingerprintKey } from "../../kernel/fingerprint-key.ts";
import type { SystemDb } from "../../db/tenant.ts";
import * as queries from "./queries.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** By the public id; used by the command line. */
export async function findCompany(db: SystemDb, guid: string): Promise<{ tenantId: string } | undefined> {
  return uuid.test(guid) ? queries.findCompanyByGuid(db, guid) : undefined;
}

/** For background jobs: their payload names an existing company. */
export async function getCompanyById(
  { db, dataKey }: { readonly db: SystemDb; readonly dataKey: DataKey | undefined },
  tenantId: string,
): Promise<Company> {
  const stored = await queries.findCompanyByTenant(db, tenantId);
  if (stored === undefined) throw new Error(`company ${tenantId} not found`);
  return { ...stored, fingerprintKey: openFingerprintKey(dataKey, stored.guid, stored.fingerprintKey) };
}

export const listTenantIds = (db: SystemDb): Promise<string[]> => queries.listTenantIds(db);
