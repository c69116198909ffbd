import { takeLock } from "../../../db/locks.ts";
import { singleRow } from "../../../db/rows.ts";
import { node, toFragment, type SqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { enqueueMessages } from "../../delivery/enqueue.queries.ts";
import type { SourceKind } from "../../../message-source.ts";
import { ordinalOf } from "./sources.sql.ts";

/** Locks until the transaction ends: steps of one automation would otherwise lock the counters of its nodes in any order. */
export async function lockEmailSteps(db: TenantDb, automationId: string): Promise<void> {
  await takeLock(db, "emailSteps", db.tenantId, automationId);
}

export type EmailDecision = {
  runId: string;
  contactId: string;
  ordinal: number;
  /** Null for a contact that gets the e-mail. */
  reason: string | null;
};

/** Runs whose contact still exists. `reason` is over contact `c`. */
export const decideEmails = (
  db: TenantDb,
  { automationId, runIds }: { automationId: string; runIds: readonly string[] },
  reason: SqlNode,
) => db.sql<EmailDecision[]>`
  select r.id as run_id, r.contact_id, ${toFragment(db.sql, ordinalOf(db.tenantId, node`${automationId}`))} as ordinal,
    ${toFragment(db.sql, reason)} as reason
  from automation_run r
  join contact c on c.tenant_id = ${db.tenantId} and c.id = r.contact_id
  where r.tenant_id = ${db.tenantId} and r.id = any(${[...runIds]}::bigint[])`;

/** Only contacts that exist are included. `reason` is over contact `c`. */
export const listBlockReasons = (db: TenantDb, contactIds: readonly string[], reason: SqlNode) =>
  db.sql<{ contactId: string; reason: string | null }[]>`
    select c.id as contact_id, ${toFragment(db.sql, reason)} as reason from contact c
    where c.tenant_id = ${db.tenantId} and c.id = any(${[...contactIds]}::bigint[])`;

type SourceKey = { readonly automationId: string; readonly node: string; readonly ordinal: number };

export async function ensureEmailSource(db: TenantDb, key: SourceKey): Promise<string> {
  const find = () => db.sql<{ id: string }[]>`
    select id from automation_email_source
    where tenant_id = ${db.tenantId} and automation_id = ${key.automationId} and node = ${key.node}
      and ordinal = ${key.ordinal}`;
  const found = await find();
  if (found.length > 0) return singleRow(found).id;
  await db.sql`
    insert into automation_email_source ${db.sql({ tenantId: db.tenantId, ...key })}
    on conflict (tenant_id, automation_id, node, ordinal) do nothing`;
  return singleRow(await find()).id;
}

/** One message per contact, unless the source has one already. The caller counts those that were written. */
export async function enqueueEmails(
  db: TenantDb,
  { kind, sourceId }: { kind: SourceKind; sourceId: string },
  { contactIds, dueAt }: { contactIds: readonly string[]; dueAt: Date },
): Promise<number> {
  const { written } = await enqueueMessages(db, {
    kind,
    sourceId,
    chosen: node`
      select c.id, null::bigint as list_id, split_part(c.email, '@', 2) as domain, ${sourceId}::bigint as variant_id,
        ${dueAt}::timestamptz as due_at
      from contact c
      where c.tenant_id = ${db.tenantId} and c.id = any(${contactIds}::bigint[]) and not exists (
        select from message m where m.tenant_id = ${db.tenantId} and m.source_id = ${sourceId}::bigint and m.contact_id = c.id)
      order by c.id`,
    isUniform: true,
    cancelledVariants: [],
    isCounted: false,
  });
  return written;
}
