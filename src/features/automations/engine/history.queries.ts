import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { matchesSearch } from "../../contacts/search.sql.ts";
import type { RunState } from "./shapes.ts";

export type RunRecord = {
  id: string;
  contactId: string;
  /** Null for a deleted contact. */
  email: string | null;
  state: RunState;
  node: string;
  trigger: string;
  dueAt: Date | null;
  enteredAt: Date;
  finishedAt: Date | null;
  reason: string | null;
  version: number;
};

export type RunFilters = { contact?: string; state?: RunState; node?: string; q?: string };
type Slice = { readonly limit: number; readonly offset: number };

const contactOf = ({ sql, tenantId }: TenantDb): Fragment => sql`
  left join contact c on c.tenant_id = ${tenantId} and c.id = r.contact_id`;

/** Newest first. */
export async function listRuns(
  db: TenantDb,
  automationId: string,
  { limit, offset, ...filters }: RunFilters & Slice,
): Promise<{ total: number; rows: RunRecord[] }> {
  const { sql, tenantId } = db;
  const { contact, state, node } = filters;
  const search = filters.q?.trim() ?? "";
  const isInside = state === "waiting" || state === "running";
  const counter = findCounter(filters);
  const found = sql`
    from automation_run r ${contactOf(db)}
    where r.tenant_id = ${tenantId} and r.automation_id = ${automationId}
      ${contact === undefined ? sql`` : sql`and r.contact_id = ${contact}`}
      ${state === undefined ? sql`` : sql`and r.state = ${state}`}
      ${/* As literals, for the index of those inside by node. */ isInside ? sql`and r.state in ('running', 'waiting')` : sql``}
      ${node === undefined ? sql`` : sql`and r.node = ${node}`}
      ${search === "" ? sql`` : sql`and ${toFragment(sql, matchesSearch(tenantId, search))}`}`;
  const [count, rows] = await Promise.all([
    counter === undefined
      ? sql<{ n: number }[]>`select count(*)::int as n ${found}`
      : countOf(db, { automationId, ...counter }),
    sql<RunRecord[]>`
      select r.id, r.contact_id, c.email, r.state, r.node, r.trigger, coalesce(r.deadline_at, r.due_at) as due_at,
        r.entered_at, r.finished_at, r.reason, r.version
      ${found} order by r.id desc limit ${limit} offset ${offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

type Counter = { readonly node: string; readonly measure: "entered" | "passed" | "waiting" };

/** The counter that has the total of a history: there may be a million runs. Undefined where they must be counted. */
function findCounter({ contact, state, node, q = "" }: RunFilters): Counter | undefined {
  if (contact !== undefined || q.trim() !== "") return undefined;
  if (node !== undefined) return state === "waiting" ? { node, measure: "waiting" } : undefined;
  return state === undefined ? { node: "", measure: "entered" } : undefined;
}

const countOf = (
  { sql, tenantId }: TenantDb,
  { automationId, node, measure }: Counter & { readonly automationId: string },
) => sql<{ n: number }[]>`
  select coalesce(sum(n), 0)::int as n from automation_count
  where tenant_id = ${tenantId} and automation_id = ${automationId} and node = ${node} and output = ''
    and measure = ${measure}`;

export type PassRecord = {
  id: string;
  runId: string;
  node: string;
  at: Date;
  output: string | null;
  result: "done" | "skipped" | "failed";
  reason: string | null;
};

/** Passes are in the order in which they happened; the entry is first, also where it was written later than the other passes. */
export const listPassesOfRuns = async (db: TenantDb, runIds: readonly string[]): Promise<PassRecord[]> =>
  db.sql<PassRecord[]>`
    select p.id, p.run_id, p.node, p.at, p.output, p.result, p.reason
    from automation_pass p join automation_run r on r.tenant_id = ${db.tenantId} and r.id = p.run_id
    where p.tenant_id = ${db.tenantId} and p.run_id = any(${[...runIds]}::bigint[])
    order by p.run_id, p.node <> r.trigger, p.id`;

export type NodePassRecord = Omit<PassRecord, "node"> & { contactId: string; email: string | null };

/** Newest first. */
export async function listPassesOfNode(
  db: TenantDb,
  { automationId, node, limit, offset }: { automationId: string; node: string } & Slice,
): Promise<{ total: number; rows: NodePassRecord[] }> {
  const { sql, tenantId } = db;
  const [count, rows] = await Promise.all([
    countOf(db, { automationId, node, measure: "passed" }),
    sql<NodePassRecord[]>`
      select p.id, p.run_id, r.contact_id, c.email, p.at, p.output, p.result, p.reason
      from automation_pass p join automation_run r on r.tenant_id = ${tenantId} and r.id = p.run_id ${contactOf(db)}
      where p.tenant_id = ${tenantId} and p.automation_id = ${automationId} and p.node = ${node}
      order by p.id desc limit ${limit} offset ${offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}
