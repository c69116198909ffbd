import { setTimeout as delay } from "node:timers/promises";
import {
  connect,
  isDeadlock,
  type ConnectOptions,
  type PendingQuery,
  type ReservedSql,
  type Sql,
  type SqlTag,
} from "./client.ts";
import { commitWithRow, type CommitRow } from "./commit-row.ts";

/** Anything that runs statements: a pool, a company's handle or a transaction. */
export type SqlHandle = { readonly sql: SqlTag };

type Distribution = {
  /** The tables of companies are distributed over a Citus cluster: known when the pool is opened, the same for its whole life. */
  readonly isDistributed: boolean;
};

/** A pool, a company's handle or a transaction, with the kind of database that it runs on. */
export type DistributedHandle = SqlHandle & Distribution;

/** The only access to a company's rows: the handle carries the company. */
export type TenantDb = Distribution & {
  readonly tenantId: string;
  readonly sql: SqlTag;
  /** Identifies the shared pool; undefined inside a transaction, which has its own connection. */
  readonly pool: object | undefined;
  /** Joins the current transaction, if there is one. */
  transaction<Result>(run: (db: TenantDb) => Promise<Result>): Promise<Result>;
  /** A transaction that is always rolled back, to find out what changes would lead to. Throws inside another transaction. */
  rolledBack<Result>(run: (db: TenantDb) => Promise<Result>): Promise<Result>;
  /** A transaction whose last statement is sent together with COMMIT; for frequent writes. */
  pipelinedTransaction<Row extends object>(
    decide: (db: TenantDb) => Promise<FinalStatement<Row>>,
  ): Promise<readonly Row[]>;
  /**
   * The same handle, whose first writing transaction commits the row; undefined removes it. With a row, `sql` is for reads:
   * every write is in a transaction, also a single statement.
   */
  withRow(row: CommitRow | undefined): TenantDb;
  /**
   * Names the object that the request creates, in its row; `kind` where the path has another one. Called in the transaction
   * that creates it.
   */
  created(id: string, kind?: string): void;
};

/**
 * Boxed, because returning a bare statement from an async function would execute it. `before` is sent on the same
 * connection and therefore runs before `last`.
 */
export type FinalStatement<Row extends object> = {
  readonly before?: Promise<unknown>;
  /** Its rows, when it has run: a statement in parts runs one part after another on a cluster. */
  readonly last: PendingQuery<Row[]> | readonly Row[];
};

/** For data outside companies (people, sessions, key look-up) and for background work over all of them. */
export type SystemDb = Distribution & {
  readonly sql: SqlTag;
  transaction<Result>(run: (db: SystemDb) => Promise<Result>): Promise<Result>;
  forTenant(tenantId: string): TenantDb;
};

export type Database = SystemDb & { close(): Promise<void> };

type TransactionRunner = {
  begin<Result>(run: (sql: SqlTag) => Promise<Result>, row?: CommitRow): Promise<Result>;
  beginPipelined<Row extends object>(
    decide: (sql: SqlTag) => Promise<FinalStatement<Row>>,
    row?: CommitRow,
  ): Promise<readonly Row[]>;
  beginRolledBack<Result>(run: (sql: SqlTag) => Promise<Result>): Promise<Result>;
};

/** The current pool or connection: a pool that lost its connections is replaced. */
type ConnectionSource = Distribution & {
  readonly sql: SqlTag;
  readonly transactions: TransactionRunner;
  readonly pool: object | undefined;
};

/** `sql` is a getter: a handle must work again after a database outage replaced its pool. */
export const tenantDb = (source: ConnectionSource, tenantId: string, row?: CommitRow): TenantDb => {
  const inside = (sql: SqlTag) => tenantDb(transactionSource(source, sql), tenantId, row);
  return {
    tenantId,
    isDistributed: source.isDistributed,
    pool: source.pool,
    get sql() {
      return source.sql;
    },
    transaction: (run) => source.transactions.begin((sql) => run(inside(sql)), row),
    rolledBack: (run) => source.transactions.beginRolledBack((sql) => run(inside(sql))),
    pipelinedTransaction: (decide) => source.transactions.beginPipelined((sql) => decide(inside(sql)), row),
    withRow: (added) => tenantDb(source, tenantId, added),
    created: (id, kind) => row?.nameCreated(id, kind),
  };
};

