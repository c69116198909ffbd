import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { MailboxFailure } from "../../../mail/imap/mailbox-failure.ts";
import type { Auth, MailboxState, Security } from "./shapes.ts";

export type MailboxSettings = {
  name: string;
  host: string;
  port: number;
  security: Security;
  auth: Auth;
  username: string;
  secret: Buffer;
  tokenUrl: string | null;
  clientId: string | null;
  scope: string;
  folder: string;
  returnPath: string | null;
  enabled: boolean;
};

export type MailboxRecord = MailboxSettings & {
  id: string;
  state: MailboxState;
  stateReason: MailboxFailure | null;
  lastCheckedAt: Date | null;
  mails: number;
  bounces: number;
  complaints: number;
  others: number;
  createdAt: Date;
  revision: number;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, name, host, port, security, auth, username, secret, token_url, client_id, scope, folder, return_path, enabled, state,
  state_reason, last_checked_at, mails, bounces, complaints, others, created_at, revision`;

export async function listMailboxes(db: TenantDb): Promise<MailboxRecord[]> {
  return db.sql<MailboxRecord[]>`
    select ${columns(db)} from inbound_mailbox where tenant_id = ${db.tenantId} order by id`;
}

export async function findMailbox(db: TenantDb, id: string): Promise<MailboxRecord | undefined> {
  const [row] = await db.sql<MailboxRecord[]>`
    select ${columns(db)} from inbound_mailbox where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

export async function lockMailbox(db: TenantDb, id: string): Promise<MailboxRecord | undefined> {
  const [row] = await db.sql<MailboxRecord[]>`
    select ${columns(db)} from inbound_mailbox where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

export async function countMailboxes(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from inbound_mailbox where tenant_id = ${db.tenantId}`;
  return singleRow(rows).n;
}

/** Due at once. */
export async function insertMailbox(db: TenantDb, settings: MailboxSettings, at: Date): Promise<string> {
  const row = { tenantId: db.tenantId, ...settings, createdAt: at, dueAt: at };
  return singleRow(await db.sql<{ id: string }[]>`insert into inbound_mailbox ${db.sql(row)} returning id`).id;
}

/** Ends a pause. Another account or folder is read from its beginning. */
export async function updateMailbox(
  db: TenantDb,
  id: string,
  settings: MailboxSettings,
  { at, isElsewhere }: { readonly at: Date; readonly isElsewhere: boolean },
): Promise<void> {
  const { sql, tenantId } = db;
  const restart = isElsewhere ? { uidValidity: null, lastUid: "0", deferredUids: [] } : {};
  await sql`
    update inbound_mailbox set ${sql({ ...settings, state: "ok", stateReason: null, failures: 0, dueAt: at, ...restart })},
      revision = revision + 1
    where tenant_id = ${tenantId} and id = ${id}`;
}

export async function deleteMailbox({ sql, tenantId }: TenantDb, id: string): Promise<boolean> {
  const { count } = await sql`delete from inbound_mailbox where tenant_id = ${tenantId} and id = ${id}`;
  return count > 0;
}

/** What a check found out; only for the settings that were checked. */
export async function updateChecked(
  { sql, tenantId }: TenantDb,
  { id, revision }: Pick<MailboxRecord, "id" | "revision">,
  { state, reason, at }: { readonly state: MailboxState; readonly reason: MailboxFailure | null; readonly at: Date },
): Promise<void> {
  await sql`
    update inbound_mailbox set state = ${state}, state_reason = ${reason}, last_checked_at = ${at},
      due_at = case when ${state}::text = 'ok' then ${at} else due_at end,
      failures = case when ${state}::text = 'ok' then 0 else failures end
    where tenant_id = ${tenantId} and id = ${id} and revision = ${revision}`;
}

export async function updateSecret(
  db: TenantDb,
  id: string,
  change: { readonly from: Uint8Array; readonly to: Uint8Array },
): Promise<boolean> {
  const { count } = await db.sql`
    update inbound_mailbox set secret = ${change.to}
    where tenant_id = ${db.tenantId} and id = ${id} and secret = ${change.from}`;
  return count === 1;
}
