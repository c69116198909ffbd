import { acrossNodes, type Companies } from "../../../db/distribution/across-nodes.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { JournalCursor } from "../../../journal/journal.ts";
import { mayRun } from "../engine/claim.queries.ts";
import type { TriggerKey } from "./checks.queries.ts";

export type CartKey = TriggerKey & { readonly contactId: string };
export type Cart = CartKey & { readonly dueAt: Date; readonly event: JournalCursor };
/** Carts from before events were stored have none. */
export type DueCart = CartKey & { readonly event: JournalCursor | null };

/** A newer cart of the contact restarts the time. */
export async function upsertCarts(db: TenantDb, carts: readonly Cart[]): Promise<void> {
  if (carts.length === 0) return;
  await db.sql`
    insert into automation_cart (tenant_id, automation_id, node, contact_id, due_at, event_tx, event_id)
    select ${db.tenantId}, c."automationId", c.node, c."contactId", c."dueAt", (c.event->>'tx')::bigint, (c.event->>'id')::bigint
    from jsonb_to_recordset(${JSON.stringify(carts)}::jsonb)
      as c("automationId" bigint, node text, "contactId" bigint, "dueAt" timestamptz, event jsonb)
    on conflict (tenant_id, automation_id, node, contact_id)
    do update set (due_at, event_tx, event_id) = (greatest(automation_cart.due_at, excluded.due_at),
      case when excluded.due_at >= automation_cart.due_at then excluded.event_tx else automation_cart.event_tx end,
      case when excluded.due_at >= automation_cart.due_at then excluded.event_id else automation_cart.event_id end)`;
}

export async function deleteCarts(db: TenantDb, carts: readonly CartKey[]): Promise<void> {
  if (carts.length === 0) return;
  await db.sql`
    delete from automation_cart using jsonb_to_recordset(${JSON.stringify(carts)}::jsonb)
      as c("automationId" bigint, node text, "contactId" bigint)
    where tenant_id = ${db.tenantId} and automation_id = c."automationId" and automation_cart.node = c.node
      and contact_id = c."contactId"`;
}

/** Companies where automations run with a cart that counts as abandoned by now. */
export async function listTenantsWithDueCarts(db: SystemDb, now: Date): Promise<{ tenantId: string }[]> {
  const { sql } = db;
  const due = (of: Companies) => db.sql<{ tenantId: string }[]>`
    select o.tenant_id from ${of.table("company")} o
    where ${toFragment(sql, mayRun)}
      and exists (select from ${of.table("automation_cart")} c where c.tenant_id = o.tenant_id and c.due_at <= ${now})
    order by o.tenant_id`;
  return acrossNodes(db, due);
}

type DueCarts = { readonly now: Date; readonly limit: number };

/** The contacts of the next due carts; nothing is locked yet. */
export async function listContactsWithDueCarts(db: TenantDb, { now, limit }: DueCarts): Promise<string[]> {
  const rows = await db.sql<{ contactId: string }[]>`
    select distinct contact_id from (
      select contact_id from automation_cart where tenant_id = ${db.tenantId} and due_at <= ${now}
      order by due_at limit ${limit}) due`;
  return rows.map(({ contactId }) => contactId);
}

type TakenCart = CartKey & { readonly eventTx: string | null; readonly eventId: string | null };

/** Requires the locks of the contacts, which every change of a cart takes first. */
export async function takeDueCarts(db: TenantDb, contactIds: readonly string[], now: Date): Promise<DueCart[]> {
  const carts = await db.sql<TakenCart[]>`
    delete from automation_cart
    where tenant_id = ${db.tenantId} and contact_id = any(${[...contactIds]}::bigint[]) and due_at <= ${now}
    returning automation_id, node, contact_id, event_tx, event_id`;
  return carts.map(({ eventTx, eventId, ...key }) => ({
    ...key,
    event: eventTx === null || eventId === null ? null : { tx: eventTx, id: eventId },
  }));
}
