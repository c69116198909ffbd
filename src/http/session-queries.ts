import { canJoinLookUps, canReturnComputed } from "../db/distribution/abilities.ts";
import type { Fragment } from "../db/client.ts";
import type { SystemDb } from "../db/tenant.ts";
import { idleSince } from "../features/members/sessions/lifetime.ts";
import { updateSessionSeen } from "../features/members/sessions/queries.ts";
import type { StoredCompany } from "../kernel/company.ts";
import type { ApiLimits } from "./queries.ts";

export type SessionPerson = { personId: string; tokens: number; dayTokens: number; isAllowed: boolean };

type SessionRequest = { readonly tokenHash: Buffer; readonly now: Date; readonly limits: ApiLimits };

/**
 * Finds the person of a valid session and takes a token from the person's buckets: in one round trip, or in two on a
 * cluster, where RETURNING cannot read a part of the statement. The last-seen time is updated at most every five minutes.
 */
export async function findSessionPerson(db: SystemDb, request: SessionRequest): Promise<SessionPerson | undefined> {
  const row = await (canReturnComputed(db) ? takeTokenAtOnce(db, request) : takeTokenInSteps(db, request));
  if (row?.isSeenStale === true) await updateSessionSeen(db, request.tokenHash, request.now);
  return row;
}

type SeenPerson = SessionPerson & { isSeenStale: boolean };

async function takeTokenAtOnce(db: SystemDb, request: SessionRequest): Promise<SeenPerson | undefined> {
  const { sql } = db;
  const [row] = await sql<SeenPerson[]>`
    with found as (${validSession(db, request)})
    ${takeToken(db, request.limits, { personId: sql`person_id`, from: sql`from found` })}, (select is_seen_stale from found)`;
  return row;
}

async function takeTokenInSteps(db: SystemDb, request: SessionRequest): Promise<SeenPerson | undefined> {
  const { sql } = db;
  const [found] = await sql<Pick<SeenPerson, "personId" | "isSeenStale">[]>`${validSession(db, request)}`;
  if (found === undefined) return undefined;
  const [row] = await sql<SessionPerson[]>`
    ${takeToken(db, request.limits, { personId: sql`${found.personId}::bigint`, from: sql`` })}`;
  return row && { ...row, isSeenStale: found.isSeenStale };
}

const validSession = ({ sql }: SystemDb, { tokenHash, now }: SessionRequest): Fragment => sql`
  select person_id, seen_at < ${now}::timestamptz - interval '5 minutes' as is_seen_stale
  from person_session
  where token_hash = ${tokenHash} and expires_at > ${now} and seen_at > ${idleSince(now)}`;

function takeToken(
  { sql }: SystemDb,
  limits: ApiLimits,
  { personId, from }: { readonly personId: Fragment; readonly from: Fragment },
): Fragment {
  const level = sql`bucket_level(${limits.burst}::float8, b.tokens, ${limits.perSecond}::float8, b.refilled_at)`;
  const dayLevel = sql`
    bucket_level(${limits.perDay}::float8, b.day_tokens, ${limits.perDay / 86_400}::float8, b.refilled_at)`;
  const grant = sql`bucket_grant(1, ${level}, ${dayLevel})`;
  return sql`
    insert into person_rate_bucket as b (person_id, tokens, day_tokens, refilled_at, granted_tokens)
    select ${personId}, ${limits.burst - 1}::float8, ${limits.perDay - 1}::float8, now(), 1 ${from}
    on conflict (person_id) do update set granted_tokens = ${grant}, tokens = ${level} - ${grant},
      day_tokens = ${dayLevel} - ${grant}, refilled_at = greatest(b.refilled_at, now())
    returning person_id, tokens, day_tokens, granted_tokens = 1 as is_allowed`;
}

/** The person has no second factor although the company requires one. */
type SecondFactor = { lacksTwoFactor: boolean };

const lacksTwoFactor = (db: SystemDb) => db.sql`c.require_two_factor and p.totp_enabled_at is null as lacks_two_factor`;

export type SessionMember = StoredCompany & SecondFactor & { memberId: string; roles: string[] };

/**
 * The company with this public id as `c`, to join others to. On a cluster it is looked up first: a statement with a known
 * company runs on its node, one with the look-up asks all nodes. Undefined when there is none. Boxed, because returning a
 * bare fragment from an async function would execute it.
 */
async function companyByGuid(db: SystemDb, guid: string): Promise<{ readonly from: Fragment } | undefined> {
  const { sql } = db;
  if (canJoinLookUps(db)) {
    const from = sql`(select c.* from company_lookup l join company c on c.tenant_id = l.tenant_id where l.guid = ${guid}) c`;
    return { from };
  }
  const [place] = await sql<{ tenantId: string }[]>`select tenant_id from company_lookup where guid = ${guid}`;
  return place && { from: sql`(select * from company where tenant_id = ${place.tenantId}) c` };
}

/** The signed-in person as a member of the company in the path. */
export async function findSessionMember(
  db: SystemDb,
  personId: string,
  guid: string,
): Promise<SessionMember | undefined> {
  const company = await companyByGuid(db, guid);
  if (company === undefined) return undefined;
  const [row] = await db.sql<SessionMember[]>`
    select c.tenant_id, c.guid, c.time_zone, c.fingerprint_key as stored_fingerprint_key, m.id as member_id, m.roles, ${lacksTwoFactor(db)}
    from ${company.from}
    join membership m on m.tenant_id = c.tenant_id and m.person_id = ${personId} and m.is_active
    join person p on p.id = m.person_id`;
  return row;
}

/** The company in the path, for a signed-in person with temporary support access. */
export async function findSupportedCompany(
  db: SystemDb,
  personId: string,
  { guid, now }: { guid: string; now: Date },
): Promise<(StoredCompany & SecondFactor) | undefined> {
  const company = await companyByGuid(db, guid);
  if (company === undefined) return undefined;
  const [row] = await db.sql<(StoredCompany & SecondFactor)[]>`
    select c.tenant_id, c.guid, c.time_zone, c.fingerprint_key as stored_fingerprint_key, ${lacksTwoFactor(db)}
    from ${company.from}
    join support_view v on v.tenant_id = c.tenant_id and v.person_id = ${personId}
    join person p on p.id = v.person_id
    where v.expires_at > ${now}`;
  return row;
}
