import { connect, type ReservedSql, type Sql } from "../../../src/db/client.ts";
import { poolPartsTag } from "../../../src/db/distribution/parts-tag.ts";
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
export function openRowSecurityPool(
  url: string,
  max: number,
  { isDistributed }: Pick<Database, "isDistributed">,
): Database {
  const shared = openPool(url, max, { isDistributed });
  const tenantUrl = new URL(url);
  tenantUrl.username = tenantRole;
  tenantUrl.password = tenantRole;
  // The policies are evaluated on the nodes of a cluster, which get to know no other settings.
  const settings = isDistributed ? { "citus.propagate_set_commands": "local" } : {};
  const guarded = connect(tenantUrl.href, { max, settings });
  const restrict = isDistributed ? restrictTransactionsTo : restrictTo;
  return {
    isDistributed,
    sql: shared.sql,
    transaction: (run) => shared.transaction(run),
    forTenant: (tenantId) => {
      const restricted = restrict(guarded, tenantId);
      const transactions = transactionsOn(restricted, isDistributed);
      const sql = isDistributed ? poolPartsTag(restricted, (run) => transactions.begin(run)) : restricted;
      return tenantDb({ isDistributed, sql, transactions, pool: guarded }, tenantId);
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
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

const isDeferred = (query: unknown): query is Deferred =>
  typeof query === "object" && query !== null && "handler" in query && "execute" in query && "resolve" in query && "reject" in query;

/** Statements outside transactions, each on a connection of its own. */
type Separate = (query: Deferred) => void;

/** A pool whose statements are run by `separate` and whose transactions are on connections of `reserve`. */
const redirectTo = (pool: Sql, reserve: () => Promise<ReservedSql>, separate: Separate): Sql => {
  const redirect = <Query>(query: Query): Query => {
    if (isDeferred(query)) separate(query);
    return query;
  };
  return new Proxy(pool, {
    apply: (target, self, args) => redirect(Reflect.apply(target, self, args)),
    get: (target, name) => {
      if (name === "reserve") return reserve;
      if (name === "unsafe") return (...args: Parameters<Sql["unsafe"]>) => redirect(target.unsafe(...args));
      return Reflect.get(target, name);
    },
  });
};

/** Starts a statement of our own and answers what runs others on the same connection. */
function handlerOf(statement: unknown): Deferred["handler"] {
  if (!isDeferred(statement)) throw new Error("the client's statements have no handler");
  statement.execute();
  return statement.handler;
}

function restrictTo(pool: Sql, tenantId: string): Sql {
  const reserve = async () => {
    const connection = await pool.reserve();
    const handler = handlerOf(connection`select set_config('app.tenant_id', ${tenantId}, false)`);
    return { connection, handler };
  };
  return redirectTo(
    pool,
    async () => (await reserve()).connection,
    (query) => {
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
    },
  );
}

/** A node learns the company by SET LOCAL only: every statement is in a transaction, and ends with its commit. */
function restrictTransactionsTo(pool: Sql, tenantId: string): Sql {
  const begin = (connection: ReservedSql) => {
    const begun = connection`begin`;
    const handler = handlerOf(begun);
    handlerOf(connection.unsafe(`set local app.tenant_id = '${BigInt(tenantId)}'`));
    return { begun, handler };
  };
  const reserve = async () => {
    const reserved = await pool.reserve();
    return new Proxy(reserved, {
      apply: (target, self, args) =>
        String(args[0]) === "begin" ? begin(reserved).begun : Reflect.apply(target, self, args),
    });
  };
  return redirectTo(pool, reserve, (query) => {
    const { resolve, reject } = query;
    query.handler = (own) => {
      void pool.reserve().then((connection) => {
        const release = () => connection.release();
        query.resolve = (result) => void connection`commit`.then(() => resolve(result), reject).finally(release);
        query.reject = (error) => void connection`rollback`.then(() => reject(error), reject).finally(release);
        begin(connection).handler(own);
      }, reject);
    };
  });
}
