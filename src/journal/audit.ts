import type { CommitRow, CommitStatement } from "../db/commit-row.ts";
import type { Fragment, PendingQuery, SqlTag } from "../db/client.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";

/** Who acted: a signed-in member, an API key, an assistant of a member, or the operator by a command. */
export type AuditActor =
  | { readonly kind: "member"; readonly memberId: string }
  | { readonly kind: "key"; readonly memberId: string; readonly keyId: string }
  | { readonly kind: "assistant"; readonly memberId: string; readonly client: string }
  | { readonly kind: "operator" };

export const auditActors = ["member", "key", "assistant", "operator"] as const;

export type AuditObject = { readonly kind: string; readonly id: string | null };

type AuditEntry = {
  readonly at: Date;
  readonly actor: AuditActor;
  readonly operation: string;
  readonly object: AuditObject;
  /** The object is new: its id is that of the result. */
  readonly isCreated: boolean;
};

const columnsOf = ({ actor, ...entry }: AuditEntry) => ({
  at: entry.at,
  actor: actor.kind,
  memberId: actor.kind === "operator" ? null : actor.memberId,
  keyId: actor.kind === "key" ? actor.keyId : null,
  client: actor.kind === "assistant" ? actor.client : null,
  operation: entry.operation,
  objectKind: entry.object.kind,
  objectId: entry.object.id,
});

type AuditedCompany = Pick<TenantDb, "tenantId" | "isDistributed">;

type WrittenRow = { readonly id: string; readonly objectId: string | null };

/**
 * The row of one request in the audit log. The first transaction that writes commits it; a request that wrote nothing
 * itself gets it at the end (`complete`).
 */
export class AuditRow implements CommitRow {
  readonly #company: AuditedCompany;
  readonly #entry: AuditEntry;
  #state: "open" | "pending" | "written" = "open";
  #written: WrittenRow | undefined;

  constructor(company: AuditedCompany, entry: AuditEntry) {
    this.#company = company;
    this.#entry = entry;
  }

