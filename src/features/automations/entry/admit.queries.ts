import type { TenantDb } from "../../../db/tenant.ts";
import type { JournalCursor } from "../../../journal/journal.ts";
import type { Graph } from "../graph/graph.ts";
import type { Bond } from "./bonds.ts";

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

type Candidates = { readonly automationId: string; readonly contactIds: readonly string[] };

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

/** A contact that is mentioned twice gets two runs. */
export type NewRun = {
  readonly contactId: string;
  readonly bond: Bond | null;
  /** What let the contact in; null where nothing happened to it. */
  readonly event: JournalCursor | null;
};

export type NewRuns = {
  readonly automationId: string;
  readonly entrants: readonly NewRun[];
  readonly trigger: string;
  readonly version: number;
  readonly at: Date;
  readonly depth: number;
  /** The first node behind the trigger; undefined where the trigger leads nowhere, so that the run is over at once. */
  readonly firstNode: string | undefined;
};

/** The entry is a pass of the trigger. */
export async function insertRuns(db: TenantDb, runs: NewRuns): Promise<void> {
  const { automationId, entrants, trigger, version, at, depth, firstNode } = runs;
  const isOver = firstNode === undefined;
  const lists = entrants.map(({ bond }) =>
    bond === null || bond.listIds.length === 0 ? null : arrayText(bond.listIds),
  );
  await db.sql`
    with entered as (
      insert into automation_run (tenant_id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
        entered_at, finished_at, depth, list_ids, purpose_id, event_tx, event_id)
      select ${db.tenantId}, ${automationId}, contact_id, ${trigger}, ${version}, ${isOver ? "completed" : "running"},
        ${firstNode ?? trigger}, ${at}, ${isOver ? null : at}, ${at}, ${isOver ? at : null}, ${depth}, lists::bigint[],
        purpose_id, event_tx, event_id
      from unnest(${entrants.map(({ contactId }) => contactId)}::bigint[], ${lists}::text[],
        ${entrants.map(({ bond }) => bond?.purposeId ?? null)}::bigint[],
        ${entrants.map(({ event }) => event?.tx ?? null)}::bigint[],
        ${entrants.map(({ event }) => event?.id ?? null)}::bigint[])
        with ordinality as entrant (contact_id, lists, purpose_id, event_tx, event_id, position)
      order by position returning id
    )
    insert into automation_pass (tenant_id, run_id, node, automation_id, at, output, result)
    select ${db.tenantId}, id, ${trigger}, ${automationId}, ${at}, 'next', 'done' from entered order by id`;
}

/** Arrays of different lengths cannot be the elements of one array. */
const arrayText = (ids: readonly string[]): string => `{${ids.join(",")}}`;
