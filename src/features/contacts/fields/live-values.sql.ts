import type { Fragment } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";

/**
 * The custom field values of a contact without those of deleted fields and options, which leave the contacts later, step by
 * step. `stored` is the column.
 */
export const liveCustomFields = ({ sql, tenantId }: TenantDb, stored: Fragment): Fragment => sql`
  case when ${stored} = '{}' then ${stored} else (
    select coalesce(jsonb_object_agg(v.key, case when f.type = 'multiselect' then (
        select coalesce(jsonb_agg(chosen.id order by chosen.position), '[]')
        from jsonb_array_elements_text(v.value) with ordinality as chosen(id, position)
        where exists (select from custom_field_option o
          where o.tenant_id = ${tenantId} and o.field_id = f.id and o.id::text = chosen.id)
      ) else v.value end), '{}')
    from jsonb_each(${stored}) v
    join custom_field f on f.tenant_id = ${tenantId} and f.id = v.key::bigint and f.deleted_at is null
    where f.type <> 'select' or exists (select from custom_field_option o
      where o.tenant_id = ${tenantId} and o.field_id = f.id and o.id::text = v.value #>> '{}')
  ) end`;
