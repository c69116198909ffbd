import { createHash } from "node:crypto";
import { acrossNodes, allCompanies, type Companies } from "../db/distribution/across-nodes.ts";
import { takeLock } from "../db/locks.ts";
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

/** The order of the values is part of the format: a change would break all chains. */
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
 * an entry that is committed late is sealed late. One process at a time; what a killed one had not committed is sealed by
 * the next.
 */
export async function sealEntries(db: TenantDb, since: Date | "all"): Promise<number> {
  const count = await db.transaction((inner) => sealBatch(inner, since));
  return count < batchSize ? count : count + (await sealEntries(db, since));
}

async function sealBatch(db: TenantDb, since: Date | "all"): Promise<number> {
  const { sql, tenantId } = db;
  await takeLock(db, "auditSeal", tenantId);
  const [head] = await sql<{ n: string; hash: Uint8Array }[]>`
    select n, hash from audit_seal where tenant_id = ${tenantId} order by n desc limit 1`;
  const entries = await sql<(SealedEntry & { exactAt: string })[]>`
    select ${sealedColumns(sql)}, e.at::text as exact_at from audit_entry e
    where e.tenant_id = ${tenantId} ${since === "all" ? sql`` : sql`and e.at >= ${since}`} and not ${isSealed(sql)}
    order by e.at, e.id limit ${batchSize}`;
  if (entries.length === 0) return 0;
  let [n, hash]: [bigint, Uint8Array] = [BigInt(head?.n ?? 0), head?.hash ?? origin];
  const seals = entries.map((entry) => {
    n += 1n;
    hash = hashAfter(hash, tenantId, entry);
    return { n: n.toString(), at: entry.exactAt, id: entry.id, hash: Buffer.from(hash).toString("hex") };
  });
  await sql`
    insert into audit_seal (tenant_id, n, entry_at, entry_id, hash)
    select ${tenantId}::bigint, r.n, r.at, r.id, decode(r.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as r(n bigint, at timestamptz, id bigint, hash text)`;
  return seals.length;
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

type Seal = { readonly n: string; readonly hash: Uint8Array; readonly isOld: boolean };
type SealWithEntry = Seal & { readonly [Column in keyof SealedEntry]: SealedEntry[Column] | null };

type ChainDb = Pick<TenantDb, "sql" | "tenantId">;

export type ChainFault = { readonly n: string; readonly reason: "changed" | "missing" | "gap" };

export type ChainReport = {
  readonly sealed: number;
  readonly fault: ChainFault | undefined;
  /** Entries older than two days, which a nightly run should have sealed. */
  readonly overdue: number;
};

/** Reads the chain from its beginning, or from the seal that a purge left, and computes every hash again. */
export async function verifyChain(db: ChainDb): Promise<ChainReport> {
  let sealed = 0;
  let previous: Seal | undefined;
  const overdue = await countOverdue(db);
  for (;;) {
    const page = await listSeals(db, previous?.n ?? "0");
    if (page.length === 0) return { sealed, fault: undefined, overdue };
    for (const seal of page) {
      const fault = findFault(db.tenantId, previous, seal);
      if (fault !== undefined) return { sealed, fault: { n: seal.n, reason: fault }, overdue };
      previous = seal;
      sealed += 1;
    }
  }
}

function findFault(
  tenantId: string,
  previous: Seal | undefined,
  seal: SealWithEntry,
): ChainFault["reason"] | undefined {
  const entry = entryOf(seal);
  // What precedes the first seal that is left was purged, and its own entry may be.
  if (previous === undefined && seal.isOld && (entry === undefined || seal.n !== "1")) return undefined;
  if (BigInt(seal.n) !== BigInt(previous?.n ?? 0) + 1n) return "gap";
  if (entry === undefined) return "missing";
  return hashAfter(previous?.hash ?? origin, tenantId, entry).equals(seal.hash) ? undefined : "changed";
}

function entryOf({ id, at, actor, operation, objectKind, outcome, ...rest }: SealWithEntry): SealedEntry | undefined {
  const isThere = id !== null && at !== null && actor !== null && operation !== null;
  if (!isThere || objectKind === null || outcome === null) return undefined;
  return { id, at, actor, operation, objectKind, outcome, ...rest };
}

const listSeals = ({ sql, tenantId }: ChainDb, after: string): Promise<readonly SealWithEntry[]> => sql<
  SealWithEntry[]
>`
  select s.n, s.hash, s.entry_at < now() - interval '24 months' as is_old, ${sealedColumns(sql)}
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

/** Deletes the audit log of a company whose deletion is requested. */
export async function deleteAuditLog(db: TenantDb): Promise<void> {
  const rows = await db.sql<{ deleted: number }[]>`
    select delete_company_audit(${db.tenantId}, ${batchSize}) as deleted`;
  if (singleRow(rows).deleted > 0) await deleteAuditLog(db);
}
