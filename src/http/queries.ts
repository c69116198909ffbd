import { canJoinLookUps } from "../db/distribution/abilities.ts";
import type { Fragment } from "../db/client.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import type { BoundedCache } from "../kernel/bounded-cache.ts";
import type { StoredCompany } from "../kernel/company.ts";

export type ApiLimits = { burst: number; perSecond: number; perDay: number };

export type KeyIdentity = StoredCompany & {
  keyId: string;
  roles: string[];
  scope: "read" | "full";
  memberId: string;
  creatorRoles: string[];
  isUseStale: boolean;
  /** Null when the company has no bucket yet. */
  tokens: number | null;
  dayTokens: number | null;
  grantedTokens: number | null;
};

type KeyCredentials = { readonly hash: Buffer; readonly email: string | null };
type TokenRequest = { readonly limits: ApiLimits; readonly wanted: number };

type KeyLocation = { readonly tenantId: string; readonly keyId: string };

/** Where keys are, by their hash: never changes, whereas the key itself is read for every request. */
export type KeyLocations = BoundedCache<string, KeyLocation>;

/** Looks up the key and takes tokens from the company's buckets, for as many of the requests as the buckets allow. */
export const findKeyAndTakeTokens = (
  db: SystemDb,
  key: KeyCredentials,
  request: TokenRequest & { readonly locations: KeyLocations },
): Promise<KeyIdentity | undefined> =>
  canJoinLookUps(db) ? findKeyAtOnce(db, key, request) : findKeyInSteps(db, key, request);

/** A key as `k`, and its company. */
type FoundKey = { readonly from: Fragment; readonly company: Fragment };

/** The rest of a query for a key that may be used. */
const validKey = (db: SystemDb, { from, company }: FoundKey, email: string | null): Fragment => db.sql`
  k.tenant_id, k.id as key_id, k.roles, k.scope, m.id as member_id, m.roles as creator_roles,
    c.guid, c.time_zone, c.fingerprint_key as stored_fingerprint_key,
    coalesce(k.last_used_at < now() - interval '1 hour', true) as is_use_stale
  from ${from}
  join membership m on m.tenant_id = k.tenant_id and m.id = k.created_by and m.is_active
  join company c on c.tenant_id = k.tenant_id
  where k.revoked_at is null and k.expires_at > now()
    and coalesce(k.last_used_at, k.created_at) > now() - interval '180 days'
    and ${email === null ? db.sql`true` : hasMember(db, company, email)}`;

const hasMember = ({ sql }: SystemDb, company: Fragment, email: string): Fragment => sql`
  exists (select from person p join membership named on named.person_id = p.id
    where p.email = ${email} and named.tenant_id = ${company} and named.is_active)`;

/** The limits as columns, each a parameter once. */
const limitColumns = ({ sql }: SystemDb, { burst, perSecond, perDay }: ApiLimits): Fragment => sql`
  ${burst}::float8 as burst, ${perSecond}::float8 as per_second, ${perDay}::float8 as per_day,
  ${perDay / 86_400}::float8 as day_per_second`;

/**
 * SET of the buckets by `limitColumns`. The new level is computed from the row's own columns: under concurrency PostgreSQL
 * evaluates that again on the newest row, whereas a value read before would let requests through twice.
 */
function takenTokens({ sql }: SystemDb, wanted: number): Fragment {
  const level = sql`bucket_level(burst, tokens, per_second, refilled_at)`;
  const dayLevel = sql`bucket_level(per_day, day_tokens, day_per_second, refilled_at)`;
  const grant = sql`bucket_grant(${wanted}::int, ${level}, ${dayLevel})`;
  return sql`
    granted_tokens = ${grant}, tokens = ${level} - ${grant}, day_tokens = ${dayLevel} - ${grant},
    refilled_at = greatest(refilled_at, now())`;
}

/** One round trip. */
async function findKeyAtOnce(
  db: SystemDb,
  { hash, email }: KeyCredentials,
  { limits, wanted }: TokenRequest,
): Promise<KeyIdentity | undefined> {
  const from = db.sql`
    api_key_lookup l join api_key k on k.tenant_id = l.tenant_id and k.id = l.key_id and l.hash = ${hash}`;
  const found = validKey(db, { from, company: db.sql`k.tenant_id` }, email);
  const [row] = await db.sql<KeyIdentity[]>`
    with found as (select ${limitColumns(db, limits)}, ${found}), taken as (
      update rate_bucket b set ${takenTokens(db, wanted)} from found where b.tenant_id = found.tenant_id
      returning b.tokens, b.day_tokens, b.granted_tokens
    )
    select found.tenant_id, found.key_id, found.roles, found.scope, found.member_id, found.creator_roles, found.guid,
      found.time_zone, found.stored_fingerprint_key, found.is_use_stale,
      taken.tokens, taken.day_tokens, taken.granted_tokens
    from found left join taken on true`;
  return row;
}

