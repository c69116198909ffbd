import type { Fragment } from "../client.ts";
import type { SystemDb } from "../tenant.ts";
import { acrossNodes, forEachReachable, type QueryOf } from "./across-nodes.ts";

type CompanyClaim<Row extends object> = {
  readonly limit: number;
  /** The companies that have due rows. */
  readonly listCompanies: QueryOf<{ tenantId: string }>;
  /**
   * Claims at most `limit` due rows. `ofCompany` is a further condition on `column`; `company` is what other tables compare
   * their company with: a cluster has to know it.
   */
  readonly claim: (ofCompany: Fragment, limit: number, company: Fragment) => Promise<readonly Row[]>;
  /** The company of a due row in `claim`, such as `w.tenant_id`. */
  readonly column: Fragment;
};

/**
 * Claims due rows of all companies: in one statement, or company by company on a cluster, where a statement can lock rows
 * of one node only.
 */
export async function claimAcrossCompanies<Row extends object>(
  db: SystemDb,
  { limit, listCompanies, claim, column }: CompanyClaim<Row>,
): Promise<Row[]> {
  const { sql, isDistributed } = db;
  if (!isDistributed) return [...(await claim(sql`true`, limit, column))];
  const claimed: Row[] = [];
  await forEachReachable(await acrossNodes(db, listCompanies), async ({ tenantId }) => {
    if (claimed.length < limit)
      claimed.push(...(await claim(sql`${column} = ${tenantId}`, limit - claimed.length, sql`${tenantId}::bigint`)));
  });
  return claimed;
}
