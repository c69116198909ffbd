import { node, toFragment, type SqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import {
  consentWithdrawn,
  contactUnsubscribed,
  listRemoved,
  listUnsubscribed,
  statusChanged,
} from "../../../journal/events.ts";
import { isEventOf } from "../../../journal/fields.sql.ts";
import { inRange, type JournalRange } from "../../../journal/journal.ts";
import { exitReason, isBound } from "./exits.sql.ts";

const leavingEvents = [listRemoved, listUnsubscribed, contactUnsubscribed, statusChanged, consentWithdrawn] as const;

/** A run that was stopped, as it stood. */
export type EndedRun = { automationId: string; node: string; state: "running" | "waiting" };

/** Ends the runs of contacts about whom the range says that they may have left. */
export const endRunsOfLeavers = (db: TenantDb, range: JournalRange, at: Date): Promise<EndedRun[]> =>
  endRuns(db, at, {
    ctes: node`
      with changed as materialized (
        select distinct j.contact_id from journal j where ${inRange(db, range)} and ${isEventOf(leavingEvents)}
      ),`,
    joined: node`join changed on changed.contact_id = r.contact_id`,
    which: node`true`,
  });

/** Ends the runs of contacts that one of these lists let in. */
export const endRunsOfLists = (db: TenantDb, listIds: readonly string[], at: Date): Promise<EndedRun[]> =>
  endRuns(db, at, { ctes: node`with`, joined: node``, which: node`r.list_ids && ${[...listIds]}::bigint[]` });

type Leavers = { readonly ctes: SqlNode; readonly joined: SqlNode; readonly which: SqlNode };

/** Stops bound runs whose contacts have left. The caller counts them. Transactional automations go on. */
async function endRuns({ sql, tenantId }: TenantDb, at: Date, { ctes, joined, which }: Leavers): Promise<EndedRun[]> {
  const tenant = node`${tenantId}`;
  return sql<EndedRun[]>`
    ${toFragment(sql, ctes)} ended as (
      select r.id, r.state, ${toFragment(sql, exitReason(tenant))} as reason from automation_run r
      join automation a on a.tenant_id = ${tenantId} and a.id = r.automation_id and not a.is_transactional
      ${toFragment(sql, joined)}
      where r.tenant_id = ${tenantId} and r.due_at is not null and ${toFragment(sql, isBound)} and ${toFragment(sql, which)}
      order by r.id for update of r
    )
    update automation_run r set state = 'stopped', reason = ended.reason, due_at = null, deadline_at = null,
      finished_at = ${at}
    from ended where r.tenant_id = ${tenantId} and r.id = ended.id and ended.reason is not null
    returning r.automation_id, r.node, ended.state`;
}

/** Without it, the journal is not looked through. */
export async function hasBoundRuns({ sql, tenantId }: TenantDb): Promise<boolean> {
  const rows = await sql`
    select from automation_run r
    where r.tenant_id = ${tenantId} and r.due_at is not null and ${toFragment(sql, isBound)} limit 1`;
  return rows.length > 0;
}

/** The runs go on although their contacts leave the list: a step of their own took them off it. */
export async function unbindRunsFromList(db: TenantDb, runIds: readonly string[], listId: string): Promise<void> {
  await db.sql`
    update automation_run set list_ids = nullif(array_remove(list_ids, ${listId}::bigint), '{}')
    where tenant_id = ${db.tenantId} and id = any(${[...runIds]}::bigint[]) and list_ids @> array[${listId}::bigint]`;
}

/** The same for a step that unsubscribed the contacts from everything. */
export async function unbindRuns(db: TenantDb, runIds: readonly string[]): Promise<void> {
  await db.sql`
    update automation_run r set list_ids = null, purpose_id = null
    where r.tenant_id = ${db.tenantId} and r.id = any(${[...runIds]}::bigint[]) and ${toFragment(db.sql, isBound)}`;
}