/**
 * Keys are on the node of their company, look-up and buckets on the coordinator: one statement over both would ask all
 * nodes.
 */
async function findKeyInSteps(
  db: SystemDb,
  { hash, email }: KeyCredentials,
  { locations, ...request }: TokenRequest & { readonly locations: KeyLocations },
): Promise<KeyIdentity | undefined> {
  const location = locations.get(hash.toString("latin1")) ?? (await findKeyLocation(db, hash));
  if (location === undefined) return undefined;
  locations.set(hash.toString("latin1"), location);
  const from = db.sql`(select * from api_key where tenant_id = ${location.tenantId} and id = ${location.keyId}) k`;
  const found = validKey(db, { from, company: db.sql`${location.tenantId}` }, email);
  const [key] = await db.sql<Omit<KeyIdentity, keyof CompanyLevels>[]>`select ${found}`;
  if (key === undefined) return undefined;
  const levels = await takeCompanyTokens(db, location.tenantId, request);
  return { ...key, ...(levels ?? { tokens: null, dayTokens: null, grantedTokens: null }) };
}

async function findKeyLocation({ sql }: SystemDb, hash: Buffer): Promise<KeyLocation | undefined> {
  const [location] = await sql<KeyLocation[]>`select tenant_id, key_id from api_key_lookup where hash = ${hash}`;
  return location;
}

export type CompanyLevels = { tokens: number; dayTokens: number; grantedTokens: number };

/** Undefined when the company has no bucket yet. */
export async function takeCompanyTokens(
  db: SystemDb,
  tenantId: string,
  { limits, wanted }: TokenRequest,
): Promise<CompanyLevels | undefined> {
  const [row] = await db.sql<CompanyLevels[]>`
    update rate_bucket set ${takenTokens(db, wanted)} from (select ${limitColumns(db, limits)}) allowed
    where tenant_id = ${tenantId} returning tokens, day_tokens, granted_tokens`;
  return row;
}

export async function insertFullBucket(db: SystemDb, tenantId: string, limits: ApiLimits): Promise<void> {
  await db.sql`
    insert into rate_bucket (tenant_id, tokens, day_tokens, refilled_at)
    values (${tenantId}, ${limits.burst}, ${limits.perDay}, now())
    on conflict do nothing`;
}

/** True when the key was claimed: it is new or its 24 hours are over. */
export async function claimIdempotencyKey(db: TenantDb, keyHash: Buffer, requestHash: Buffer): Promise<boolean> {
  const claimed = await db.sql`
    insert into idempotency as i (tenant_id, key_hash, request_hash, created_at)
    values (${db.tenantId}, ${keyHash}, ${requestHash}, now())
    on conflict (tenant_id, key_hash) do update
      set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, answer = null
      where excluded.created_at - i.created_at > interval '24 hours'
    returning key_hash`;
  return claimed.length === 1;
}

export type StoredResponse = { requestHash: Buffer; status: number | null; answer: string | null };

export async function findStoredResponse(db: TenantDb, keyHash: Buffer): Promise<StoredResponse | undefined> {
  const [kept] = await db.sql<StoredResponse[]>`
    select request_hash, status, answer from idempotency where tenant_id = ${db.tenantId} and key_hash = ${keyHash}`;
  return kept;
}

export async function updateStoredResponse(
  db: TenantDb,
  keyHash: Buffer,
  kept: { status: number; answer: string | null },
) {
  await db.sql`
    update idempotency set status = ${kept.status}, answer = ${kept.answer}
    where tenant_id = ${db.tenantId} and key_hash = ${keyHash}`;
}

export async function deleteIdempotencyKey(db: TenantDb, keyHash: Buffer): Promise<void> {
  await db.sql`delete from idempotency where tenant_id = ${db.tenantId} and key_hash = ${keyHash}`;
}

/** For an erasure: stored idempotency responses that contain the address. */
export async function deleteResponsesMentioning(db: TenantDb, email: string): Promise<void> {
  await db.sql`
    delete from idempotency where tenant_id = ${db.tenantId} and position(${email} in lower(answer)) > 0`;
}

export async function deleteOldIdempotencyKeys(db: SystemDb): Promise<void> {
  await db.sql`delete from idempotency where created_at < now() - interval '24 hours'`;
}
