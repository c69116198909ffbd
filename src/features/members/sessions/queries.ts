import { takeKeyLocks } from "../../../db/locks.ts";
import type { EncryptedPage, EncryptedValue } from "../../../feature.ts";
import { acrossNodes, type Companies } from "../../../db/distribution/across-nodes.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import type { Role } from "../../../kernel/access.ts";
import { idleSince } from "./lifetime.ts";

export type NewSession = {
  tokenHash: Buffer;
  personId: string;
  /** The hash that the password was verified against. */
  passwordHash: string;
  /** When the second factor that was checked was enabled; null if none was. */
  totpEnabledAt: Date | null;
  address: string;
  userAgent: string;
  at: Date;
  expiresAt: Date;
};

/** The share lock orders a concurrent change of a factor before (no session is created) or after (it ends the session). */
export function insertSession(db: SystemDb, session: NewSession): Promise<boolean> {
  return db.transaction(async ({ sql }) => {
    const [unchanged] = await sql`
      select from person
      where id = ${session.personId} and password_hash = ${session.passwordHash}
        and totp_enabled_at is not distinct from ${session.totpEnabledAt} for share`;
    if (unchanged === undefined) return false;
    await sql`
      insert into person_session (token_hash, person_id, address, user_agent, created_at, seen_at, confirmed_at, expires_at)
      values (${session.tokenHash}, ${session.personId}, ${session.address}, ${session.userAgent}, ${session.at},
        ${session.at}, ${session.at}, ${session.expiresAt})`;
    return true;
  });
}

export async function deleteSession(db: SystemDb, tokenHash: Buffer): Promise<void> {
  await db.sql`delete from person_session where token_hash = ${tokenHash}`;
}

export async function deletePersonSessions(db: SystemDb, personId: string): Promise<void> {
  await db.sql`delete from person_session where person_id = ${personId}`;
}

export async function deleteOtherSessions(db: SystemDb, personId: string, currentHash: Buffer): Promise<void> {
  await db.sql`delete from person_session where person_id = ${personId} and token_hash <> ${currentHash}`;
}

/** The token's hash of the session that was deleted. */
export async function deleteSessionById(db: SystemDb, personId: string, id: string): Promise<Buffer | undefined> {
  const [row] = await db.sql<{ tokenHash: Buffer }[]>`
    delete from person_session where id = ${id} and person_id = ${personId} returning token_hash`;
  return row?.tokenHash;
}

export type SessionRecord = {
  id: string;
  tokenHash: Buffer;
  createdAt: Date;
  seenAt: Date;
  userAgent: string;
  address: string;
};

const openSessions = (db: SystemDb, now: Date) => db.sql`
  s.expires_at > ${now} and s.seen_at > ${idleSince(now)}`;

/** The most recently used first, at most 200. */
export const listSessions = async (db: SystemDb, personId: string, now: Date): Promise<SessionRecord[]> =>
  db.sql<SessionRecord[]>`
    select s.id, s.token_hash, s.created_at, s.seen_at, s.user_agent, s.address
    from person_session s where s.person_id = ${personId} and ${openSessions(db, now)}
    order by s.seen_at desc, s.id desc limit 200`;

/** Addresses from which the owner of the account signed in; empty for an unknown account. */
export async function listSessionAddresses(db: SystemDb, email: string, now: Date): Promise<string[]> {
  const rows = await db.sql<{ address: string }[]>`
    select distinct s.address from person p join person_session s on s.person_id = p.id
    where p.email = ${email} and s.address <> '' and ${openSessions(db, now)} limit 200`;
  return rows.map(({ address }) => address);
}

export async function deleteExpiredSessions(db: SystemDb, now: Date): Promise<void> {
  await db.sql`delete from person_session where expires_at <= ${now} or seen_at <= ${idleSince(now)}`;
}

export type PersonCompany = {
  tenant: string;
  name: string;
  timeZone: string;
  memberId: string | null;
  roles: Role[];
  support: boolean;
};

/** Companies of the person and those with an active support view. */
export async function listCompaniesOfPerson(db: SystemDb, personId: string, now: Date): Promise<PersonCompany[]> {
  const companies = (of: Companies) => db.sql<PersonCompany[]>`
    select c.guid as tenant, c.name, c.time_zone, m.id as member_id, coalesce(m.roles, '{}') as roles,
      m.id is null as support
    from ${of.table("company")} c
    left join ${of.table("membership")} m on m.tenant_id = c.tenant_id and m.person_id = ${personId} and m.is_active
    where c.tenant_id in (
      select tenant_id from ${of.table("membership")} where person_id = ${personId} and is_active
      union select tenant_id from ${of.table("support_view")} where person_id = ${personId} and expires_at > ${now})
    order by c.name, c.tenant_id`;
  return acrossNodes(db, companies);
}

/** Serializes attempts on the subjects, so that concurrent ones cannot exceed their limits. */
export const lockAttempts = (db: SystemDb, subjects: readonly Buffer[]): Promise<void> =>
  takeKeyLocks(db, "attempts", subjects);

