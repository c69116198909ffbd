import { routed } from "../db/distribution/routed.ts";
import type { CommitRow, CommitStatement } from "../db/commit-row.ts";
import type { Fragment, PendingQuery, SqlTag } from "../db/client.ts";
import { toFragment } from "../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import { addMs, hours } from "../kernel/local-time.ts";

/**
 * Who acted: a signed-in member, an API key, an assistant of a member, the operator by a command, or a person who could not
 * sign in.
 */
export type AuditActor =
  | { readonly kind: "member"; readonly memberId: string }
  | { readonly kind: "key"; readonly memberId: string; readonly keyId: string }
  | { readonly kind: "assistant"; readonly memberId: string; readonly client: string }
  | { readonly kind: "operator" }
  | { readonly kind: "visitor" };

export const auditActors = ["member", "key", "assistant", "operator", "visitor"] as const;

/** A request may be refused, or fail, after a part of its work was committed. */
export const auditOutcomes = ["done", "refused"] as const;

export type AuditObject = { readonly kind: string; readonly id: string | null };

/** Where a request came from. */
export type RequestOrigin = { readonly address: string; readonly agent: string };

const maxAgentLength = 300;

export const originOf = ({ address, userAgent }: { address: string; userAgent: string }): RequestOrigin => ({
  address,
  agent: userAgent.slice(0, maxAgentLength),
});

export type AuditEntry = {
  readonly at: Date;
  readonly actor: AuditActor;
  readonly operation: string;
  readonly object: AuditObject;
  readonly outcome?: (typeof auditOutcomes)[number];
  readonly origin?: RequestOrigin | undefined;
  /** One row of the actor about the object is enough for an hour. */
  readonly isAutosave?: boolean;
};

const toColumns = ({ actor, object, origin, ...entry }: Omit<AuditEntry, "isAutosave">) => ({
  at: entry.at,
  actor: actor.kind,
  memberId: "memberId" in actor ? actor.memberId : null,
  keyId: actor.kind === "key" ? actor.keyId : null,
  client: actor.kind === "assistant" ? actor.client : null,
  operation: entry.operation,
  objectKind: object.kind,
  objectId: object.id,
  outcome: entry.outcome ?? "done",
  address: origin?.address ?? null,
  agent: origin?.agent ?? null,
});

type AuditedCompany = Pick<TenantDb, "tenantId" | "isDistributed">;

type WrittenRow = { readonly id: string };

/**
 * The row of one request in the audit log. The first transaction that writes commits it; a request that wrote nothing
 * itself gets it at the end (`complete`). It is never changed.
 */
export class AuditRow implements CommitRow {
  readonly #company: AuditedCompany;
  readonly #entry: AuditEntry;
  #created: AuditObject | undefined;
  #state: "open" | "pending" | "written" = "open";
  #writtenId: string | undefined;

  constructor(company: AuditedCompany, entry: AuditEntry) {
    this.#company = company;
    this.#entry = entry;
  }

