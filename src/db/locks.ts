import type { Fragment, SqlTag } from "./client.ts";
import type { SqlHandle } from "./tenant.ts";

/**
 * Advisory locks by name; each ends with its transaction. A transaction takes them in the order of this list, so that two
 * transactions never wait for each other. Row locks follow after them, except where a feature's README says otherwise.
 */
const lockNames = [
  /** One of the processes that start creates the demo. */
  "demo",
  /** One process rotates the data key. */
  "keyRotation",
  /** Closes of a month: the second one sees the invoices of the first. */
  "monthClose",
  /** Counted attempts of a subject, such as sign-ins of an account. */
  "attempts",
  /** Sign-ups of a company, so that concurrent ones cannot exceed a limit. */
  "signUps",
  /** All addresses of a company: exclusive for statements over many contacts, shared with each lock of one address. */
  "allAddresses",
  /** Writes of one order. */
  "order",
  /** Changes of consents and of the existence of an address. */
  "address",
  /** Parts of the exported files of a company: shared by those that write them, exclusive for an erasure. */
  "exportedFiles",
  /** Definitions of segments that name others: two valid ones could form a cycle together. */
  "segmentDefinitions",
  /** Editor elements of a company, which are limited in number. */
  "editorElements",
  /** Moves in the tree of folders: two of them could form a cycle. */
  "folderTree",
  /** Reconciliations of a company: two at once would add a difference twice. */
  "reconciliation",
  /** Steps of one automation that write e-mails and would lock the counters of its nodes in any order. */
  "emailSteps",
  /** Uploads of codes to a stack of coupons. */
  "couponCodes",
  /** Assignments of a stack of coupons: a contact would otherwise get two codes at once. */
  "couponStack",
  /** Numbers of links that blocks add to the messages of a source. */
  "blockLinks",
  /** Confirmation e-mails to one address, which are limited in number. */
  "confirmationEmails",
] as const;

export type LockName = (typeof lockNames)[number];

const ranks = new Map<LockName, number>(lockNames.map((name, rank) => [name, rank]));
const rankOf = (name: LockName): number => ranks.get(name) ?? -1;

type LockMode = "exclusive" | "shared";

/** Locks of one transaction by name and key. */
type HeldLocks = { readonly modes: Map<string, LockMode>; highest: { readonly name: LockName; readonly rank: number } };

const heldByTransaction = new WeakMap<SqlTag, HeldLocks>();

/** Locks that were asked for out of order. They are counted, since most of them never meet another one; tests make them fatal. */
export const lockOrderViolations = { count: 0, areFatal: false };

function violate(message: string): void {
  lockOrderViolations.count += 1;
  if (lockOrderViolations.areFatal) throw new Error(message);
}

/** A connection belongs to one transaction: `sql` identifies it. */
function noteLocks(sql: SqlTag, name: LockName, keys: readonly string[], mode: LockMode): void {
  const rank = rankOf(name);
  const held = heldByTransaction.get(sql) ?? { modes: new Map(), highest: { name, rank: -1 } };
  heldByTransaction.set(sql, held);
  const names = keys.map((key) => `${name} ${key}`);
  const added = names.filter((key) => !held.modes.has(key));
  if (mode === "exclusive" && names.some((key) => held.modes.get(key) === "shared"))
    violate(`the shared lock ${name} cannot become an exclusive one: two transactions would wait for each other`);
  if (added.length === 0) return;
  if (held.highest.rank >= rank) violate(`the lock ${name} must be taken before ${held.highest.name}`);
  for (const key of added) held.modes.set(key, mode);
  if (rank > held.highest.rank) held.highest = { name, rank };
}

const keyText = (name: LockName, parts: readonly string[]) => [name, ...parts].join(" ");

/** A call that takes the lock, for a statement of the transaction `sql`. */
export function exclusiveLock(sql: SqlTag, name: LockName, ...parts: readonly string[]): Fragment {
  noteLocks(sql, name, [parts.join(" ")], "exclusive");
  return sql`pg_advisory_xact_lock(hashtextextended(${keyText(name, parts)}, 0))`;
}

/** The same for a lock that others may share. */
export function sharedLock(sql: SqlTag, name: LockName, ...parts: readonly string[]): Fragment {
  noteLocks(sql, name, [parts.join(" ")], "shared");
  return sql`pg_advisory_xact_lock_shared(hashtextextended(${keyText(name, parts)}, 0))`;
}

/** Waits for the lock. `parts` name what is locked, such as a company and an object of it. */
export async function takeLock({ sql }: SqlHandle, name: LockName, ...parts: readonly string[]): Promise<void> {
  await sql`select ${exclusiveLock(sql, name, ...parts)}`;
}

export async function takeSharedLock({ sql }: SqlHandle, name: LockName, ...parts: readonly string[]): Promise<void> {
  await sql`select ${sharedLock(sql, name, ...parts)}`;
}

/** False while another transaction has the lock. */
export async function tryLock({ sql }: SqlHandle, name: LockName): Promise<boolean> {
  const [row] = await sql<{ isLocked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${keyText(name, [])}, 0)) as is_locked`;
  return row?.isLocked === true;
}

/** Locks by keys of 64 bits, such as parts of fingerprints, in ascending order. `first` is a lock that precedes them. */
export async function takeKeyLocks(
  { sql }: SqlHandle,
  name: LockName,
  hashes: readonly Buffer[],
  first: Fragment = sql`null`,
): Promise<void> {
  const keys = hashes.map((hash) => hash.readBigInt64BE(0)).toSorted((a, b) => (a < b ? -1 : 1));
  noteLocks(sql, name, keys.map(String), "exclusive");
  await sql`
    select pg_advisory_xact_lock(key)
    from (select ${first} offset 0) preceding cross join unnest(${keys.map(String)}::bigint[]) key`;
}
