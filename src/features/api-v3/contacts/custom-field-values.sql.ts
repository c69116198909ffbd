import { constantNode, node, type SqlNode } from "../../../db/sql-node.ts";
import { sortable, type RowSource } from "../rows.queries.ts";

/**
 * The id of something that a contact has and that is no row of its own: below 2^53, and unique unless a contact has two
 * of them whose numbers are 2^20 apart.
 */
export const numbered = (contactId: SqlNode, number: SqlNode): SqlNode =>
  node`((${contactId} % 8589934592) * 1048576 + (${number}) % 1048576)`;

/** Numbers of fields are even and those of options odd, so that both fit into one sequence of ids. */
const simpleValue = constantNode(node`
  select null::bigint as option_id, 2 * f.id as number, case f.type
    when 'date' then (e.value #>> '{}') || ' 00:00:00'
    when 'bool' then case when e.value = 'true' then '1' else '0' end
    else nullif(e.value #>> '{}', '') end as value
  where f.type not in ('select', 'multiselect')`);

/** One row for each simple value or chosen option of the contact `row`, of fields and options that still exist. */
export const customFieldValues = (tenantId: string, row: SqlNode): SqlNode => node`
  select ${numbered(node`${row}.id`, node`chosen.number`)} as id, ${row}.id as contact_id, f.id as customfield_id,
    chosen.option_id as customfield_options_id, chosen.value
  from jsonb_each(${row}.custom_fields) e
  join custom_field f on f.tenant_id = ${tenantId} and f.id = e.key::bigint and f.deleted_at is null
  cross join lateral (
    ${simpleValue}
    union all
    select o.id, 2 * o.id + 1, null from custom_field_option o
    where o.tenant_id = ${tenantId} and o.field_id = f.id and f.type in ('select', 'multiselect') and e.value ? o.id::text
  ) chosen
  where e.value <> 'null'`;

/**
 * How many rows that makes for all contacts. Values are grouped first, those of simple fields all together, so that fields and
 * options are looked up once per group.
 */
const countAllValues = (tenantId: string): SqlNode => node`
  select coalesce(sum(g.n * case when f.type in ('select', 'multiselect') then (
    select count(*) from custom_field_option o
    where o.tenant_id = ${tenantId} and o.field_id = f.id and g.value ? o.id::text) else 1 end), 0)
  from (
    select e.key, case when e.key = any(array(
        select id::text from custom_field where tenant_id = ${tenantId} and type in ('select', 'multiselect')
      )) then e.value end as value, count(*) as n
    from contact c cross join lateral jsonb_each(c.custom_fields) e
    where c.tenant_id = ${tenantId} and c.custom_fields <> '{}' and e.value <> 'null' group by 1, 2
  ) g join custom_field f on f.tenant_id = ${tenantId} and f.id = g.key::bigint and f.deleted_at is null`;

export function customFieldValueSource(tenantId: string, contactId: string | undefined): RowSource {
  const contacts = contactId === undefined ? node`` : node`and c.id = ${contactId}::bigint`;
  const values = node`
    select v.* from contact c cross join lateral (${customFieldValues(tenantId, node`c`)}) v
    where c.tenant_id = ${tenantId} and c.custom_fields <> '{}' ${contacts}`;
  return {
    table: node`(${values})`,
    where: node`true`,
    total: contactId === undefined ? countAllValues(tenantId) : node`select count(*) from (${values}) t`,
    idOrder: node`t.contact_id, t.id`,
    properties: {
      id: { value: node`t.id::float8`, order: node`t.id` },
      contact_id: { value: node`t.contact_id::float8`, order: node`t.contact_id` },
      customfield_id: sortable(node`t.customfield_id::float8`),
      customfield_options_id: sortable(node`t.customfield_options_id::float8`),
      value: sortable(node`t.value`),
    },
  };
}
