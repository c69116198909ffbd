import {
  isConnectionLost,
  isDeadlock,
  type ConnectOptions,
  type PendingQuery,
  type Sql,
  type SqlTag,
} from "./client.ts";
import { commitWithRow, tagWithRow, type CommitRow } from "./commit-row.ts";
import { connectionPartsTag, poolPartsTag } from "./distribution/parts-tag.ts";
import { Pool } from "./pool.ts";

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
  /** The same handle, whose first writing transaction commits the row; undefined removes it. */
  withRow(row: CommitRow | undefined): TenantDb;
};

/**
 * Boxed, because returning a bare statement from an async function would execute it. `before` is sent on the same
 * connection and therefore runs before `last`.
 */
export type FinalStatement<Row extends object> = {
  readonly before?: Promise<unknown>;
  readonly last: PendingQuery<Row[]>;
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
export const tenantDb = (source: ConnectionSource, tenantId: string, row?: CommitRow): TenantDb => ({
  tenantId,
  isDistributed: source.isDistributed,
  pool: source.pool,
  get sql() {
    return row === undefined ? source.sql : sqlWithRow(source, row);
  },
  transaction: (run) =>
    source.transactions.begin((inner) => run(tenantDb(transactionSource(source, inner), tenantId)), row),
  rolledBack: (run) =>
    source.transactions.beginRolledBack((inner) => run(tenantDb(transactionSource(source, inner), tenantId))),
  pipelinedTransaction: (decide) =>
    source.transactions.beginPipelined((inner) => decide(tenantDb(transactionSource(source, inner), tenantId)), row),
  withRow: (added) => tenantDb(source, tenantId, added),
});

const sqlWithRow = ({ sql, transactions }: ConnectionSource, row: CommitRow): SqlTag =>
  tagWithRow(sql, row, (build) => transactions.beginPipelined(async (inner) => ({ last: build(inner) }), row));

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
});

const systemDb = (source: ConnectionSource): SystemDb => ({
  isDistributed: source.isDistributed,
  get sql() {
    return source.sql;
  },
  transaction: (run) => source.transactions.begin((inner) => run(systemDb(transactionSource(source, inner)))),
  forTenant: (tenantId) => tenantDb(source, tenantId),
});

/** A transaction stays on its connection. */
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

/** Of a transaction that was ended by a deadlock; the other one goes on meanwhile. */
const maxAttempts = 4;

/**
 * The work of a transaction runs again after a deadlock: it changes nothing outside of the database. BEGIN is pipelined
 * with the first statement, which saves a round trip. The work awaits only the database: it must not go on with a
 * connection that is lost.
 */
export function transactionsOn(sql: Pick<Sql, "reserve">, isDistributed = false): TransactionRunner {
  const tryOnReserved = async <Result>(run: (connection: SqlTag) => Promise<Result>): Promise<Result> => {
    const reserved = await sql.reserve();
    const connection = isDistributed ? connectionPartsTag(reserved) : reserved;
    const { begun, lost, end } = beginOn(reserved);
    try {
      const [result] = await Promise.race([Promise.all([run(connection), begun]), lost]);
      end();
      reserved.release();
      return result;
    } catch (error) {
      // The client reclaims a lost connection itself; using or releasing it again would crash the process.
      if (!isConnectionLost(error) && (await isRolledBack(connection))) {
        end();
        reserved.release();
      }
      throw error;
    }
  };
  const onReserved = async <Result>(run: (connection: SqlTag) => Promise<Result>): Promise<Result> => {
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      try {
        return await tryOnReserved(run);
      } catch (error) {
        if (!isDeadlock(error)) throw error;
      }
    }
    return tryOnReserved(run);
  };
  return {
    begin: (run, row) =>
      onReserved(async (connection) => {
        const result = await run(connection);
        await commitWithRow(connection, row, { result });
        return result;
      }),
    beginPipelined: (decide, row) =>
      onReserved(async (connection) => {
        const { before, last } = await decide(connection);
        const rows = last.execute();
        await commitWithRow(connection, row, { last: before === undefined ? [rows] : [rows, before] });
        return rows;
      }),
    beginRolledBack: (run) =>
      onReserved(async (connection) => {
        const result = await run(connection);
        await connection`rollback`;
        return result;
      }),
  };
}

/**
 * Starts a transaction; `lost` rejects when its connection is closed, because the client never settles statements that were
 * still queued then. `onexecute` and `onclose` are not documented; the client's own `begin` uses them in the same way.
 */
function beginOn(reserved: SqlTag) {
  let used: object = {};
  let begun: Promise<unknown> | undefined;
  const lost = new Promise<never>((_, reject) => {
    const onexecute = (connection: object) => {
      used = Object.assign(connection, { onclose: reject });
      return true;
    };
    const options = { prepare: true, simple: false, onexecute };
    begun = reserved.unsafe("begin", [], options).execute();
  });
  return { begun, lost, end: () => void Object.assign(used, { onclose: null }) };
}

const isRolledBack = (connection: SqlTag): Promise<boolean> =>
  connection`rollback`.then(
    () => true,
    () => false,
  );

type PoolOptions = Pick<ConnectOptions, "work"> & Partial<Distribution>;

export function openPool(url: string, max: number, options: PoolOptions = {}): Database {
  const { isDistributed = false, ...settings } = options;
  const pool = new Pool(url, { max, ...settings });
  const source: ConnectionSource = {
    isDistributed,
    pool,
    get sql() {
      return isDistributed ? poolPartsTag(pool.sql, (run) => this.transactions.begin(run)) : pool.sql;
    },
    get transactions() {
      return transactionsOn(pool, isDistributed);
    },
  };
  return Object.assign(systemDb(source), { close: () => pool.close() });
}
