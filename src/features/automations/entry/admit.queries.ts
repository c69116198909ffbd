import type { TenantDb } from "../../../db/tenant.ts";
import type { Graph } from "../graph/graph.ts";

export type ActiveGraph = { readonly version: number; readonly graph: Graph };

/** The newest graph of an active automation. Locks it, so that no contact enters after a pause was answered. */
export async function lockActiveGraph(db: TenantDb, automationId: string): Promise<ActiveGraph | undefined> {
  const [row] = await db.sql<ActiveGraph[]>`
    select v.version, v.graph from automation a
    join automation_version v on v.tenant_id = ${db.tenantId} and v.automation_id = a.id and v.version = a.version
    where a.tenant_id = ${db.tenantId} and a.id = ${automationId} and a.status = 'active'
    for share of a`;
  return row;
}

/** A contact counts once per mention in `contactIds`; those behind the first are further entries. */
export type Candidates = { readonly automationId: string; readonly contactIds: readonly string[] };

export type RunCounts = { contactId: string; running: number; ever: number; recent: number };

/** The runs of the contacts in the automation, `recent` ones entered after `since`; contacts without runs are left out. */
export const countRunsOfContacts = (
  db: TenantDb,
  { automationId, contactIds, since }: Candidates & { readonly since: Date },
): Promise<RunCounts[]> =>
  db.sql<RunCounts[]>`
    select contact_id, count(*) filter (where state in ('running', 'waiting'))::int as running, count(*)::int as ever,
      count(*) filter (where entered_at > ${since})::int as recent
    from automation_run
    where tenant_id = ${db.tenantId} and contact_id = any(${[...contactIds]}::bigint[])
      and automation_id + 0 = ${automationId}
    group by contact_id`;

export type NewRuns = Candidates & {
  readonly trigger: string;
  readonly version: number;
  readonly at: Date;
  readonly depth: number;
  /** The first node behind the trigger; undefined where the trigger leads nowhere, so that the run is over at once. */
  readonly firstNode: string | undefined;
};

export async function insertRuns(db: TenantDb, runs: NewRuns): Promise<void> {
  const { automationId, contactIds, trigger, version, at, depth, firstNode } = runs;
  const isOver = firstNode === undefined;
  await db.sql`
    insert into automation_run (tenant_id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
      entered_at, finished_at, depth)
    select ${db.tenantId}, ${automationId}, contact_id, ${trigger}, ${version}, ${isOver ? "completed" : "running"},
      ${firstNode ?? trigger}, ${at}, ${isOver ? null : at}, ${at}, ${isOver ? at : null}, ${depth}
    from unnest(${[...contactIds]}::bigint[]) with ordinality as entered (contact_id, position) order by position`;
}
