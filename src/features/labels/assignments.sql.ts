import { node, type SqlNode } from "../../db/sql-node.ts";
import type { LabelKind } from "./kinds.ts";

/** An assignment has no foreign key, because it belongs to objects of several tables. */
export const deleteContactLabels = (tenantId: string): SqlNode => node`
  delete from label_assignment
  where tenant_id = ${tenantId} and kind = 'contact' and object_id = any(array(select id from old))`;

/**
 * Lower-case names as in the unique index of labels. Computed by the database, because JavaScript lowers some letters
 * differently (İ, final Σ).
 */
export const lowerCaseNames = (names: readonly string[]): SqlNode =>
  node`array(select distinct lower(name) from unnest(${names.map((name) => name.trim())}::text[]) as name)`;

/** An object with labels: its company, its kind and the SQL of its id. */
type LabelledObject = { readonly tenantId: string; readonly kind: LabelKind; readonly id: SqlNode };

/** The tags of the object, sorted by name. */
export const tagsOf = ({ tenantId, kind, id }: LabelledObject): SqlNode => node`
  array(
    select tag.name from label_assignment assigned
    join label tag on tag.tenant_id = ${tenantId} and tag.id = assigned.label_id
    where assigned.tenant_id = ${tenantId} and assigned.kind = ${kind} and assigned.object_id = ${id} order by lower(tag.name))`;

/** Whether the object has all of these tags. */
export const hasTags = ({ tenantId, kind, id }: LabelledObject, names: readonly string[]): SqlNode => node`
    (select count(*) from label_assignment assigned
      join label tag on tag.tenant_id = ${tenantId} and tag.id = assigned.label_id
      where assigned.tenant_id = ${tenantId} and assigned.kind = ${kind} and assigned.object_id = ${id}
        and lower(tag.name) = any(${lowerCaseNames(names)})) = cardinality(${lowerCaseNames(names)})`;