  get columns() {
    return columnsOf(this.#entry);
  }

  isOpen(): boolean {
    return this.#state === "open";
  }

  start(result?: unknown): CommitStatement | undefined {
    if (!this.isOpen()) return undefined;
    this.#state = "pending";
    const objectId = this.#objectIdIn(result);
    return {
      build: (sql) => insertIfWriting(sql, this.#company, { ...this.columns, objectId }),
      settle: ([row] = []) => this.settle(row),
    };
  }

  /** Undefined when the transaction was rolled back or wrote nothing. */
  settle(row: object | undefined): void {
    this.#written = row !== undefined && isWrittenRow(row) ? row : undefined;
    this.#state = this.#written === undefined ? "open" : "written";
  }

  /** After success, with the answer: writes the row unless it is written, or the id of the new object that it lacks. */
  async complete(db: TenantDb, answer: unknown): Promise<void> {
    const objectId = this.#objectIdIn(answer);
    if (this.#written === undefined) await insertEntry(db, { ...this.columns, objectId });
    else if (this.#written.objectId !== objectId) await updateObject(db, this.#at(this.#written), objectId);
  }

  /** A refused request leaves no row, even if a part of its work was committed. */
  async withdraw(db: TenantDb): Promise<void> {
    if (this.#written !== undefined) await deleteEntry(db, this.#at(this.#written));
  }

  #at({ id }: WrittenRow): EntryKey {
    return { id, at: this.#entry.at };
  }

  #objectIdIn(result: unknown): string | null {
    const { object, isCreated } = this.#entry;
    return (isCreated ? createdIdIn(result) : undefined) ?? object.id;
  }
}

const idPattern = /^[1-9][0-9]{0,15}$/;
const isId = (value: unknown): value is string => typeof value === "string" && idPattern.test(value);

/** The id of a new object in the answer of an operation or of its transaction. */
function createdIdIn(result: unknown): string | undefined {
  if (isId(result)) return result;
  if (typeof result !== "object" || result === null) return undefined;
  if ("id" in result && isId(result.id)) return result.id;
  return "body" in result ? createdIdIn(result.body) : undefined;
}

const isWrittenRow = (row: object): row is WrittenRow => "id" in row && "objectId" in row;

type AuditColumns = ReturnType<typeof columnsOf>;
type EntryKey = { readonly id: string; readonly at: Date };

/**
 * Writes nothing in a transaction that has written nothing. On a cluster the node of the company knows that: there the
 * condition is one of a row on that node.
 */
const insertIfWriting = (
  sql: SqlTag,
  { tenantId, isDistributed }: AuditedCompany,
  row: AuditColumns,
): PendingQuery<object[]> => sql<object[]>`
  insert into audit_entry (tenant_id, at, actor, member_id, key_id, client, operation, object_kind, object_id)
  select ${tenantId}::bigint, ${row.at}::timestamptz, ${row.actor}::text, ${row.memberId}::bigint, ${row.keyId}::bigint,
    ${row.client}::text, ${row.operation}::text, ${row.objectKind}::text, ${row.objectId}::text
  ${isDistributed ? sql`from company where tenant_id = ${tenantId} and` : sql`where`}
    pg_current_xact_id_if_assigned() is not null
  returning id, object_id`;

/** An entry of a shared transaction and the index of its request. */
type SharedRow = WrittenRow & { readonly n: number };

const isSharedRow = (row: object): row is SharedRow => isWrittenRow(row) && "n" in row;

/**
 * Entries of requests that share a transaction. `changed` selects `n`, the index of a request, and `object_id` of what it
 * created; requests that it leaves out get no entry.
 */
export const sharedAuditRow = (
  tenantId: string,
  audits: readonly AuditRow[],
  changed: (sql: SqlTag) => Fragment,
): CommitRow => ({
  isOpen: () => true,
  start: () => ({
    build: (sql) => sql<object[]>`
      with changed as materialized (${changed(sql)}), written as (
        insert into audit_entry (tenant_id, at, actor, member_id, key_id, client, operation, object_kind, object_id)
        select ${tenantId}::bigint, r.at, r.actor, r."memberId", r."keyId", r.client, r.operation, r."objectKind",
          changed.object_id
        from changed join jsonb_to_recordset(${JSON.stringify(audits.map(({ columns }, n) => ({ n, ...columns })))}::jsonb)
          as r(n int, at timestamptz, actor text, "memberId" bigint, "keyId" bigint, client text, operation text,
            "objectKind" text) using (n)
        returning id, object_id
      )
      select changed.n, written.id, written.object_id from written join changed using (object_id)`,
    settle: (rows = []) => {
      for (const row of rows) if (isSharedRow(row)) audits[row.n]?.settle(row);
    },
  }),
});

type MemberEntry = Omit<AuditEntry, "actor" | "isCreated"> & { readonly memberId: string };

/** For acts of a person outside of the operations of a company, such as a new password. */
export async function insertMemberEntry(db: TenantDb, { memberId, ...entry }: MemberEntry): Promise<void> {
  await insertEntry(db, columnsOf({ ...entry, actor: { kind: "member", memberId }, isCreated: false }));
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

async function insertEntry(db: TenantDb, row: AuditColumns): Promise<void> {
  await db.sql`insert into audit_entry ${db.sql({ tenantId: db.tenantId, ...row })}`;
}

async function updateObject(db: TenantDb, { id, at }: EntryKey, objectId: string | null): Promise<void> {
  await db.sql`
    update audit_entry set object_id = ${objectId} where tenant_id = ${db.tenantId} and at = ${at} and id = ${id}`;
}

async function deleteEntry(db: TenantDb, { id, at }: EntryKey): Promise<void> {
  await db.sql`delete from audit_entry where tenant_id = ${db.tenantId} and at = ${at} and id = ${id}`;
}

const deleteBatch = 5000;

/** Deletes the entries before `day`, in statements of limited size. */
export async function deleteAuditBefore(db: TenantDb, before: Date): Promise<void> {
  const { count } = await db.sql`
    delete from audit_entry where tenant_id = ${db.tenantId} and (at, id) in (
      select at, id from audit_entry where tenant_id = ${db.tenantId} and at < ${before} order by at, id limit ${deleteBatch})`;
  if (count === deleteBatch) await deleteAuditBefore(db, before);
}
