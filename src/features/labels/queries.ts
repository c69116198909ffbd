import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { lowerCaseNames } from "./assignments.sql.ts";
import type { LabelKind } from "./kinds.ts";

export type LabelRecord = {
  id: string;
  name: string;
  color: string;
  createdAt: Date;
  counts: Partial<Record<LabelKind, number>>;
};

/**
 * Assignments are counted once for all labels: counting per label would scan the assignments for each frequent label.
 */
export async function listLabels(db: TenantDb, limit: number): Promise<LabelRecord[]> {
  return db.sql<LabelRecord[]>`
    with used as (${counts(db, db.sql``)})
    select l.id, l.name, l.color, l.created_at, coalesce(used.counts, '{}') as counts
    from label l left join used on used.label_id = l.id
    where l.tenant_id = ${db.tenantId} order by lower(l.name), l.id limit ${limit}`;
}

/** Names without counts, which take longer. */
export async function listLabelNames(db: TenantDb): Promise<string[]> {
  const rows = await db.sql<{ name: string }[]>`select name from label where tenant_id = ${db.tenantId}`;
  return rows.map(({ name }) => name);
}

export async function findLabel(db: TenantDb, id: string): Promise<LabelRecord | undefined> {
  const [row] = await db.sql<LabelRecord[]>`
    with used as (${counts(db, db.sql`and label_id = ${id}`)})
    select l.id, l.name, l.color, l.created_at, coalesce(used.counts, '{}') as counts
    from label l left join used on used.label_id = l.id
    where l.tenant_id = ${db.tenantId} and l.id = ${id}`;
  return row;
}

const counts = (db: TenantDb, which: Fragment): Fragment => db.sql`
  select label_id, json_object_agg(kind, n) as counts from (
    select label_id, kind, count(*) as n from label_assignment
    where tenant_id = ${db.tenantId} ${which} group by label_id, kind
  ) by_kind group by label_id`;

export async function countLabels(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from label where tenant_id = ${db.tenantId}`;
  return singleRow(rows).total;
}

export async function insertLabel(db: TenantDb, label: { name: string; color: string; at: Date }): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into label (tenant_id, name, color, created_at)
    values (${db.tenantId}, ${label.name}, ${label.color}, ${label.at}) returning id`;
  return singleRow(rows).id;
}

export async function updateLabel(db: TenantDb, id: string, change: { name?: string; color?: string }): Promise<void> {
  await db.sql`update label set ${db.sql(change)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteLabel(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`delete from label where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length === 1;
}

