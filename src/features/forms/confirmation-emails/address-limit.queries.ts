import { takeKeyLocks } from "../../../db/locks.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";

/**
 * Counts a confirmation e-mail to an address over all companies; false if the address got the most of them. A confirmation e-mail that is tried
 * again counts once. The address is hashed with the key of the installation. Runs in a transaction: the lock makes
 * concurrent confirmation e-mails to the address wait.
 */
export async function countConfirmationEmailToAddress(
  db: TenantDb,
  { confirmationEmailId, email }: { readonly confirmationEmailId: string; readonly email: string },
  { max, since, at }: { readonly max: number; readonly since: Date; readonly at: Date },
): Promise<boolean> {
  const { sql } = db;
  await takeKeyLocks(db, "confirmationEmails", [sha256(email)]);
  const hash = sql`(select sha256(key || convert_to(${email}, 'UTF8')) from confirmation_email_limit_key)`;
  const rows = await sql`
    insert into confirmation_email_limit (address_hash, confirmation_email_id, sent_at)
    select h.hash, ${confirmationEmailId}, ${at} from (select ${hash} as hash) h
    where (select count(*) from confirmation_email_limit l
      where l.address_hash = h.hash and l.sent_at > ${since} and l.confirmation_email_id <> ${confirmationEmailId}) < ${max}
    on conflict (address_hash, confirmation_email_id) do update set sent_at = excluded.sent_at
    returning confirmation_email_id`;
  return rows.length > 0;
}

export async function deleteCountedConfirmationEmails({ sql }: SystemDb, before: Date): Promise<void> {
  await sql`delete from confirmation_email_limit where sent_at <= ${before}`;
}
