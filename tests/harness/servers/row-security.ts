import { connect, type Sql } from "../../../src/db/client.ts";
import { openPool, tenantDb, transactionsOn, type Database } from "../../../src/db/tenant.ts";

const tenantRole = "postrider_tenant";

/** Enables row-level security: the role sees only rows of the company that its connection was opened for. */
export async function guardTables(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  try {
    // Every company opens connections: with the default of 4096 each takes the client several milliseconds.
    await sql`set scram_iterations = 1`;
    await sql.unsafe(`create role ${tenantRole} login password '${tenantRole}'`);
    await sql.unsafe(`grant usage on schema public, pgboss to ${tenantRole}`);
    await sql.unsafe(`grant all on all tables in schema public, pgboss to ${tenantRole}`);
    await sql.unsafe(`grant all on all sequences in schema public, pgboss to ${tenantRole}`);
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_id'`;
    for (const { name } of tables) {
      await sql`alter table ${sql(name)} enable row level security`;
      await sql`
        create policy own_company on ${sql(name)} to ${sql(tenantRole)}
        using (tenant_id = current_setting('app.tenant_id')::bigint)`;
    }
  } finally {
    await sql.end();
  }
}

/**
 * Companies share connections under a role that row level security restricts: every statement and transaction first
 * names its company. New connections for each company would plan every statement again.
 */
export function openRowSecurityPool(url: string, max: number): Database {
  const shared = openPool(url, max);
  const tenantUrl = new URL(url);
  tenantUrl.username = tenantRole;
  tenantUrl.password = tenantRole;
  const guarded = connect(tenantUrl.href, { max });
  const { isDistributed } = shared;
  return {
    isDistributed,
    sql: shared.sql,
    transaction: (run) => shared.transaction(run),
    forTenant: (tenantId) => {
      const sql = restrictTo(guarded, tenantId);
      return tenantDb({ isDistributed, sql, transactions: transactionsOn(sql), pool: guarded }, tenantId);
    },
    close: async () => {
      await Promise.all([shared.close(), guarded.end({ timeout: 5 })]);
    },
  };
}

/** A statement of the client: it calls its `handler`, which belongs to a pool or to one connection, when it is awaited. */
type Deferred = PromiseLike<unknown> & {
  handler: (query: unknown) => void;
  execute: () => unknown;
  reject: (error: unknown) => void;
};

const isDeferred = (query: unknown): query is Deferred =>
  typeof query === "object" && query !== null && "handler" in query && "execute" in query && "reject" in query;

function restrictTo(pool: Sql, tenantId: string): Sql {
  const reserve = async () => {
    const connection = await pool.reserve();
    const restriction: unknown = connection`select set_config('app.tenant_id', ${tenantId}, false)`;
    if (!isDeferred(restriction)) throw new Error("the client's statements have no handler");
    restriction.execute();
    return { connection, handler: restriction.handler };
  };
  const redirect = <Query>(query: Query): Query => {
    if (!isDeferred(query)) return query;
    query.handler = (own) => {
      void reserve().then(
        ({ connection, handler }) => {
          handler(own);
          const release = () => connection.release();
          query.then(release, release);
        },
        (error: unknown) => query.reject(error),
      );
    };
    return query;
  };
  return new Proxy(pool, {
    apply: (target, self, args) => redirect(Reflect.apply(target, self, args)),
    get: (target, name) => {
      if (name === "reserve") return async () => (await reserve()).connection;
      if (name === "unsafe") return (...args: Parameters<Sql["unsafe"]>) => redirect(target.unsafe(...args));
      return Reflect.get(target, name);
    },
  });
}
