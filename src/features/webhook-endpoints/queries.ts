import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { cursorAtNewest, readBound } from "../../journal/journal.ts";
import type { FiredEvent } from "../webhooks/events.ts";
import type { disabledReasons } from "./shapes.ts";

export type EndpointRecord = {
  id: string;
  url: string;
  description: string;
  events: FiredEvent[];
  batchSize: number;
  active: boolean;
  disabledReason: (typeof disabledReasons)[number] | null;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
  failingSince: Date | null;
  lastStatus: number | null;
  lastCallAt: Date | null;
  createdAt: Date;
  /** Deliveries that are not over. */
  waiting: number;
};

export const listEndpoints = async (
  { sql, tenantId }: TenantDb,
  ids?: readonly string[],
): Promise<EndpointRecord[]> => sql<EndpointRecord[]>`
  select e.id, e.url, e.description, e.events, e.batch_size, e.active, e.disabled_reason, e.secret, e.previous_secret,
    e.previous_until, e.failing_since, e.last_status, e.last_call_at, e.created_at,
    (select count(*)::int from webhook_delivery d
      where d.tenant_id = ${tenantId} and d.endpoint_id = e.id and d.due_at is not null) as waiting
  from webhook_endpoint e
  where e.tenant_id = ${tenantId} ${ids === undefined ? sql`` : sql`and e.id = any(${[...ids]}::bigint[])`}
  order by e.id`;

export async function findEndpoint(db: TenantDb, id: string): Promise<EndpointRecord | undefined> {
  const [row] = await listEndpoints(db, [id]);
  return row;
}

export async function countEndpoints({ sql, tenantId }: TenantDb): Promise<number> {
  const rows = await sql<{ total: number }[]>`
    select count(*)::int as total from webhook_endpoint where tenant_id = ${tenantId}`;
  return singleRow(rows).total;
}

export type NewEndpoint = Pick<
  EndpointRecord,
  "url" | "description" | "batchSize" | "active" | "secret" | "createdAt"
> & { readonly events: readonly FiredEvent[] };

/** The greatest position inside an entry: all of its contacts are done. */
export const allPlaces = 2_147_483_647;

/** Begins at the newest entry. */
export async function insertEndpoint(db: TenantDb, endpoint: NewEndpoint): Promise<string> {
  const { sql, tenantId } = db;
  const { url, description, events, batchSize, active, secret, createdAt } = endpoint;
  const bound = await readBound(db);
  const rows = await sql<{ id: string }[]>`
    insert into webhook_endpoint (tenant_id, url, description, events, batch_size, active, secret, created_at, due_at, begun,
      tx, entry_id, done)
    select ${tenantId}, ${url}, ${description}, ${[...events]}, ${batchSize}, ${active}, ${secret}, ${createdAt}, ${createdAt},
      ${bound.snapshot}::pg_snapshot, ${cursorAtNewest(sql, bound)}, ${allPlaces}
    returning id`;
  return singleRow(rows).id;
}

export type EndpointWrite = Partial<
  Pick<
    EndpointRecord,
    "url" | "description" | "events" | "batchSize" | "active" | "previousSecret" | "previousUntil"
  > & { readonly disabledReason: null; readonly failingSince: null; readonly retryAt: Date }
>;

export async function updateEndpoint({ sql, tenantId }: TenantDb, id: string, change: EndpointWrite): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await sql`
    update webhook_endpoint set ${sql(change)}, revision = revision + 1 where tenant_id = ${tenantId} and id = ${id}`;
}

export type SecretRotation = { readonly secret: Uint8Array; readonly now: Date; readonly previousUntil: Date };

/** The present secret becomes the previous one. False while an earlier one still signs. */
export async function rotateEndpointSecret(
  { sql, tenantId }: TenantDb,
  id: string,
  { secret, now, previousUntil }: SecretRotation,
): Promise<boolean> {
  const { count } = await sql`
    update webhook_endpoint set previous_secret = secret, secret = ${secret}, previous_until = ${previousUntil}, revision = revision + 1
    where tenant_id = ${tenantId} and id = ${id} and coalesce(previous_until, '-infinity') <= ${now}`;
  return count > 0;
}

export async function deleteEndpoint({ sql, tenantId }: TenantDb, id: string): Promise<boolean> {
  const { count } = await sql`delete from webhook_endpoint where tenant_id = ${tenantId} and id = ${id}`;
  return count > 0;
}

/** A snapshot in which nothing is visible: the cursor alone decides what is read. */
const emptySnapshot = "1:1:";

/** The cursor goes back to the first entry since then; it never goes forward. */
export async function rewindEndpoint(
  { sql, tenantId }: TenantDb,
  id: string,
  { from, dueAt }: { readonly from: Date; readonly dueAt: Date },
): Promise<void> {
  await sql`
    update webhook_endpoint e
    set tx = first.tx, entry_id = first.id, done = 0, failures = 0, begun = ${emptySnapshot}::pg_snapshot,
      due_at = ${dueAt}, revision = revision + 1
    from (select j.tx, j.id from journal j where j.tenant_id = ${tenantId} and j.at >= ${from} order by j.tx, j.id limit 1) first
    where e.tenant_id = ${tenantId} and e.id = ${id} and (first.tx, first.id) <= (e.tx, e.entry_id)`;
}

/** The next run looks at the deliveries. */
export async function wakeEndpoint({ sql, tenantId }: TenantDb, id: string, at: Date): Promise<void> {
  await sql`update webhook_endpoint set retry_at = least(retry_at, ${at}) where tenant_id = ${tenantId} and id = ${id}`;
}

/** An endpoint of the company shows the relay's replies. */
export async function areRepliesRead({ sql, tenantId }: TenantDb): Promise<boolean> {
  const rows = await sql`
    select from webhook_endpoint
    where tenant_id = ${tenantId} and events && array['sent_email', 'delivery_status'] limit 1`;
  return rows.length > 0;
}
