import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { findVisibleBound } from "../../../journal/journal.ts";
import type { FiredEvent } from "../../webhooks/events.ts";
import type { StoredItem } from "../payload.ts";
import type { Cursor } from "./claims.queries.ts";

export type ScannedEntries = {
  entries: number;
  /** Together with `id` the position of the last entry; both are null when there is none. */
  tx: string | null;
  id: string | null;
};

/** The next entries from the cursor on, whatever they are. */
export async function scanEntries(
  db: TenantDb,
  { tx, entryId }: Pick<Cursor, "tx" | "entryId">,
  limit: number,
): Promise<ScannedEntries> {
  const bound = await findVisibleBound(db);
  const rows = await db.sql<ScannedEntries[]>`
    with next as materialized (
      select j.tx, j.id from journal j
      where j.tenant_id = ${db.tenantId} and (j.tx, j.id) >= (${tx}, ${entryId}) and j.tx < ${bound}
      order by j.tx, j.id limit ${limit})
    select (select count(*)::int from next) as entries, last.tx, last.id
    from (select) one left join (select tx, id from next order by tx desc, id desc limit 1) last on true`;
  return singleRow(rows);
}

export async function countWaiting({ sql, tenantId }: TenantDb, endpointId: string): Promise<number> {
  const rows = await sql<{ total: number }[]>`
    select count(*)::int as total from webhook_delivery
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and due_at is not null`;
  return singleRow(rows).total;
}

export type People = {
  readonly contactIds: readonly string[];
  /** Confirmation e-mails, whose addresses are those of sign-ups. */
  readonly letterIds: readonly string[];
  /** Test e-mails, whose addresses are those of test recipients. */
  readonly testIds: readonly string[];
};

/**
 * An erasure waits for the transaction and finds what it wrote, or has removed the person before. It locks in the same order:
 * the contact, sign-ups, test recipients.
 */
export async function keepPeople({ sql, tenantId }: TenantDb, people: People): Promise<void> {
  const { contactIds, letterIds, testIds } = people;
  await sql`
    select from contact where tenant_id = ${tenantId} and id = any(${[...contactIds]}::bigint[]) order by id for key share`;
  if (letterIds.length > 0)
    await sql`
      select from form_signup where tenant_id = ${tenantId} and id in (
        select l.signup_id from confirmation_email l where l.tenant_id = ${tenantId} and l.id = any(${[...letterIds]}::bigint[]))
      order by id for share`;
  if (testIds.length > 0)
    await sql`
      select from test_recipient where tenant_id = ${tenantId} and id in (
        select t.recipient_id from test_email t where t.tenant_id = ${tenantId} and t.id = any(${[...testIds]}::bigint[]))
      order by id for key share`;
}

export type NewDelivery = {
  readonly messageId: string;
  readonly isBatch: boolean;
  readonly items: readonly StoredItem[];
};

export async function insertDeliveries(
  { sql, tenantId }: TenantDb,
  endpointId: string,
  { deliveries, at }: { readonly deliveries: readonly NewDelivery[]; readonly at: Date },
): Promise<void> {
  await sql`
    insert into webhook_delivery (tenant_id, endpoint_id, message_id, is_batch, items, state, due_at, created_at)
    select ${tenantId}, ${endpointId}, d."messageId", d."isBatch", d.items, 'pending', ${at}, ${at}
    from rows from (jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as ("messageId" text, "isBatch" boolean, items jsonb)) with ordinality as d ("messageId", "isBatch", items, n)
    order by n`;
}

export type ParkedTarget = { events: FiredEvent[]; batchSize: number; begun: string };

export async function findParkedTarget({ sql, tenantId }: TenantDb, id: string): Promise<ParkedTarget | undefined> {
  const [row] = await sql<ParkedTarget[]>`
    select events, batch_size, begun::text from webhook_endpoint where tenant_id = ${tenantId} and id = ${id}`;
  return row;
}