  get #isAutosave(): boolean {
    return this.#entry.isAutosave === true;
  }

  get columns() {
    return toColumns({ ...this.#entry, object: this.#created ?? this.#entry.object });
  }

  nameCreated(id: string, kind = this.#entry.object.kind): void {
    this.#created = { kind, id };
  }

  start(): CommitStatement | undefined {
    if (this.#state !== "open") return undefined;
    this.#state = "pending";
    return {
      build: (sql) => insertIfWriting(sql, this.#company, this.columns, { isOnceAnHour: this.#isAutosave }),
      settle: ([row] = []) => this.settle(row),
    };
  }

  /** Undefined when the transaction was rolled back or wrote nothing. */
  settle(row: object | undefined): void {
    this.#writtenId = row !== undefined && isWrittenRow(row) ? row.id : undefined;
    this.#state = this.#writtenId === undefined ? "open" : "written";
  }

  /** After success: writes the row, unless it is written. The transaction of an autosave has left it out on purpose. */
  async complete(db: TenantDb): Promise<void> {
    if (this.#writtenId === undefined && !this.#isAutosave) await insertRow(db, this.columns);
  }

  /** After a refusal or an unexpected error: a row that a part of the work committed gets another one, which says so. */
  async refuse(db: TenantDb): Promise<void> {
    if (this.#writtenId === undefined) return;
    await insertRow(db, { ...this.columns, outcome: "refused", amends: this.#writtenId });
  }
}

const isWrittenRow = (row: object): row is WrittenRow => "id" in row;

type AuditColumns = ReturnType<typeof toColumns>;

/**
 * Writes nothing in a transaction that has written nothing. On a cluster the node of the company knows that: there the
 * condition is one of a row on that node.
 */
const insertIfWriting = (
  sql: SqlTag,
  { tenantId, isDistributed }: AuditedCompany,
  row: AuditColumns,
  { isOnceAnHour }: { isOnceAnHour: boolean },
): PendingQuery<object[]> => sql<object[]>`
  ${toFragment(sql, routed)} insert into audit_entry (tenant_id, at, actor, member_id, key_id, client, operation, object_kind, object_id, outcome,
    address, agent)
  select ${tenantId}::bigint, ${row.at}::timestamptz, ${row.actor}::text, ${row.memberId}::bigint, ${row.keyId}::bigint,
    ${row.client}::text, ${row.operation}::text, ${row.objectKind}::text, ${row.objectId}::text, ${row.outcome}::text,
    ${row.address}::text, ${row.agent}::text
  ${isDistributed ? sql`from company o where o.tenant_id = ${tenantId} and` : sql`where`}
    pg_current_xact_id_if_assigned() is not null
    ${isOnceAnHour ? sql`and not exists (${sameActsOfTheHour(sql, isDistributed ? sql`o.tenant_id` : sql`${tenantId}`, row)})` : sql``}
  returning id`;

const sameActsOfTheHour = (sql: SqlTag, tenantId: Fragment, row: AuditColumns): Fragment => sql`
  select from audit_entry e where e.tenant_id = ${tenantId} and e.object_kind = ${row.objectKind}
    and e.object_id = ${row.objectId} and e.at > ${addMs(row.at, -hours(1))} and e.operation = ${row.operation}
    and e.outcome = 'done' and e.actor = ${row.actor} and e.member_id is not distinct from ${row.memberId}::bigint
    and e.key_id is not distinct from ${row.keyId}::bigint and e.client is not distinct from ${row.client}::text`;

/** An entry of a shared transaction and the index of its request. */
type SharedRow = WrittenRow & { readonly n: number };

const isSharedRow = (row: object): row is SharedRow => isWrittenRow(row) && "n" in row;

/**
 * Entries of requests that share a transaction. `changed` selects `n`, the index of a request, and `object_id` of what it
 * created; requests that it leaves out get no entry.
 */
export const sharedAuditRow = (
  { tenantId, isDistributed }: AuditedCompany,
  audits: readonly AuditRow[],
  changed: (sql: SqlTag) => Fragment,
): CommitRow => ({
  nameCreated: () => undefined,
  start: () => ({
    build: (sql) => {
      // A cluster sends the rows of a part that another one inserts to all nodes: there the query stands in both places.
      const part = isDistributed ? sql`` : sql`changed as materialized (${changed(sql)}),`;
      const from = isDistributed ? sql`(${changed(sql)}) changed` : sql`changed`;
      return sql<object[]>`
      with ${part} written as (
        insert into audit_entry (tenant_id, at, actor, member_id, key_id, client, operation, object_kind, object_id, outcome,
          address, agent)
        select ${tenantId}::bigint, r.at, r.actor, r."memberId", r."keyId", r.client, r.operation, r."objectKind",
          changed.object_id, r.outcome, r.address, r.agent
        from ${from} join jsonb_to_recordset(${JSON.stringify(audits.map(({ columns }, n) => ({ n, ...columns })))}::jsonb)
          as r(n int, at timestamptz, actor text, "memberId" bigint, "keyId" bigint, client text, operation text,
            "objectKind" text, outcome text, address text, agent text) using (n)
        returning id, object_id
      )
      select changed.n, written.id from written join ${from} using (object_id)`;
    },
    settle: (rows = []) => {
      for (const row of rows) if (isSharedRow(row)) audits[row.n]?.settle(row);
    },
  }),
});

/** For acts outside of the operations of a company, such as a new password. */
export async function insertAuditEntry(db: TenantDb, entry: AuditEntry): Promise<void> {
  await insertRow(db, toColumns(entry));
}

/** At most `max` entries about the subject per hour. */
type EntryLimit = { readonly subject: string; readonly max: number };

/** For acts that every visitor can cause, or that happen with every request. A job that is repeated writes its entry once. */
export const insertCountedEntry = (db: TenantDb, entry: AuditEntry, limit: EntryLimit): Promise<void> =>
  db.transaction(async (inner) => {
    const row = toColumns(entry);
    if (await isWritten(inner, row)) return;
    if (await countEntry(inner, entry.at, limit)) await insertRow(inner, row);
  });

async function isWritten({ sql, tenantId }: TenantDb, row: AuditColumns): Promise<boolean> {
  const found = await sql`
    select from audit_entry where tenant_id = ${tenantId} and at = ${row.at} and operation = ${row.operation}
      and object_kind = ${row.objectKind} and object_id = ${row.objectId} and outcome = ${row.outcome} limit 1`;
  return found.length > 0;
}

async function countEntry({ sql, tenantId }: TenantDb, at: Date, { subject, max }: EntryLimit): Promise<boolean> {
  const hour = new Date(Math.floor(at.getTime() / hours(1)) * hours(1));
  const rows = await sql`
    insert into audit_count as c (tenant_id, subject, hour, n) values (${tenantId}, ${subject}, ${hour}, 1)
    on conflict (tenant_id, subject) do update set hour = excluded.hour,
      n = case when c.hour = excluded.hour then c.n + 1 else 1 end
      where c.hour <> excluded.hour or c.n < ${max}
    returning n`;
  return rows.length === 1;
}

type OperatorEntries = {
  readonly at: Date;
  readonly operation: string;
  readonly kind: string;
  /** Selects `tenant_id` and `object_id`. */
  readonly objects: Fragment;
};

/** One entry per object of a command that changes many companies. */
export async function insertOperatorEntries({ sql }: SystemDb, entries: OperatorEntries): Promise<void> {
  await sql`
    insert into audit_entry (tenant_id, at, actor, operation, object_kind, object_id)
    select o.tenant_id, ${entries.at}::timestamptz, 'operator', ${entries.operation}::text, ${entries.kind}::text,
      o.object_id
    from (${entries.objects}) o`;
}

async function insertRow(db: TenantDb, row: AuditColumns & { readonly amends?: string }): Promise<void> {
  await db.sql`insert into audit_entry ${db.sql({ tenantId: db.tenantId, ...row })}`;
}
