import type { SystemDb } from "../../../db/tenant.ts";
import type { Role } from "../../../kernel/access.ts";

export type NewSession = {
  tokenHash: Buffer;
  personId: string;
  /** The hash that the password was verified against. */
  passwordHash: string;
  at: Date;
  expiresAt: Date;
};

/** The share lock orders a concurrent password change before (no session is created) or after (it ends the session). */
export async function insertSession(db: SystemDb, session: NewSession): Promise<boolean> {
  const rows = await db.sql`
    insert into person_session (token_hash, person_id, created_at, seen_at, expires_at)
    select ${session.tokenHash}, id, ${session.at}, ${session.at}, ${session.expiresAt}
    from person where id = ${session.personId} and password_hash = ${session.passwordHash} for share
    returning person_id`;
  return rows.length === 1;
}

export async function deleteSession(db: SystemDb, tokenHash: Buffer): Promise<void> {
  await db.sql`delete from person_session where token_hash = ${tokenHash}`;
}

export async function deletePersonSessions(db: SystemDb, personId: string): Promise<void> {
  await db.sql`delete from person_session where person_id = ${personId}`;
}

export async function deleteExpiredSessions(db: SystemDb, now: Date): Promise<void> {
  await db.sql`
    delete from person_session where expires_at <= ${now} or seen_at <= ${now}::timestamptz - interval '7 days'`;
}

export type PersonCompany = {
  tenant: string;
  name: string;
  memberId: string | null;
  roles: Role[];
  support: boolean;
};

/** Companies of the person and those with an active support view. */
export const listCompaniesOfPerson = async (db: SystemDb, personId: string, now: Date): Promise<PersonCompany[]> =>
  db.sql<PersonCompany[]>`
    select c.guid as tenant, c.name, m.id as member_id, coalesce(m.roles, '{}') as roles, m.id is null as support
    from company c
    left join membership m on m.tenant_id = c.tenant_id and m.person_id = ${personId} and m.is_active
    where c.tenant_id in (
      select tenant_id from membership where person_id = ${personId} and is_active
      union select tenant_id from support_view where person_id = ${personId} and expires_at > ${now})
    order by c.name, c.tenant_id`;

/** Serializes attempts on one subject, so that concurrent ones cannot exceed the limit. */
export async function lockAttempts(db: SystemDb, subject: Buffer): Promise<void> {
  await db.sql`select pg_advisory_xact_lock(${subject.readBigInt64BE(0).toString()})`;
}

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

export async function updateTwoFactorDisabled(db: SystemDb, personId: string): Promise<void> {
  await db.sql`
    update person set totp_secret = null, totp_enabled_at = null, totp_last_step = null where id = ${personId}`;
}

export async function updateSessionSeen(db: SystemDb, tokenHash: Buffer, at: Date): Promise<void> {
  await db.sql`update person_session set seen_at = ${at} where token_hash = ${tokenHash}`;
}
