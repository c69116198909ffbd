import { singleRow } from "../../../db/rows.ts";
import type { Fragment } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { FiredEvent } from "../../webhooks/events.ts";
import type { AttemptError } from "../sending/call.ts";
import type { StoredItem } from "../payload.ts";
import { wakeEndpoint } from "../queries.ts";
import type { deliveryStates } from "./contract.ts";

export type DeliveryState = (typeof deliveryStates)[number];

export type DeliveryRecord = {
  id: string;
  messageId: string;
  types: FiredEvent[];
  itemCount: number;
  state: DeliveryState;
  attempts: number;
  dueAt: Date | null;
  createdAt: Date;
  calledAt: Date | null;
  status: number | null;
  error: AttemptError | null;
  ms: number | null;
  isRedacted: boolean;
};

type Headers = Readonly<Record<string, string>>;

export type DeliveryDetail = DeliveryRecord & {
  isBatch: boolean;
  items: StoredItem[];
  url: string | null;
  requestHeaders: Headers | null;
  responseHeaders: Headers | null;
  responseBody: string | null;
};

export type DeliveryKey = { readonly endpointId: string; readonly id: string };

const recordColumns = ({ sql }: TenantDb): Fragment => sql`
  d.id, d.message_id, array(select distinct i->>'type' from jsonb_array_elements(d.items) i order by 1) as types,
  jsonb_array_length(d.items) as item_count, d.state, d.attempts, d.due_at, d.created_at, d.called_at, d.status, d.error,
  d.ms, d.is_redacted`;

type DeliveryFilter = { readonly endpointId: string; readonly state?: DeliveryState | undefined };

const matching = ({ sql, tenantId }: TenantDb, { endpointId, state }: DeliveryFilter): Fragment => sql`
  d.tenant_id = ${tenantId} and d.endpoint_id = ${endpointId} ${state === undefined ? sql`` : sql`and d.state = ${state}`}`;

export const listDeliveries = (
  db: TenantDb,
  filter: DeliveryFilter,
  { offset, pageSize }: { readonly offset: number; readonly pageSize: number },
): Promise<DeliveryRecord[]> => db.sql<DeliveryRecord[]>`
  select ${recordColumns(db)} from webhook_delivery d where ${matching(db, filter)}
  order by d.id desc limit ${pageSize} offset ${offset}`;

export async function countDeliveries(db: TenantDb, filter: DeliveryFilter): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from webhook_delivery d where ${matching(db, filter)}`;
  return singleRow(rows).total;
}

export async function findDelivery(db: TenantDb, { endpointId, id }: DeliveryKey): Promise<DeliveryDetail | undefined> {
  const [row] = await db.sql<DeliveryDetail[]>`
    select ${recordColumns(db)}, d.is_batch, d.items, d.url, d.request_headers, d.response_headers, d.response_body
    from webhook_delivery d where ${matching(db, { endpointId })} and d.id = ${id}`;
  return row;
}

/** All attempts begin again. False when nothing is left to send. */
export async function requeueDelivery(db: TenantDb, { endpointId, id }: DeliveryKey, at: Date): Promise<boolean> {
  const { sql, tenantId } = db;
  const { count } = await sql`
    update webhook_delivery set state = 'pending', attempts = 0, due_at = ${at}
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and id = ${id} and jsonb_array_length(items) > 0`;
  await wakeEndpoint(db, endpointId, at);
  return count > 0;
}

/** What waits is due at once. */
export async function resumeDeliveries({ sql, tenantId }: TenantDb, endpointId: string, at: Date): Promise<void> {
  await sql`
    update webhook_delivery set due_at = ${at}
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and due_at is not null`;
}

/** Deletes some of the old calls that are over; returns how many. */
export async function deleteDeliveriesBefore(
  { sql, tenantId }: TenantDb,
  before: Date,
  limit: number,
): Promise<number> {
  const { count } = await sql`
    delete from webhook_delivery where tenant_id = ${tenantId} and id = any(array(
      select id from webhook_delivery
      where tenant_id = ${tenantId} and created_at < ${before} and due_at is null
        and coalesce(called_at, created_at) < ${before}
      order by created_at limit ${limit}))`;
  return count;
}
