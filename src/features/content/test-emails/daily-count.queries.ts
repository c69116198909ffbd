import type { TenantDb } from "../../../db/tenant.ts";

/** Those of the addresses that belong to a contact or an active member. */
export async function listKnownAddresses({ sql, tenantId }: TenantDb, emails: readonly string[]): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select email from contact where tenant_id = ${tenantId} and email = any(${[...emails]}::text[])
    union
    select p.email from membership m join person p on p.id = m.person_id
    where m.tenant_id = ${tenantId} and m.is_active and p.email = any(${[...emails]}::text[])`;
  return rows.map(({ email }) => email);
}

export type TestEmailCount = { emails: number; strangers: number };

/** One statement, so that concurrent requests cannot exceed the limits; changes nothing and returns false if they would. */
export async function addTestEmails(
  { sql, tenantId }: TenantDb,
  day: string,
  { emails, strangers, max }: TestEmailCount & { readonly max: TestEmailCount },
): Promise<boolean> {
  if (emails > max.emails || strangers > max.strangers) return false;
  const rows = await sql`
    insert into test_email_day as d (tenant_id, day, emails, strangers)
    values (${tenantId}, ${day}, ${emails}, ${strangers})
    on conflict (tenant_id, day) do update
      set emails = d.emails + excluded.emails, strangers = d.strangers + excluded.strangers
      where d.emails + excluded.emails <= ${max.emails} and d.strangers + excluded.strangers <= ${max.strangers}
    returning day`;
  return rows.length === 1;
}

export async function findTestEmailCount({ sql, tenantId }: TenantDb, day: string): Promise<TestEmailCount> {
  const [row] = await sql<TestEmailCount[]>`
    select emails, strangers from test_email_day where tenant_id = ${tenantId} and day = ${day}`;
  return row ?? { emails: 0, strangers: 0 };
}

export async function deleteTestEmailDays({ sql, tenantId }: TenantDb, before: string): Promise<void> {
  await sql`delete from test_email_day where tenant_id = ${tenantId} and day < ${before}`;
}
