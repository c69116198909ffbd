import { connect, type Sql } from "../../../src/db/client.ts";
import { openPool, tenantDb, transactionsOn, type Database } from "../../../src/db/tenant.ts";

/**
 * For the test run that proves that every query names its company: each company gets its own connections under a role
 * that row level security limits to that company.
 */
export function openRowSecurityPool(url: string, tenantUrl: string, max: number): Database {
  const shared = openPool(url, max);
  const pools = new Map<string, Sql>();
  const poolOf = (tenantId: string) => {
    const known = pools.get(tenantId);
    if (known !== undefined) return known;
    const pool = connect(tenantUrl, { max: 3, idleTimeoutS: 1, settings: { "app.tenant_id": tenantId } });
    pools.set(tenantId, pool);
    return pool;
  };
  return {
    sql: shared.sql,
    transaction: (run) => shared.transaction(run),
    forTenant: (tenantId) =>
      tenantDb(
        { sql: poolOf(tenantId), transactions: transactionsOn(poolOf(tenantId)), pool: poolOf(tenantId) },
        tenantId,
      ),
    close: async () => {
      await Promise.all([shared.close(), ...[...pools.values()].map((pool) => pool.end({ timeout: 5 }))]);
    },
  };
}
