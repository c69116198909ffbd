import type { CommitRow } from "../../../src/db/commit-row.ts";
import { connect, type SqlTag } from "../../../src/db/client.ts";
import type { Database, TenantDb } from "../../../src/db/tenant.ts";
import { AuditRow } from "../../../src/journal/audit.ts";
import { operations } from "../../../src/registry/registry.ts";

/** Operations that answer 201 about the object of the path or one without an id, or also create nothing or many. */
const withoutObject: ReadonlySet<string> = new Set([
  "addContactPurpose",
  "assignCoupon",
  "createSuppression",
  "recordOrders",
]);

/**
 * A request with a row in the audit log writes in transactions, which commit the row, and names what it creates: other
 * statements run read-only, and a creation without a name fails.
 */
export function guardAuditedWrites(db: Database, readOnlySqlOf: (tenantId: string) => SqlTag): Database {
  return {
    isDistributed: db.isDistributed,
    get sql() {
      return db.sql;
    },
    transaction: (run) => db.transaction(run),
    forTenant: (tenantId) => guardCompany(db.forTenant(tenantId), () => readOnlySqlOf(tenantId)),
    close: () => db.close(),
  };
}

/** Guards the pool of a database without row level security. */
export function guardPool(db: Database, url: string): Database {
  const readOnly = connect(url, { max: 5, settings: { default_transaction_read_only: "on" } });
  return {
    ...guardAuditedWrites(db, () => readOnly),
    get sql() {
      return db.sql;
    },
    close: async () => {
      await Promise.all([db.close(), readOnly.end({ timeout: 5 })]);
    },
  };
}

function guardCompany(db: TenantDb, readOnlySql: () => SqlTag, row?: WatchedRow): TenantDb {
  const checked = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    row?.check();
    return result;
  };
  return {
    tenantId: db.tenantId,
    isDistributed: db.isDistributed,
    pool: db.pool,
    get sql() {
      return row === undefined ? db.sql : readOnlySql();
    },
    transaction: (run) => checked(db.transaction(run)),
    rolledBack: (run) => db.rolledBack(run),
    pipelinedTransaction: (decide) => checked(db.pipelinedTransaction(decide)),
    withRow: (added) => {
      const watched = added instanceof AuditRow ? watchRow(added) : undefined;
      return guardCompany(db.withRow(watched ?? added), readOnlySql, watched);
    },
    created: (id, kind) => db.created(id, kind),
  };
}

type WatchedRow = CommitRow & { readonly check: () => void };

function watchRow(row: AuditRow): WatchedRow {
  const { operation } = row.columns;
  const creates =
    !withoutObject.has(operation) &&
    operations.some(({ name, answers }) => name === operation && Object.hasOwn(answers, 201));
  let [isNamed, isWritten] = [false, false];
  return {
    start: () => {
      const statement = row.start();
      return (
        statement && {
          build: statement.build,
          settle: (rows) => {
            isWritten = rows !== undefined && rows.length > 0;
            statement.settle(rows);
          },
        }
      );
    },
    nameCreated: (id, kind) => {
      isNamed = true;
      row.nameCreated(id, kind);
    },
    check: () => {
      if (isWritten && creates && !isNamed) throw new Error(`${operation} does not name the object that it creates`);
    },
  };
}
