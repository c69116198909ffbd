import { acrossNodes } from "../db/distribution/across-nodes.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";

export type UnnotifiedEntry = {
  tenantId: string;
  /** The public id of the company. */
  company: string;
  reader: string;
  tx: string;
  id: string;
  place: number;
  errorClass: string;
  errorMessage: string;
};

/** Parked entries that the operator was not notified of. */
export async function listUnnotified(db: SystemDb, limit: number): Promise<UnnotifiedEntry[]> {
  return acrossNodes(
    db,
    ({ table }) => db.sql<UnnotifiedEntry[]>`
      select p.tenant_id, c.guid::text as company, p.reader, p.tx, p.id, p.place, p.error_class, p.error_message
      from ${table("parked_journal_entry")} p join ${table("company")} c on c.tenant_id = p.tenant_id
      where p.notified_at is null order by p.tenant_id, p.reader, p.parked_at limit ${limit}`,
  );
}

export async function markNotified(
  { sql, tenantId }: TenantDb,
  entries: readonly Pick<UnnotifiedEntry, "reader" | "tx" | "id" | "place">[],
  at: Date,
): Promise<void> {
  await sql`
    with notified as materialized (
      select e.reader, e.tx, e.id, e.place from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as e(reader text, tx bigint, id bigint, place int)
    )
    update parked_journal_entry p set notified_at = ${at} from notified
    where p.tenant_id = ${tenantId} and p.reader = notified.reader and p.tx = notified.tx and p.id = notified.id
      and p.place = notified.place`;
}
