import type { TenantDb } from "../../../db/tenant.ts";
import type { Pass, Position } from "./move-runs.ts";

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

type PassGroup = Pick<Pass, "node" | "output" | "result" | "reason"> & { readonly runIds: string[] };

/** Few groups of many runs: a graph has few outputs and reasons. */
function groupPasses(passes: readonly Pass[]): PassGroup[] {
  const groups = new Map<string, PassGroup>();
  for (const { run, node, output, result, reason } of passes) {
    const key = `${node} ${output ?? ""} ${result} ${reason ?? ""}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { node, output, result, reason, runIds: [run.runId] });
    else group.runIds.push(run.runId);
  }
  return [...groups.values()];
}

/** Groups are in the order of the nodes, so that the ids of a run's passes are too. */
export async function insertPasses(
  { sql, tenantId }: TenantDb,
  { automationId, passes, at }: { automationId: string; passes: readonly Pass[]; at: Date },
): Promise<void> {
  for (const { node, output, result, reason, runIds } of groupPasses(passes)) {
    await sql`
      insert into automation_pass (tenant_id, run_id, node, automation_id, at, output, result, reason)
      select ${tenantId}, run_id, ${node}, ${automationId}, ${at}, ${output}, ${result}, ${reason}
      from unnest(${runIds}::bigint[]) as run_id`;
  }
}

export async function updatePositions(
  { sql, tenantId }: TenantDb,
  positions: readonly Position[],
  at: Date,
): Promise<void> {
  if (positions.length === 0) return;
  const column = <Value>(valueOf: (position: Position) => Value) => positions.map(valueOf);
  await sql`
    update automation_run r set state = p.state, node = p.node, arrived_at = p.arrived_at, due_at = p.due_at,
      deadline_at = p.deadline_at, reason = p.reason,
      finished_at = case when p.state = 'waiting' then null else ${at}::timestamptz end
    from unnest(${column(({ run }) => run.runId)}::bigint[], ${column(({ state }) => state)}::text[],
      ${column(({ node }) => node)}::text[], ${column(({ arrivedAt }) => iso(arrivedAt))}::timestamptz[],
      ${column(({ dueAt }) => iso(dueAt))}::timestamptz[], ${column(({ deadlineAt }) => iso(deadlineAt))}::timestamptz[],
      ${column(({ reason }) => reason)}::text[])
      as p (id, state, node, arrived_at, due_at, deadline_at, reason)
    where r.tenant_id = ${tenantId} and r.id = p.id`;
}

export type CountChange = {
  readonly node: string;
  readonly output: string;
  readonly measure: "entered" | "active" | "completed" | "waiting" | "passed";
  readonly n: number;
};

/** A shard per connection, in key order: concurrent writers neither wait for each other nor deadlock. */
export async function addCounts(
  { sql, tenantId }: TenantDb,
  automationId: string,
  changes: readonly CountChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into automation_count (tenant_id, automation_id, node, output, measure, shard, n)
    select ${tenantId}, ${automationId}, node, output, measure, pg_backend_pid() % 16, n
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (node text, output text, measure text, n bigint)
    order by node, output, measure
    on conflict (tenant_id, automation_id, node, output, measure, shard) do update set n = automation_count.n + excluded.n`;
}
