import type { TenantDb } from "../../../db/tenant.ts";

export type LetterAddress = { signUpId: string; email: string; fingerprint: Buffer; suppressionReason: string | null };

export async function findLetterAddress(db: TenantDb, letterId: string): Promise<LetterAddress | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<LetterAddress[]>`
    select s.id as sign_up_id, s.email, s.fingerprint,
      (select reason from suppression x where x.tenant_id = ${tenantId} and x.fingerprint = s.fingerprint) as suppression_reason
    from form_letter l join form_signup s on s.tenant_id = ${tenantId} and s.id = l.signup_id and s.email is not null
    where l.tenant_id = ${tenantId} and l.id = ${letterId}`;
  return row;
}
