import type { SystemDb } from "../../../db/tenant.ts";

/** Serializes requests of one person. Undefined, and nothing is locked, if the address is unknown. */
export async function lockPerson(db: SystemDb, email: string): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`select id from person where email = ${email} for no key update`;
  return row?.id;
}

/** Inserts nothing for an unknown person or beyond `maxOpen` open resets. */
export async function insertReset(
  db: SystemDb,
  reset: { personId: string | undefined; now: Date; expiresAt: Date; maxOpen: number },
): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    insert into password_reset (person_id, expires_at)
    select ${reset.personId ?? null}::bigint, ${reset.expiresAt}
    where ${reset.personId ?? null}::bigint is not null and ${reset.maxOpen} > (
      select count(*) from password_reset r where r.person_id = ${reset.personId ?? null} and r.expires_at > ${reset.now})
    returning id`;
  return row?.id;
}

export async function insertResetToken(db: SystemDb, resetId: string, tokenHash: Buffer): Promise<void> {
  await db.sql`insert into password_reset_lookup (token_hash, reset_id) values (${tokenHash}, ${resetId})`;
}

export type ResetByToken = { id: string; personId: string; email: string; firstName: string; lastName: string };

export async function findResetByToken(db: SystemDb, tokenHash: Buffer, now: Date): Promise<ResetByToken | undefined> {
  const [row] = await db.sql<ResetByToken[]>`
    select r.id, r.person_id, p.email, p.first_name, p.last_name
    from password_reset_lookup l
    join password_reset r on r.id = l.reset_id
    join person p on p.id = r.person_id
    where l.token_hash = ${tokenHash} and r.used_at is null and r.expires_at > ${now}`;
  return row;
}

/** True only for the first caller. */
export async function updateResetUsed(db: SystemDb, id: string, at: Date): Promise<boolean> {
  const rows = await db.sql`
    update password_reset set used_at = ${at}
    where id = ${id} and used_at is null and expires_at > ${at} returning id`;
  return rows.length === 1;
}

/** Earlier links must not override the new password. */
export async function updatePersonResetsUsed(db: SystemDb, personId: string, at: Date): Promise<void> {
  await db.sql`update password_reset set used_at = ${at} where person_id = ${personId} and used_at is null`;
}

export async function updatePassword(db: SystemDb, personId: string, passwordHash: string): Promise<void> {
  await db.sql`update person set password_hash = ${passwordHash} where id = ${personId}`;
}

export type ResetMailDetails = { email: string; language: string; expiresAt: Date };

export async function findResetMailDetails(db: SystemDb, id: string, now: Date): Promise<ResetMailDetails | undefined> {
  const [row] = await db.sql<ResetMailDetails[]>`
    select p.email, p.language, r.expires_at
    from password_reset r join person p on p.id = r.person_id
    where r.id = ${id} and r.used_at is null and r.expires_at > ${now}`;
  return row;
}

export async function deleteExpiredResets(db: SystemDb, now: Date): Promise<void> {
  await db.sql`delete from password_reset where expires_at <= ${now}`;
}