/** Serializes assignments of one label and prevents its deletion. */
export async function lockLabel(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    select from label where tenant_id = ${db.tenantId} and id = ${id} for no key update`;
  return rows.length === 1;
}

const tables: Readonly<Record<LabelKind, string>> = {
  contact: "contact",
  list: "list",
  segment: "segment",
  template: "template",
  campaign: "campaign",
  automation: "automation",
  form: "form",
};

/** A language variant is not a separate campaign; the row of a deleted form stays. */
const kindConditions = ({ sql }: TenantDb): Partial<Record<LabelKind, Fragment>> => ({
  campaign: sql`parent_id is null`,
  form: sql`deleted_at is null`,
});

/** The ids that exist; the objects cannot be deleted before the transaction ends. */
export async function lockObjects(db: TenantDb, kind: LabelKind, ids: readonly string[]): Promise<string[]> {
  const isObject = kindConditions(db)[kind] ?? db.sql`true`;
  const rows = await db.sql<{ id: string }[]>`
    select id from ${db.sql(tables[kind])}
    where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[]) and ${isObject}
    order by id for key share`;
  return rows.map(({ id }) => id);
}

export type LabelAssignmentWrite = { labelId: string; kind: LabelKind; ids: readonly string[] };

/** Answers how many objects did not have the label before. */
export async function insertAssignments(db: TenantDb, { labelId, kind, ids }: LabelAssignmentWrite): Promise<number> {
  const rows = await db.sql`
    insert into label_assignment (tenant_id, label_id, kind, object_id)
    select ${db.tenantId}, ${labelId}, ${kind}, id from unnest(${[...ids]}::bigint[]) as id
    on conflict do nothing returning object_id`;
  return rows.length;
}

export async function deleteAssignments(db: TenantDb, { labelId, kind, ids }: LabelAssignmentWrite): Promise<number> {
  const rows = await db.sql`
    delete from label_assignment
    where tenant_id = ${db.tenantId} and label_id = ${labelId} and kind = ${kind}
      and object_id = any(${[...ids]}::bigint[])
    returning object_id`;
  return rows.length;
}

/** The label of each name; null for a name without a label. */
export async function findLabelIds(db: TenantDb, names: readonly string[]): Promise<(string | null)[]> {
  const rows = await db.sql<{ id: string | null }[]>`
    select l.id from unnest(${toFragment(db.sql, lowerCaseNames(names))}) as requested(name)
    left join label l on l.tenant_id = ${db.tenantId} and lower(l.name) = requested.name`;
  return rows.map(({ id }) => id);
}

export async function insertMissingLabels(db: TenantDb, labels: readonly { name: string; color: string }[], at: Date) {
  await db.sql`
    insert into label (tenant_id, name, color, created_at)
    select ${db.tenantId}, l.name, l.color, ${at}
    from jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as l(name text, color text)
    on conflict do nothing`;
}

/** Assigns every label to every object; answers how many assignments are new. */
export async function insertAllAssignments(
  db: TenantDb,
  kind: LabelKind,
  objectIds: readonly string[],
  labelIds: readonly string[],
): Promise<number> {
  const rows = await db.sql`
    insert into label_assignment (tenant_id, label_id, kind, object_id)
    select ${db.tenantId}, label_id, ${kind}, object_id
    from unnest(${[...labelIds]}::bigint[]) as label_id, unnest(${[...objectIds]}::bigint[]) as object_id
    on conflict do nothing returning label_id`;
  return rows.length;
}

/**
 * Assigns labels by name; other names are ignored. `tagged` answers `object_id` and `tag`. Answers the objects that got a
 * label which they did not have.
 */
export async function insertAssignmentsByName(db: TenantDb, kind: LabelKind, tagged: SqlNode): Promise<string[]> {
  const rows = await db.sql<{ objectId: string }[]>`
    insert into label_assignment (tenant_id, label_id, kind, object_id)
    select distinct ${db.tenantId}::bigint, l.id, ${kind}::text, t.object_id
    from (${toFragment(db.sql, tagged)}) t join label l on l.tenant_id = ${db.tenantId} and lower(l.name) = lower(t.tag)
    on conflict do nothing returning object_id`;
  return rows.map(({ objectId }) => objectId);
}

export async function replaceAssignments(
  db: TenantDb,
  kind: LabelKind,
  objectIds: readonly string[],
  labelIds: readonly string[],
): Promise<{ added: number; removed: number }> {
  const removed = await db.sql`
    delete from label_assignment
    where tenant_id = ${db.tenantId} and kind = ${kind} and object_id = any(${[...objectIds]}::bigint[])
      and label_id <> all(${[...labelIds]}::bigint[])
    returning label_id`;
  return { added: await insertAllAssignments(db, kind, objectIds, labelIds), removed: removed.length };
}

export async function deleteAssignmentsByName(
  db: TenantDb,
  kind: LabelKind,
  objectIds: readonly string[],
  names: readonly string[],
): Promise<number> {
  const rows = await db.sql`
    delete from label_assignment a using label l
    where a.tenant_id = ${db.tenantId} and a.kind = ${kind} and a.object_id = any(${[...objectIds]}::bigint[])
      and l.tenant_id = ${db.tenantId} and l.id = a.label_id and lower(l.name) = any(${toFragment(db.sql, lowerCaseNames(names))})
    returning a.label_id`;
  return rows.length;
}

export async function deleteAssignmentsOfObject(db: TenantDb, kind: LabelKind, objectId: string): Promise<void> {
  await db.sql`
    delete from label_assignment where tenant_id = ${db.tenantId} and kind = ${kind} and object_id = ${objectId}`;
}
