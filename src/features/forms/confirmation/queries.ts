import type { TenantDb } from "../../../db/tenant.ts";
import type { Profile } from "../../../kernel/contact-columns.ts";

export type StoredSignUp = {
  id: string;
  formId: string;
  email: string;
  fingerprint: Buffer;
  state: "pending" | "confirmed" | "refused" | "expired";
  purposeId: string;
  listIds: string[];
  profile: Partial<Profile>;
  customFields: Record<string, unknown>;
  consentHtml: string;
  filledAt: Date;
  shopUrl: string | null;
};

/** The sign-up of a confirmation e-mail; undefined if the person was erased or forgotten. */
export async function findSignUp(
  db: TenantDb,
  { signUpId, confirmationEmailId }: { signUpId: string; confirmationEmailId: string },
): Promise<StoredSignUp | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<StoredSignUp[]>`
    select s.id, s.form_id, s.email, s.fingerprint, s.state, s.purpose_id, s.list_ids::text[] as list_ids, s.profile,
      s.custom_fields, s.consent_html, s.filled_at, o.url as shop_url
    from form_signup s
    join form f on f.tenant_id = ${tenantId} and f.id = s.form_id
    join shop o on o.tenant_id = ${tenantId} and o.id = f.shop_id
    join confirmation_email l on l.tenant_id = ${tenantId} and l.id = ${confirmationEmailId} and l.signup_id = s.id
    where s.tenant_id = ${tenantId} and s.id = ${signUpId} and s.email is not null`;
  return row;
}

/** The person left every one of the lists. */
export async function hasLeftLists(db: TenantDb, contactId: string, listIds: readonly string[]): Promise<boolean> {
  if (listIds.length === 0) return false;
  const rows = await db.sql`
    select from list_member where tenant_id = ${db.tenantId} and contact_id = ${contactId}
      and list_id = any(${[...listIds]}::bigint[]) and state = 'unsubscribed'`;
  return rows.length === new Set(listIds).size;
}

export async function lockSignUp(db: TenantDb, signUpId: string): Promise<void> {
  await db.sql`select from form_signup where tenant_id = ${db.tenantId} and id = ${signUpId} for update`;
}

export type ConfirmedSignUp = {
  contactId: string;
  consentId: string;
  confirmationEmailId: string;
  confirmedIp: string;
  confirmedAt: Date;
};

export async function updateConfirmed(db: TenantDb, signUpId: string, confirmed: ConfirmedSignUp): Promise<void> {
  const row = { ...confirmed, state: "confirmed", reason: null };
  await db.sql`update form_signup set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${signUpId}`;
}
