import type { TenantDb } from "../../../db/tenant.ts";

export type ConfirmationEmailAddress = {
  signUpId: string;
  formId: string;
  email: string;
  fingerprint: Buffer;
  suppressionReason: string | null;
};

export async function findConfirmationEmailAddress(
  db: TenantDb,
  confirmationEmailId: string,
): Promise<ConfirmationEmailAddress | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<ConfirmationEmailAddress[]>`
    select s.id as sign_up_id, s.form_id, s.email, s.fingerprint,
      (select reason from suppression x where x.tenant_id = ${tenantId} and x.fingerprint = s.fingerprint) as suppression_reason
    from confirmation_email l join form_signup s on s.tenant_id = ${tenantId} and s.id = l.signup_id and s.email is not null
    where l.tenant_id = ${tenantId} and l.id = ${confirmationEmailId}`;
  return row;
}

/** False if a bounce was reported before. */
export async function markConfirmationEmailBounced(
  db: TenantDb,
  confirmationEmailId: string,
  detail: string | null,
): Promise<boolean> {
  const { count } = await db.sql`
    update confirmation_email set state = 'bounced', reason = ${detail}
    where tenant_id = ${db.tenantId} and id = ${confirmationEmailId} and state <> 'bounced'`;
  return count > 0;
}

/** The form of a confirmation e-mail that left and was not reported as delivered before. */
export async function markConfirmationEmailDelivered(
  db: TenantDb,
  confirmationEmailId: string,
  at: Date,
): Promise<string | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ formId: string }[]>`
    update confirmation_email l set delivered_at = ${at} from form_signup s
    where l.tenant_id = ${tenantId} and l.id = ${confirmationEmailId} and l.state in ('sent', 'unknown') and l.delivered_at is null
      and s.tenant_id = ${tenantId} and s.id = l.signup_id
    returning s.form_id`;
  return row?.formId;
}
