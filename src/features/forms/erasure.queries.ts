import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";

/** Removes everything that identifies the person; when something was agreed to stays. */
export const purgedColumns = ({ sql }: Pick<TenantDb, "sql">): Fragment => sql`
  email = null, fingerprint = null, mailbox_fingerprint = null, typed = '{}', profile = '{}', custom_fields = '{}', utm = '{}', page = null, viewed_page = null, source = null, ip = null,
  network = null, confirmed_ip = null, state = case when state = 'pending' then 'expired' else state end`;

/** The links of an erased person's confirmation e-mails end. */
export async function purgeSignUpsOfContact(db: TenantDb, contact: { id: string; fingerprint: Buffer }): Promise<void> {
  await db.sql`
    update form_signup set ${purgedColumns(db)}
    where tenant_id = ${db.tenantId} and (contact_id = ${contact.id} or fingerprint = ${contact.fingerprint})`;
}

/** What others typed may contain the address. */
export async function redactTypedAddress(db: TenantDb, email: string): Promise<void> {
  await db.sql`
    update form_signup set typed = '{}', profile = '{}', custom_fields = '{}', page = null
    where tenant_id = ${db.tenantId}
      and position(${email} in lower(typed::text || custom_fields::text || profile::text || coalesce(page, ''))) > 0`;
}