type TransactionStart = {
  /** The first work of every transaction, inside it. */
  readonly begin: (db: TenantDb) => Promise<void>;
  /** The same for a pipelined one: whether it changed anything is decided after its commit. */
  readonly beginPipelined: (db: TenantDb) => Promise<void>;
  /** Called when a transaction that is not pipelined is committed. */
  readonly committed: () => void;
};

/** A handle whose own transactions all start with the same work. Its calls are not batched with those of others. */
export const withTransactionStart = (db: TenantDb, start: TransactionStart): TenantDb => ({
  tenantId: db.tenantId,
  isDistributed: db.isDistributed,
  pool: undefined,
  get sql() {
    return db.sql;
  },
  transaction: async (run) => {
    const result = await db.transaction(async (inner) => {
      await start.begin(inner);
      return run(inner);
    });
    start.committed();
    return result;
  },
  rolledBack: (run) => db.rolledBack(run),
  pipelinedTransaction: (decide) =>
    db.pipelinedTransaction(async (inner) => {
      await start.beginPipelined(inner);
      return decide(inner);
    }),
  withRow: (row) => withTransactionStart(db.withRow(row), start),
  created: (id, kind) => db.created(id, kind),
});

const systemDb = (source: ConnectionSource): SystemDb => ({
  isDistributed: source.isDistributed,
  get sql() {
    return source.sql;
  },
  transaction: (run) => source.transactions.begin((inner) => run(systemDb(transactionSource(source, inner)))),
  forTenant: (tenantId) => tenantDb(source, tenantId),
});

/** A transaction stays on its connection; those inside it belong to it, so that its own end commits the row. */
const transactionSource = ({ isDistributed }: Distribution, sql: SqlTag): ConnectionSource => ({
  isDistributed,
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
  beginRolledBack: async () => {
    throw new Error("a transaction that is rolled back cannot be a part of another one");
  },
});

/** Attempts of a transaction that was ended by a deadlock; the other one goes on meanwhile. */
const maxAttempts = 4;
/** Before the second attempt, and twice as long before each further one: the other one wakes and takes its locks. */
const pauseAfterDeadlockMs = 25;

/** A wrong order of locks shows here, since the retry hides it from requests. */
export const deadlockRetries = { count: 0 };

/**
 * The work of a transaction runs again after a deadlock: it changes nothing outside of the database. BEGIN is pipelined
 * with the first statement, which saves a round trip.
 */
export function transactionsOn(sql: Pick<Sql, "reserve">): TransactionRunner {
  const tryOnReserved = async <Result>(run: (connection: ReservedSql) => Promise<Result>): Promise<Result> => {
    const reserved = await sql.reserve();
    try {
      const begun = reserved`begin`.execute();
      const [result] = await Promise.all([run(reserved), begun]);
      return result;
    } catch (error) {
      await reserved.rollBack();
      throw error;
    }
  };
  const onReserved = async <Result>(run: (connection: ReservedSql) => Promise<Result>): Promise<Result> => {
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      try {
        return await tryOnReserved(run);
      } catch (error) {
        if (!isDeadlock(error)) throw error;
        deadlockRetries.count += 1;
        await delay(pauseAfterDeadlockMs * 2 ** (attempt - 1));
      }
    }
    return tryOnReserved(run);
  };
  return {
    begin: (run, row) =>
      onReserved(async (connection) => {
        const result = await run(connection);
        await commitWithRow(connection, row);
        return result;
      }),
    beginPipelined: (decide, row) =>
      onReserved(async (connection) => {
        const { before, last } = await decide(connection);
        const rows = "execute" in last ? last.execute() : Promise.resolve(last);
        await commitWithRow(connection, row, before === undefined ? [rows] : [rows, before]);
        return rows;
      }),
    beginRolledBack: (run) =>
      onReserved(async (connection) => {
        const result = await run(connection);
        await connection.rollBack();
        return result;
      }),
  };
}

type PoolOptions = Pick<ConnectOptions, "work"> & Partial<Distribution>;

export function openPool(url: string, max: number, options: PoolOptions = {}): Database {
  const { isDistributed = false, ...settings } = options;
  const pool = connect(url, { max, ...settings });
  const source: ConnectionSource = { isDistributed, pool, sql: pool, transactions: transactionsOn(pool) };
  return Object.assign(systemDb(source), { close: () => pool.end({ timeout: 5 }) });
}
