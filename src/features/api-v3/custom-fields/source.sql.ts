import type { Context } from "../../../context.ts";
import { node, type SqlNode } from "../../../db/sql-node.ts";
import { sortable, type RowSource } from "../rows.queries.ts";

/** Other types have the same name in both APIs. */
const typeName = node`
  case t.type when 'multiselect' then 'checkbox' when 'number' then 'numeric' when 'url' then 'text' else t.type end`;

const order = node`row_number() over (partition by o.field_id order by o.position, o.id) - 1`;

const optionsOf = (tenantId: string): SqlNode => node`
  coalesce((
    select json_agg(json_build_object('id', o.id, 'customfield_id', t.id, 'name', o.name, 'order', o.n) order by o.n)
    from (
      select o.id, o.name, ${order} as n from custom_field_option o
      where o.tenant_id = ${tenantId} and o.field_id = t.id) o), '[]')`;

export function customFieldSource({ db, publicUrl }: Context, isExpanded: boolean): RowSource {
  const { tenantId } = db;
  const where = node`t.tenant_id = ${tenantId} and t.deleted_at is null`;
  const url = node`${`${publicUrl}/api/v3/customfield-options?customfield_id=`}::text || t.id`;
  return {
    table: node`custom_field`,
    where,
    total: node`select count(*) from custom_field t where ${where}`,
    properties: {
      id: { value: node`t.id::float8`, order: node`t.id` },
      name: sortable(node`t.name`),
      type: sortable(typeName),
      ...(isExpanded ? { customfield_options: { value: optionsOf(tenantId) } } : { options_url: { value: url } }),
    },
  };
}

export function customFieldOptionSource(tenantId: string, fieldId: string | undefined): RowSource {
  const options = node`(
    select o.id, o.field_id, o.name, ${order} as n
    from custom_field_option o
    join custom_field f on f.tenant_id = ${tenantId} and f.id = o.field_id and f.deleted_at is null
    where o.tenant_id = ${tenantId} ${fieldId === undefined ? node`` : node`and o.field_id = ${fieldId}::bigint`})`;
  return {
    table: options,
    where: node`true`,
    total: node`select count(*) from ${options} t`,
    properties: {
      id: { value: node`t.id::float8`, order: node`t.id` },
      customfield_id: { value: node`t.field_id::float8`, order: node`t.field_id` },
      name: sortable(node`t.name`),
      order: sortable(node`t.n::int`),
    },
  };
}
