import type { SystemDb, TenantDb } from "../../../db/tenant.ts";

/**
 * Counts a letter to an address over all companies; false if the address got the most of them. A letter that is tried
 * again counts once. The address is hashed with the key of the installation. Runs in a transaction: the lock makes
 * concurrent letters to the address wait.
 */
export async function countLetterToAddress(
  { sql }: TenantDb,
  { letterId, email }: { readonly letterId: string; readonly email: string },
  { max, since, at }: { readonly max: number; readonly since: Date; readonly at: Date },
): Promise<boolean> {
  const hash = sql`(select sha256(key || convert_to(${email}, 'UTF8')) from letter_limit_key)`;
  await sql`select pg_advisory_xact_lock(hashtextextended('letter_limit ' || encode(${hash}, 'hex'), 0))`;
  const rows = await sql`
    insert into letter_limit (address_hash, letter_id, sent_at)
    select h.hash, ${letterId}, ${at} from (select ${hash} as hash) h
    where (select count(*) from letter_limit l
      where l.address_hash = h.hash and l.sent_at > ${since} and l.letter_id <> ${letterId}) < ${max}
    on conflict (address_hash, letter_id) do update set sent_at = excluded.sent_at
    returning letter_id`;
  return rows.length > 0;
}

export async function deleteCountedLetters({ sql }: SystemDb, before: Date): Promise<void> {
  await sql`delete from letter_limit where sent_at <= ${before}`;
}
