import type { Company } from "../../kernel/company.ts";
import type { SystemDb } from "../../db/tenant.ts";
import * as queries from "./queries.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** By its public id, as the command line gets it. */
export async function findCompany(db: SystemDb, guid: string): Promise<Company | undefined> {
  return uuid.test(guid) ? queries.findCompanyByGuid(db, guid) : undefined;
}

/** For background work, which only ever carries the id of a company that exists. */
export async function getCompanyById(db: SystemDb, tenantId: string): Promise<Company> {
  const company = await queries.findCompanyByTenant(db, tenantId);
  if (company === undefined) throw new Error(`no company ${tenantId}`);
  return company;
}

export const listCompanies = (db: SystemDb): Promise<Company[]> => queries.listCompanies(db);

export const listTenantIds = (db: SystemDb): Promise<string[]> => queries.listTenantIds(db);
