import { isUnreachable, type PendingQuery, type Sql, type SqlTag } from "./client.ts";
import { Pool } from "./pool.ts";

/** The only way to a company's rows: the company comes with the handle. */
export type TenantDb = {
  readonly tenantId: string;
  readonly sql: SqlTag;
  /** The connections that this handle shares with others; undefined inside a transaction, which has one to itself. */
  readonly pool: object | undefined;
  /** Inside a transaction this joins it. */
  transaction<Result>(run: (db: TenantDb) => Promise<Result>): Promise<Result>;
  /** A transaction whose last statement travels with COMMIT: for writes that are made often. */
  pipelinedTransaction<Row extends object>(
    decide: (db: TenantDb) => Promise<FinalStatement<Row>>,
  ): Promise<readonly Row[]>;
};

/**
 * Boxed, because a statement that is returned from asynchronous code would be sent at once. `before` is under way when
 * `last` is sent, on the same connection and therefore earlier.
 */
export type FinalStatement<Row extends object> = {
  readonly before?: Promise<unknown>;
  readonly last: PendingQuery<Row[]>;
};

/** For what belongs to no company (people, sessions, look-up of keys) and for background work over all of them. */
export type SystemDb = {
  readonly sql: SqlTag;
  transaction<Result>(run: (db: SystemDb) => Promise<Result>): Promise<Result>;
  forTenant(tenantId: string): TenantDb;
};

export type Database = SystemDb & { close(): Promise<void> };

type TransactionRunner = {
  begin<Result>(run: (sql: SqlTag) => Promise<Result>): Promise<Result>;
  beginPipelined<Row extends object>(decide: (sql: SqlTag) => Promise<FinalStatement<Row>>): Promise<readonly Row[]>;
};

/** Where statements go now: a pool that lost its connections is replaced by another one. */
type ConnectionSource = {
  readonly sql: SqlTag;
  readonly transactions: TransactionRunner;
  readonly pool: object | undefined;
};

/** Work that outlives an outage of the database holds its handle all the while: each statement asks for the way anew. */
export const tenantDb = (source: ConnectionSource, tenantId: string): TenantDb => ({
  tenantId,
  pool: source.pool,
  get sql() {
    return source.sql;
  },
  transaction: (run) => source.transactions.begin((inner) => run(tenantDb(transactionSource(inner), tenantId))),
  pipelinedTransaction: (decide) =>
    source.transactions.beginPipelined((inner) => decide(tenantDb(transactionSource(inner), tenantId))),
});

const systemDb = (source: ConnectionSource): SystemDb => ({
  get sql() {
    return source.sql;
  },
  transaction: (run) => source.transactions.begin((inner) => run(systemDb(transactionSource(inner)))),
  forTenant: (tenantId) => tenantDb(source, tenantId),
});

/** A transaction stays on its connection. */
const transactionSource = (sql: SqlTag): ConnectionSource => ({
  sql,
  transactions: joinTransaction(sql),
  pool: undefined,
});

const joinTransaction = (sql: SqlTag): TransactionRunner => ({
  begin: (run) => run(sql),
  beginPipelined: async (decide) => {
    const { before, last } = await decide(sql);
    await before;
    return last;
  },
});

/**
 * BEGIN travels with the first statement, which saves a round trip. That is safe as long as work inside a transaction
 * waits for nothing but the database: a connection that is lost always fails the statement that is under way.
 */
export function transactionsOn(sql: Sql): TransactionRunner {
  const onReserved = async <Result>(run: (connection: SqlTag) => Promise<Result>): Promise<Result> => {
    const connection = await sql.reserve();
    try {
      const begun = connection`begin`.execute();
      const [result] = await Promise.all([run(connection), begun]);
      connection.release();
      return result;
    } catch (error) {
      // The client takes a lost connection back by itself; to use or release it once more would end the process.
      if (!isUnreachable(error) && (await isRolledBack(connection))) connection.release();
      throw error;
    }
  };
  return {
    begin: (run) =>
      onReserved(async (connection) => {
        const result = await run(connection);
        await connection`commit`;
        return result;
      }),
    beginPipelined: (decide) =>
      onReserved(async (connection) => {
        const { before, last } = await decide(connection);
        // Sent in this order; where a statement fails, COMMIT ends the transaction as a rollback.
        const [rows] = await Promise.all([last.execute(), connection`commit`.execute(), before]);
        return rows;
      }),
  };
}

const isRolledBack = (connection: SqlTag): Promise<boolean> =>
  connection`rollback`.then(
    () => true,
    () => false,
  );

export function openPool(url: string, max: number): Database {
  const pool = new Pool(url, { max });
  const source: ConnectionSource = {
    pool,
    get sql() {
      return pool.sql;
    },
    get transactions() {
      return transactionsOn(pool.sql);
    },
  };
  return Object.assign(systemDb(source), { close: () => pool.close() });
}
