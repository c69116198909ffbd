import { createHash } from "node:crypto";
import { acrossNodes, allCompanies, type Companies } from "../db/distribution/across-nodes.ts";
import type { Fragment, SqlTag } from "../db/client.ts";
import { singleRow } from "../db/rows.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import { addMs, hours } from "../kernel/local-time.ts";

/** An entry as it is sealed. `at` is in microseconds since 1970. */
type SealedEntry = {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly memberId: string | null;
  readonly keyId: string | null;
  readonly client: string | null;
  readonly operation: string;
  readonly objectKind: string;
  readonly objectId: string | null;
  readonly outcome: string;
  readonly amends: string | null;
  readonly address: string | null;
  readonly agent: string | null;
};

/** The sealed columns of `audit_entry e`. */
const sealedColumns = (sql: SqlTag): Fragment => sql`
  e.id, (extract(epoch from e.at) * 1000000)::bigint as at, e.actor, e.member_id, e.key_id, e.client, e.operation,
  e.object_kind, e.object_id, e.outcome, e.amends, e.address, e.agent`;

/** What the first entry of a company follows. */
const origin = Buffer.alloc(32);

/**
 * The order of the values is part of the format: a change would break all chains. The database computes the same when it
 * seals (`seal_audit_entries`).
 */
const hashAfter = (previous: Uint8Array, tenantId: string, entry: SealedEntry): Buffer =>
  createHash("sha256")
    .update(previous)
    .update(
      JSON.stringify([
        tenantId,
        entry.id,
        entry.at,
        entry.actor,
        entry.memberId,
        entry.keyId,
        entry.client,
        entry.operation,
        entry.objectKind,
        entry.objectId,
        entry.outcome,
        entry.amends,
        entry.address,
        entry.agent,
      ]),
    )
    .digest();

const isSealed = (sql: SqlTag, { table } = allCompanies(sql)): Fragment => sql`
  exists (select from ${table("audit_seal")} s where s.tenant_id = e.tenant_id and s.entry_at = e.at and s.entry_id = e.id)`;

const batchSize = 1000;

/**
 * Continues the chain of the company with its entries since then that are not sealed, in the order in which they are found:
 * an entry that is committed late is sealed late. A function of the owner computes the hashes, because the application's
 * role writes neither seals nor the head of the chain.
 */
export async function sealEntries(db: TenantDb, since: Date | "all"): Promise<number> {
  const { sql, tenantId } = db;
  const first = since === "all" ? sql`'-infinity'` : sql`${since}`;
  const rows = await sql<{ sealed: number }[]>`
    select seal_audit_entries(${tenantId}, ${first}::timestamptz, ${batchSize}) as sealed`;
  const { sealed } = singleRow(rows);
  return sealed < batchSize ? sealed : sealed + (await sealEntries(db, since));
}

const recentHours = 1;

/** Every minute: companies with entries of the last hour that are not sealed. The nightly run seals those that are older. */
export async function listCompaniesToSeal(db: SystemDb, now: Date): Promise<{ tenantIds: string[]; since: Date }> {
  const { sql } = db;
  const since = addMs(now, -hours(recentHours));
  const found = (of: Companies) => db.sql<{ tenantId: string }[]>`
    select c.tenant_id from ${of.table("company")} c where exists (
      select from ${of.table("audit_entry")} e where e.tenant_id = c.tenant_id and e.at >= ${since} and not ${isSealed(sql, of)})`;
  return { tenantIds: (await acrossNodes(db, found)).map(({ tenantId }) => tenantId), since };
}

type Seal = { readonly n: string; readonly hash: Uint8Array };
type SealWithEntry = Seal & { readonly [Column in keyof SealedEntry]: SealedEntry[Column] | null };

/** What the owner's functions noted: the last seal, the last one whose entry was purged, and whether the log was deleted. */
type Head = Seal & { readonly purgedN: string; readonly isDeleted: boolean; readonly hasCompany: boolean };

/** The head of a company whose entries were never sealed. */
const noHead: Head = { n: "0", hash: origin, purgedN: "0", isDeleted: false, hasCompany: true };

type ChainDb = Pick<TenantDb, "sql" | "tenantId">;

/** `cut`: the last seals are missing. `deleted`: the log of a company that exists was deleted, as if the company were. */
export type ChainFault = { readonly n: string; readonly reason: "changed" | "missing" | "gap" | "cut" | "deleted" };

type ChainReading = { readonly sealed: number; readonly fault: ChainFault | undefined };

export type ChainReport = ChainReading & {
  /** Entries older than two days, which a nightly run should have sealed. */
  readonly overdue: number;
};

