import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { Referrer } from "../../../kernel/errors.ts";
import type {
  ConnectionAuth,
  ConnectionKind,
  ConnectionSecurity,
  OAuthProvider,
} from "../../../kernel/connection-kinds.ts";
import type { PauseReason } from "./pause-reasons.ts";

export type ConnectionLimits = {
  readonly perSecond: number | null;
  readonly perHour: number | null;
  readonly perDay: number | null;
  readonly connections: number | null;
};

export type StoredOAuth = {
  readonly provider: OAuthProvider;
  readonly clientId: string;
  readonly tokenUrl: string;
  readonly scope: string;
};

/** How the server is reached. */
export type ConnectionAddress = {
  id: string;
  kind: ConnectionKind;
  host: string;
  port: number;
  security: ConnectionSecurity;
  auth: ConnectionAuth;
  username: string;
  secret: Buffer | null;
  oauth: StoredOAuth | null;
  messageStream: string;
  revision: number;
};

export type ConnectionState = "ok" | "paused" | "failing";

export type ConnectionRecord = ConnectionAddress & {
  name: string;
  perSecond: number | null;
  perHour: number | null;
  perDay: number | null;
  maxConnections: number | null;
  enabled: boolean;
  isDefault: boolean;
  fallback: string[];
  state: ConnectionState;
  stateReason: PauseReason | null;
  stateCode: string | null;
  retryAt: Date | null;
  checkedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  sentToday: number;
};

export const limitsIn = (row: Pick<ConnectionRecord, "perSecond" | "perHour" | "perDay" | "maxConnections">) => ({
  perSecond: row.perSecond,
  perHour: row.perHour,
  perDay: row.perDay,
  connections: row.maxConnections,
});

/** `today` is a day of the company. */
const connections = ({ sql, tenantId }: TenantDb, today: string): Fragment => sql`
  select c.id, c.name, c.kind, c.host, c.port, c.security, c.auth, c.username, c.secret, c.oauth, c.message_stream, c.revision,
    c.per_second, c.per_hour, c.per_day, c.max_connections, c.enabled, c.is_default, c.fallback, c.state, c.state_reason,
    c.state_code, c.retry_at, c.checked_at, c.created_at, c.updated_at,
    coalesce((select m.sent from sending_connection_meter m
      where m.tenant_id = ${tenantId} and m.connection_id = c.id and m.day = ${today}::date), 0)::int as sent_today
  from sending_connection c where c.tenant_id = ${tenantId}`;

export const listConnections = async (db: TenantDb, today: string): Promise<ConnectionRecord[]> =>
  db.sql<ConnectionRecord[]>`${connections(db, today)} order by c.id`;

export async function findConnection(db: TenantDb, id: string, today: string): Promise<ConnectionRecord | undefined> {
  const [row] = await db.sql<ConnectionRecord[]>`${connections(db, today)} and c.id = ${id}`;
  return row;
}

/** Locks the row until the end of the transaction. */
export async function lockConnection(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    select from sending_connection where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return rows.length > 0;
}

export async function listConnectionIds(db: TenantDb): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from sending_connection where tenant_id = ${db.tenantId} order by id`;
  return rows.map(({ id }) => id);
}

export type ConnectionWrite = Omit<
  ConnectionRecord,
  | "id"
  | "revision"
  | "state"
  | "stateReason"
  | "stateCode"
  | "retryAt"
  | "checkedAt"
  | "createdAt"
  | "updatedAt"
  | "sentToday"
>;

const toRow = ({ oauth, fallback, ...fields }: ConnectionWrite) => ({
  ...fields,
  oauth: oauth === null ? null : JSON.stringify(oauth),
  fallback: `{${fallback.join(",")}}`,
});

/** The first row of its meter comes with it, so that sending only updates. */
export async function insertConnection(
  db: TenantDb,
  connection: ConnectionWrite,
  { now, today }: { readonly now: Date; readonly today: string },
): Promise<string> {
  const { sql, tenantId } = db;
  const row = { tenantId, ...toRow(connection), createdAt: now, updatedAt: now };
  const { id } = singleRow(await sql<{ id: string }[]>`insert into sending_connection ${sql(row)} returning id`);
  await sql`
    insert into sending_connection_meter (tenant_id, connection_id, day, sent, tokens_at)
    values (${tenantId}, ${id}, ${today}, 0, ${now})`;
  return id;
}

/** A change of how the server is reached forgets the failures of the settings before. */
export async function updateConnection(
  { sql, tenantId }: TenantDb,
  id: string,
  { connection, now }: { readonly connection: ConnectionWrite; readonly now: Date },
): Promise<void> {
  await sql`
    update sending_connection set ${sql({ ...toRow(connection), updatedAt: now })}, revision = revision + 1,
      state = 'ok', state_reason = null, state_code = null, failures = 0, retry_at = null
    where tenant_id = ${tenantId} and id = ${id}`;
}

export async function clearDefault({ sql, tenantId }: TenantDb): Promise<void> {
  await sql`update sending_connection set is_default = false where tenant_id = ${tenantId} and is_default`;
}

export async function deleteConnection({ sql, tenantId }: TenantDb, id: string): Promise<void> {
  await sql`delete from sending_connection where tenant_id = ${tenantId} and id = ${id}`;
}

/** Senders, domains and connections that name it. */
export async function listReferrers({ sql, tenantId }: TenantDb, id: string): Promise<Referrer[]> {
  return sql<Referrer[]>`
    select 'sender' as kind, s.id::text as id, s.email as name from sender s
    where s.tenant_id = ${tenantId} and s.connection_id = ${id}
    union all
    select 'domain', d.id::text, d.domain from sending_domain d
    where d.tenant_id = ${tenantId} and d.connection_id = ${id}
    union all
    select 'connection', c.id::text, c.name from sending_connection c
    where c.tenant_id = ${tenantId} and ${id}::bigint = any(c.fallback)
    order by kind, id`;
}

export async function replaceSecret(
  db: TenantDb,
  id: string,
  change: { readonly from: Uint8Array; readonly to: Uint8Array },
): Promise<boolean> {
  const rows = await db.sql`
    update sending_connection set secret = ${change.to}
    where tenant_id = ${db.tenantId} and id = ${id} and secret = ${change.from} returning id`;
  return rows.length === 1;
}

export async function markChecked({ sql, tenantId }: TenantDb, id: string, at: Date): Promise<void> {
  await sql`update sending_connection set checked_at = ${at} where tenant_id = ${tenantId} and id = ${id}`;
}