/** The time of the `nth` newest attempt since `since`. */
export async function findAttemptTime(
  db: SystemDb,
  subject: Buffer,
  { since, nth }: { since: Date; nth: number },
): Promise<Date | undefined> {
  const [row] = await db.sql<{ at: Date }[]>`
    select at from sign_in_attempt where subject = ${subject} and at > ${since}
    order by at desc, id desc offset ${nth - 1} limit 1`;
  return row?.at;
}

export type AttemptRecord = { id: string; at: Date };

export async function insertAttempt(db: SystemDb, subject: Buffer, attempt: AttemptRecord): Promise<void> {
  await db.sql`insert into sign_in_attempt (subject, at, id) values (${subject}, ${attempt.at}, ${attempt.id})`;
}

export async function deleteAttempt(db: SystemDb, subject: Buffer, attempt: AttemptRecord): Promise<void> {
  await db.sql`delete from sign_in_attempt where subject = ${subject} and at = ${attempt.at} and id = ${attempt.id}`;
}

export async function deleteOldAttempts(db: SystemDb, before: Date): Promise<void> {
  await db.sql`delete from sign_in_attempt where at < ${before}`;
}

/** Stores a secret to be confirmed by its first code; a secret in use is not replaced. */
export async function updatePendingTotpSecret(db: SystemDb, personId: string, sealed: Buffer): Promise<boolean> {
  const rows = await db.sql`
    update person set totp_secret = ${sealed}, totp_last_step = null
    where id = ${personId} and totp_enabled_at is null returning id`;
  return rows.length === 1;
}

export async function updateTwoFactorEnabled(
  db: SystemDb,
  personId: string,
  confirmed: { sealed: Buffer; step: number; at: Date },
): Promise<boolean> {
  const rows = await db.sql`
    update person set totp_enabled_at = ${confirmed.at}, totp_last_step = ${confirmed.step}
    where id = ${personId} and totp_enabled_at is null and totp_secret = ${confirmed.sealed} returning id`;
  return rows.length === 1;
}

/** True if no code of this step or a later one was used before. */
export async function updateLastTotpStep(db: SystemDb, personId: string, step: number): Promise<boolean> {
  const rows = await db.sql`
    update person set totp_last_step = ${step}
    where id = ${personId} and (totp_last_step is null or totp_last_step < ${step}) returning id`;
  return rows.length === 1;
}

/** True if two-factor sign-in is on; it cannot be switched off until the end of the transaction. */
export async function lockTwoFactorEnabled(db: SystemDb, personId: string): Promise<boolean> {
  const rows = await db.sql`
    select id from person where id = ${personId} and totp_enabled_at is not null for no key update`;
  return rows.length === 1;
}

export async function insertRecoveryCodes(db: SystemDb, personId: string, hashes: readonly Buffer[]): Promise<void> {
  const digits = hashes.map((hash) => hash.toString("hex"));
  await db.sql`
    insert into recovery_code (person_id, code_hash)
    select ${personId}, decode(hash, 'hex') from unnest(${digits}::text[]) hash`;
}

export async function deleteRecoveryCodes(db: SystemDb, personId: string): Promise<void> {
  await db.sql`delete from recovery_code where person_id = ${personId}`;
}

/** True only for the first caller. */
export async function deleteRecoveryCode(db: SystemDb, personId: string, hash: Buffer): Promise<boolean> {
  const rows = await db.sql`
    delete from recovery_code where person_id = ${personId} and code_hash = ${hash} returning person_id`;
  return rows.length === 1;
}

/** False if the password is no longer the one that was verified. */
export async function updateChangedPassword(
  db: SystemDb,
  personId: string,
  change: { from: string; to: string },
): Promise<boolean> {
  const rows = await db.sql`
    update person set password_hash = ${change.to}
    where id = ${personId} and password_hash = ${change.from} returning id`;
  return rows.length === 1;
}

export async function updateTwoFactorDisabled(db: SystemDb, personId: string): Promise<void> {
  await db.sql`
    update person set totp_secret = null, totp_enabled_at = null, totp_last_step = null where id = ${personId}`;
}

export const listTotpSecrets = async (
  db: SystemDb,
  { keyId, after, limit }: EncryptedPage,
): Promise<EncryptedValue[]> =>
  db.sql<EncryptedValue[]>`
    select id, totp_secret as bytes from person
    where (${after}::bigint is null or id > ${after}) and substring(totp_secret from 1 for 4) <> ${keyId} order by id limit ${limit}`;

export async function updateTotpSecret(db: SystemDb, id: string, change: { from: Uint8Array; to: Uint8Array }) {
  const rows = await db.sql`
    update person set totp_secret = ${change.to} where id = ${id} and totp_secret = ${change.from} returning id`;
  return rows.length === 1;
}

export async function updateSessionSeen(db: SystemDb, tokenHash: Buffer, at: Date): Promise<void> {
  await db.sql`update person_session set seen_at = ${at} where token_hash = ${tokenHash}`;
}

type Profile = { firstName: string; lastName: string; language: string; languageChosen: boolean };

export async function updateProfile(db: SystemDb, personId: string, profile: Profile): Promise<void> {
  await db.sql`update person set ${db.sql(profile)} where id = ${personId}`;
}
