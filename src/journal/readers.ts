import type { DistributedHandle, TenantDb } from "../db/tenant.ts";
import { cursorAtNewest, readBound } from "./journal.ts";

/**
 * Registers readers and opens their cursors at the newest entry in every company. Run whenever the database is
 * prepared: a registered reader keeps its cursors.
 */
export async function registerReaders(db: DistributedHandle, readers: readonly string[]): Promise<void> {
  const bound = await readBound(db);
  const { sql } = db;
  await sql`
    with added as (
      insert into journal_reader (reader) select unnest(${[...readers]}::text[]) on conflict do nothing returning reader
    )
    insert into journal_cursor (tenant_id, reader, tx, id)
    select company.tenant_id, added.reader, ${cursorAtNewest(sql, bound)} from company cross join added
    on conflict do nothing`;
}

/** Opens the cursors of a new company for every registered reader. */
export async function openCursors(db: TenantDb): Promise<void> {
  const bound = await readBound(db);
  const { sql, tenantId } = db;
  await sql`
    insert into journal_cursor (tenant_id, reader, tx, id)
    select ${tenantId}, reader, ${cursorAtNewest(sql, bound)} from journal_reader
    on conflict do nothing`;
}
