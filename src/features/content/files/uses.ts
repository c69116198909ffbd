import type { Fragment } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type FileUseRecord = { kind: string; id: string; name: string };

/**
 * Every table whose content may show or link a file by its public address. A new kind of content is one row here: the
 * statement answers `kind, id, name` of what contains the text.
 */
const places: readonly ((db: TenantDb, key: string) => Fragment)[] = [
  (db, key) => db.sql`
    select 'editor_element' as kind, id, name from editor_element
    where tenant_id = ${db.tenantId} and position(${key} in mjml) > 0`,
  (db, key) => db.sql`
    select 'list' as kind, id, name from list
    where tenant_id = ${db.tenantId} and deleted_at is null and position(${key} in signature_html) > 0`,
  (db, key) => db.sql`
    select 'segment' as kind, id, name from segment
    where tenant_id = ${db.tenantId} and position(${key} in signature_html) > 0`,
];

const maxUses = 100;

export async function listUses(db: TenantDb, key: string): Promise<FileUseRecord[]> {
  const [first, ...others] = places.map((place) => place(db, key));
  if (first === undefined) return [];
  const all = others.reduce((sum, one) => db.sql`${sum} union all ${one}`, first);
  return db.sql<FileUseRecord[]>`select kind, id, name from (${all}) used order by kind, id limit ${maxUses}`;
}