/** Reads the chain from its beginning, or from the seal that a purge left, to its head, and computes every hash again. */
export async function verifyChain(db: ChainDb): Promise<ChainReport> {
  const head = await findHead(db);
  const report = { ...(await readChain(db, head)), overdue: await countOverdue(db) };
  const present = await findHead(db);
  // A purge or a deletion in between deleted seals that were still to be read.
  return present.purgedN === head.purgedN && present.isDeleted === head.isDeleted ? report : verifyChain(db);
}

async function findHead({ sql, tenantId }: ChainDb): Promise<Head> {
  const [head] = await sql<Head[]>`
    select h.n, h.hash, h.purged_n, h.deleted_at is not null as is_deleted,
      exists (select from company c where c.tenant_id = ${tenantId}) as has_company
    from audit_head h where h.tenant_id = ${tenantId}`;
  return head ?? noHead;
}

async function readChain(db: ChainDb, head: Head): Promise<ChainReading> {
  let sealed = 0;
  let previous: Seal | undefined;
  if (head.isDeleted) return { sealed, fault: head.hasCompany ? { n: head.n, reason: "deleted" } : undefined };
  for (;;) {
    const page = await listSeals(db, previous?.n ?? "0");
    if (page.length === 0) {
      const isCut = BigInt(previous?.n ?? 0) < BigInt(head.n);
      return { sealed, fault: isCut ? { n: head.n, reason: "cut" } : undefined };
    }
    for (const seal of page) {
      const fault = findFault(db.tenantId, { head, previous }, seal);
      if (fault !== undefined) return { sealed, fault: { n: seal.n, reason: fault } };
      previous = seal;
      sealed += 1;
    }
  }
}

function findFault(
  tenantId: string,
  { head, previous }: { readonly head: Head; readonly previous: Seal | undefined },
  seal: SealWithEntry,
): ChainFault["reason"] | undefined {
  const entry = toEntry(seal);
  if (seal.n === head.n && !Buffer.from(head.hash).equals(seal.hash)) return "changed";
  // What precedes the last seal that a purge reached is gone, with its own entry.
  if (previous === undefined && seal.n === head.purgedN) return undefined;
  if (BigInt(seal.n) !== BigInt(previous?.n ?? 0) + 1n) return "gap";
  if (entry === undefined) return "missing";
  return hashAfter(previous?.hash ?? origin, tenantId, entry).equals(seal.hash) ? undefined : "changed";
}

function toEntry({ id, at, actor, operation, objectKind, outcome, ...rest }: SealWithEntry): SealedEntry | undefined {
  const isThere = id !== null && at !== null && actor !== null && operation !== null;
  if (!isThere || objectKind === null || outcome === null) return undefined;
  return { id, at, actor, operation, objectKind, outcome, ...rest };
}

const listSeals = ({ sql, tenantId }: ChainDb, after: string): Promise<readonly SealWithEntry[]> => sql<
  SealWithEntry[]
>`
  select s.n, s.hash, ${sealedColumns(sql)}
  from audit_seal s
  left join audit_entry e on e.tenant_id = s.tenant_id and e.at = s.entry_at and e.id = s.entry_id
  where s.tenant_id = ${tenantId} and s.n > ${after} order by s.n limit ${batchSize}`;

async function countOverdue({ sql, tenantId }: ChainDb): Promise<number> {
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count from audit_entry e
    where e.tenant_id = ${tenantId} and e.at < now() - interval '2 days' and not ${isSealed(sql)}`;
  return singleRow(rows).count;
}

/** Forgets what was counted before. */
export async function deleteAuditCounts({ sql, tenantId }: TenantDb, before: Date): Promise<void> {
  await sql`delete from audit_count where tenant_id = ${tenantId} and hour < ${before}`;
}

/** Deletes the entries of 24 months ago, in statements of limited size; only those that are sealed. */
export async function purgeEntries(db: TenantDb): Promise<void> {
  const rows = await db.sql<{ deleted: number }[]>`
    select purge_audit_entries(${db.tenantId}, ${batchSize}) as deleted`;
  if (singleRow(rows).deleted > 0) await purgeEntries(db);
}

/** Deletes the audit log of a company that is deleted. */
export async function deleteAuditLog(db: TenantDb): Promise<void> {
  const rows = await db.sql<{ deleted: number }[]>`
    select delete_company_audit(${db.tenantId}, ${batchSize}) as deleted`;
  if (singleRow(rows).deleted > 0) await deleteAuditLog(db);
}

/** Companies that are deleted and whose audit log is not yet. */
export async function listLeftAuditLogs(db: SystemDb): Promise<string[]> {
  const left = (of: Companies) => db.sql<{ tenantId: string }[]>`
    select h.tenant_id from ${of.table("audit_head")} h where h.emptied_at is null
      and not exists (select from ${of.table("company")} c where c.tenant_id = h.tenant_id)`;
  return (await acrossNodes(db, left)).map(({ tenantId }) => tenantId);
}
