import type { TenantDb } from "../../db/tenant.ts";

/** Writes derived fields where they are still empty; a value written meanwhile stays. */
export async function fillEmptyFields(
  db: TenantDb,
  contacts: readonly ({ id: string } & Record<string, unknown>)[],
  at: Date,
): Promise<void> {
  await db.sql`
    with enriched as (
      select (e->>'id')::bigint as id, e as fields from jsonb_array_elements(${JSON.stringify(contacts)}::jsonb) as e
      order by 1
    )
    update contact c set updated_at = ${at},
      gender = coalesce(c.gender, fields->>'gender'), name_day = coalesce(c.name_day, fields->>'nameDay'),
      salutation = coalesce(c.salutation, fields->>'salutation'),
      salutation_formal = coalesce(c.salutation_formal, fields->>'salutationFormal'),
      vocative_first_name = coalesce(c.vocative_first_name, fields->>'vocativeFirstName'),
      vocative_last_name = coalesce(c.vocative_last_name, fields->>'vocativeLastName')
    from enriched where c.tenant_id = ${db.tenantId} and c.id = enriched.id
      and c.id = any(${contacts.map(({ id }) => id)}::bigint[])`;
}
