import type { SystemDb, TenantDb } from "../db/tenant.ts";
import { hashPassword } from "../features/members/passwords.ts";
import { insertPerson, upsertMembership } from "../features/members/queries.ts";
import { randomToken } from "../kernel/crypto.ts";
import { colleague } from "./words/company.ts";

/** A second member, who asks the owner to approve campaigns. Its password is random and not kept: it cannot sign in. */
export async function writeColleague(db: SystemDb, own: TenantDb, at: Date): Promise<string> {
  const { roles, ...person } = colleague;
  const personId = await insertPerson(db, { ...person, passwordHash: await hashPassword(randomToken()) });
  return upsertMembership(own, { personId, roles, at });
}
