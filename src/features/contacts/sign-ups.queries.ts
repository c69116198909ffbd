import type { TenantDb } from "../../db/tenant.ts";

export type ExportedSignUp = {
  formId: string;
  form: string;
  formVersion: number;
  state: string;
  filledAt: Date;
  ip: string | null;
  page: string | null;
  values: Record<string, unknown>;
  utm: Record<string, unknown>;
  consentText: string;
  confirmedAt: Date | null;
  confirmedIp: string | null;
  messageId: string | null;
};

/** The proof of consents given by forms: both steps, the text and the message whose link was used. */
export async function listSignUpsOfContact(db: TenantDb, contactId: string): Promise<ExportedSignUp[]> {
  return db.sql<ExportedSignUp[]>`
    select f.id as form_id, f.name as form, s.form_version, s.state, s.filled_at, s.ip, s.page, s.typed as values, s.utm,
      s.consent_html as consent_text, s.confirmed_at, s.confirmed_ip, s.confirmation_email_id as message_id
    from form_signup s join form f on f.tenant_id = ${db.tenantId} and f.id = s.form_id
    where s.tenant_id = ${db.tenantId} and s.contact_id = ${contactId} order by s.filled_at desc, s.id desc`;
}
