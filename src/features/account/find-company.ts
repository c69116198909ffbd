import { isGuid, type Company } from "../../kernel/company.ts";
import type { DataKey } from "../../kernel/encryption.ts";
import { openCompany } from "../../kernel/fingerprint-key.ts";
import type { SystemDb } from "../../db/tenant.ts";
import * as queries from "./queries.ts";

/** Found by the public id; used by the command line. */
export async function findCompany(db: SystemDb, guid: string): Promise<{ tenantId: string } | undefined> {
  return isGuid(guid) ? queries.findCompanyByGuid(db, guid) : undefined;
}

type CompanyDeps = { readonly db: SystemDb; readonly dataKey: DataKey | undefined };

export async function findCompanyById({ db, dataKey }: CompanyDeps, tenantId: string): Promise<Company | undefined> {
  const stored = await queries.findCompanyByTenant(db, tenantId);
  return stored && openCompany(dataKey, stored);
}

/** For background jobs: their payload names an existing company. */
export async function getCompanyById(deps: CompanyDeps, tenantId: string): Promise<Company> {
  const company = await findCompanyById(deps, tenantId);
  if (company === undefined) throw new Error(`company ${tenantId} not found`);
  return company;
}

export const listTenantIds = (db: SystemDb): Promise<string[]> => queries.listTenantIds(db);
