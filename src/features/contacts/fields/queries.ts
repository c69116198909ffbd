import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { actionTypes } from "../../../jobs/action-types.ts";
import type { FieldType } from "./values.ts";

export type FieldRecord = {
  id: string;
  name: string;
  type: FieldType;
  options: { id: string; name: string }[];
  createdAt: Date;
};

const fields = (db: TenantDb) => db.sql`
  select f.id, f.name, f.type, f.created_at, coalesce(
    (select json_agg(json_build_object('id', o.id::text, 'name', o.name) order by o.position)
      from custom_field_option o where o.tenant_id = ${db.tenantId} and o.field_id = f.id), '[]') as options
  from custom_field f where f.tenant_id = ${db.tenantId} and f.deleted_at is null`;

export const listFields = async (db: TenantDb): Promise<FieldRecord[]> =>
  db.sql<FieldRecord[]>`${fields(db)} order by f.id`;

export async function findField(db: TenantDb, id: string): Promise<FieldRecord | undefined> {
  const [row] = await db.sql<FieldRecord[]>`${fields(db)} and f.id = ${id}`;
  return row;
}

export async function insertField(db: TenantDb, field: { name: string; type: FieldType; at: Date }): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into custom_field (tenant_id, name, type, created_at)
    values (${db.tenantId}, ${field.name}, ${field.type}, ${field.at}) returning id`;
  return singleRow(rows).id;
}

export async function updateFieldName(db: TenantDb, id: string, name: string): Promise<void> {
  await db.sql`update custom_field set name = ${name} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function markFieldDeleted(db: TenantDb, id: string, at: Date): Promise<boolean> {
  const rows = await db.sql`
    update custom_field set deleted_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and deleted_at is null returning id`;
  return rows.length === 1;
}

export async function deleteField(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from custom_field where tenant_id = ${db.tenantId} and id = ${id}`;
}

export type OptionWrite = { id: string | null; name: string };

/** Replaces the options by these, in this order; those with an id keep it. */
export async function replaceOptions(db: TenantDb, fieldId: string, options: readonly OptionWrite[]): Promise<void> {
  const rows = JSON.stringify(options.map((option, position) => ({ ...option, position })));
  const requested = db.sql`jsonb_to_recordset(${rows}::jsonb) as w(id bigint, name text, position int)`;
  await db.sql`
    delete from custom_field_option where tenant_id = ${db.tenantId} and field_id = ${fieldId}
      and id not in (select w.id from ${requested} where w.id is not null)`;
  await db.sql`
    update custom_field_option o set name = w.name, position = w.position from ${requested}
    where o.tenant_id = ${db.tenantId} and o.field_id = ${fieldId} and o.id = w.id`;
  await db.sql`
    insert into custom_field_option (tenant_id, field_id, name, position)
    select ${db.tenantId}, ${fieldId}, w.name, w.position from ${requested} where w.id is null`;
}

/** The new value, and the condition for contacts that change. */
export type FieldValueUpdate = {
  readonly values: Fragment;
  readonly editedFields: Fragment;
  readonly isChange: Fragment;
};

export const withoutField = ({ sql }: TenantDb, fieldId: string): FieldValueUpdate => ({
  values: sql`c.custom_fields - ${fieldId}::text`,
  editedFields: sql`array_remove(c.edited_fields, ${`customFields.${fieldId}`})`,
  isChange: sql`c.custom_fields ? ${fieldId}::text or ${`customFields.${fieldId}`} = any(c.edited_fields)`,
});

/** A single choice is removed with its option; of several choices the others stay. */
export function withoutOptions({ sql }: TenantDb, fieldId: string, optionIds: readonly string[]): FieldValueUpdate {
  const value = sql`(c.custom_fields -> ${fieldId}::text)`;
  const options = sql`${[...optionIds]}::text[]`;
  return {
    values: sql`case
      when jsonb_typeof(${value}) = 'array' then jsonb_set(c.custom_fields, array[${fieldId}::text], ${value} - ${options})
      else c.custom_fields - ${fieldId}::text
    end`,
    editedFields: sql`c.edited_fields`,
    isChange: sql`(jsonb_typeof(${value}) = 'array' and ${value} ?| ${options})
      or c.custom_fields ->> ${fieldId}::text = any(${options})`,
  };
}

/** The next contacts in id order; returns the last id and the number of changes, or undefined at the end. */
export async function updateFieldValues(
  db: TenantDb,
  change: FieldValueUpdate,
  after: { contactId: string; limit: number },
): Promise<{ lastId: string; changed: number } | undefined> {
  const [row] = await db.sql<{ lastId: string | null; changed: number }[]>`
    with batch as (
      select id from contact where tenant_id = ${db.tenantId} and id > ${after.contactId} order by id limit ${after.limit}
    ), changed as (
      update contact c set custom_fields = ${change.values}, edited_fields = ${change.editedFields}
      from batch where c.tenant_id = ${db.tenantId} and c.id = batch.id and (${change.isChange})
      returning c.id
    )
    select (select max(id) from batch) as last_id, (select count(*) from changed)::int as changed`;
  return row === undefined || row.lastId === null ? undefined : { lastId: row.lastId, changed: row.changed };
}

export async function findLastContactId(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ last: number }[]>`
    select coalesce(max(id), 0)::float8 as last from contact where tenant_id = ${db.tenantId}`;
  return singleRow(rows).last;
}

/** Options that contacts are still to lose, by the field. */
export async function findRemovedOptions({ sql, tenantId }: TenantDb): Promise<Map<string, string[]>> {
  const rows = await sql<{ fieldId: string; optionIds: string[] }[]>`
    select params ->> 'fieldId' as field_id, array_agg(option.id) as option_ids
    from background_action cross join lateral jsonb_array_elements_text(params -> 'optionIds') as option(id)
    where tenant_id = ${tenantId} and state in ('queued', 'running') and type = ${actionTypes.removeCustomFieldOptions}
    group by 1`;
  return new Map(rows.map(({ fieldId, optionIds }) => [fieldId, optionIds]));
}
