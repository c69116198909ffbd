import type { TenantDb } from "../../../../db/tenant.ts";
import { customFieldIdOf } from "../../graph/config-field.ts";

/** The contacts that have the date: YYYY-MM-DD, or MM-DD for a name day. */
export const listDateValues = async (
  { sql, tenantId }: TenantDb,
  field: string,
  contactIds: readonly string[],
): Promise<{ id: string; value: string }[]> => {
  const value = field === "birthday" ? sql`birthday::text` : field === "nameDay" ? sql`name_day` : undefined;
  return sql<{ id: string; value: string }[]>`
    select id, value from (
      select id, ${value ?? sql`custom_fields ->> ${customFieldIdOf(field) ?? ""}`} as value from contact
      where tenant_id = ${tenantId} and id = any(${[...contactIds]}::bigint[])) c
    where value is not null`;
};
