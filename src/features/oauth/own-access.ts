import type { VisitorContext } from "../../context.ts";
import { iso } from "../../kernel/local-time.ts";
import { listValidKeysOfMember } from "../members/queries.ts";
import { requireSignedInPerson } from "../members/sessions/signed-in-person.ts";
import { listConnectedApps } from "./grants.queries.ts";
import { listConsentCompanies } from "./requests.queries.ts";

/** Company by company: each has its own rows, and a person is a member of a few. */
export async function listOwnAccess(ctx: VisitorContext) {
  const { id } = await requireSignedInPerson(ctx);
  const now = ctx.clock.now();
  const companies = await Promise.all(
    (await listConsentCompanies(ctx.db, id)).map(async ({ tenantId, tenant, name, memberId }) => {
      const own = ctx.db.forTenant(tenantId);
      const [apps, apiKeys] = await Promise.all([
        listConnectedApps(own, { memberId, now }),
        listValidKeysOfMember(own, memberId, now),
      ]);
      const company = { tenant, name };
      return { apps: apps.map(presentIn(company)), apiKeys: apiKeys.map(presentIn(company)) };
    }),
  );
  return {
    apps: companies.flatMap(({ apps }) => apps),
    apiKeys: companies.flatMap(({ apiKeys }) => apiKeys),
  };
}

type Used = { readonly createdAt: Date; readonly lastUsedAt: Date | null };

const presentIn =
  <Company>(company: Company) =>
  <Row extends Used>(row: Row) => ({
    ...row,
    company,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: iso(row.lastUsedAt),
  });
