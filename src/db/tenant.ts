import { connect, type Sql, type SqlTag } from "./client.ts";

/** The only way to a company's rows: the company comes with the handle. */
export type TenantDb = {
  readonly tenantId: string;
  readonly sql: SqlTag;
  /** Inside a transaction this joins it. */
  transaction<Result>(run: (db: TenantDb) => Promise<Result>): Promise<Result>;
};

/** For what belongs to no company (people, sessions, look-up of keys) and for background work over all of them. */
export type SystemDb = {
  readonly sql: SqlTag;
  transaction<Result>(run: (db: SystemDb) => Promise<Result>): Promise<Result>;
  forTenant(tenantId: string): TenantDb;
};

export type Database = SystemDb & { close(): Promise<void> };

type Begin = <Result>(run: (sql: SqlTag) => Promise<Result>) => Promise<Result>;

function tenantDb(sql: SqlTag, begin: Begin, tenantId: string): TenantDb {
  return {
    tenantId,
    sql,
    transaction: (run) => begin((inner) => run(tenantDb(inner, joined(inner), tenantId))),
  };
}

const joined =
  (sql: SqlTag): Begin =>
  (run) =>
    run(sql);

function systemDb(sql: SqlTag, begin: Begin): SystemDb {
  return {
    sql,
    transaction: (run) => begin((inner) => run(systemDb(inner, joined(inner)))),
    forTenant: (tenantId) => tenantDb(sql, begin, tenantId),
  };
}

/** `begin` of the client flattens arrays of promises; a box keeps the result as it is. */
const beginOn =
  (sql: Sql): Begin =>
  async (run) =>
    (await sql.begin(async (inner) => ({ result: await run(inner) }))).result;

export function openPool(url: string, max: number): Database {
  const sql = connect(url, { max });
  return { ...systemDb(sql, beginOn(sql)), close: () => sql.end({ timeout: 5 }) };
}

/**
 * The run of the tests that proves every query names its company: each company gets connections of its own, under a
 * role to which row level security shows that company only.
 */
export function openGuardedPool(url: string, tenantUrl: string, max: number): Database {
  const sql = connect(url, { max });
  const pools = new Map<string, Sql>();
  const poolOf = (tenantId: string) => {
    const known = pools.get(tenantId);
    if (known !== undefined) return known;
    const pool = connect(tenantUrl, { max: 3, idleTimeoutS: 1, settings: { "app.tenant_id": tenantId } });
    pools.set(tenantId, pool);
    return pool;
  };
  return {
    ...systemDb(sql, beginOn(sql)),
    forTenant: (tenantId) => tenantDb(poolOf(tenantId), beginOn(poolOf(tenantId)), tenantId),
    close: async () => {
      await Promise.all([...pools.values(), sql].map((pool) => pool.end({ timeout: 5 })));
    },
  };
}
