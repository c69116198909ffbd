import type { TenantDb } from "../../db/tenant.ts";
import { buttonLink } from "../emails.ts";
import type { JournalRange } from "../../journal/journal.ts";

/** New ids of runs, ascending. */
export async function reserveRunIds(db: TenantDb, count: number): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select nextval(pg_get_serial_sequence('automation_run', 'id')) as id from generate_series(1, ${count}) order by id`;
  return rows.map(({ id }) => id);
}

export type NewRun = {
  readonly id: string;
  readonly version: number;
  readonly contactId: string;
  readonly trigger: string;
  readonly state: "waiting" | "completed";
  readonly node: string;
  readonly arrivedAt: Date;
  readonly dueAt: Date | null;
  readonly enteredAt: Date;
  readonly finishedAt: Date | null;
  /** The purpose of the consent that let the contact in. */
  readonly purposeId: string | null;
};

export async function insertRuns(db: TenantDb, automationId: string, runs: readonly NewRun[]): Promise<void> {
  await db.sql`
    insert into automation_run (tenant_id, id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
      entered_at, finished_at, purpose_id)
    select ${db.tenantId}, id, ${automationId}, "contactId", trigger, version, state, node, "arrivedAt", "dueAt", "enteredAt",
      "finishedAt", "purposeId"
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as r(id bigint, version int, "contactId" bigint, trigger text, state text,
      node text, "arrivedAt" timestamptz, "dueAt" timestamptz, "enteredAt" timestamptz, "finishedAt" timestamptz,
      "purposeId" bigint)`;
}

export type NewPass = {
  readonly runId: string;
  readonly node: string;
  readonly at: Date;
  readonly output: string | null;
};

/** Rows in the given order. */
export async function insertPasses(db: TenantDb, automationId: string, passes: readonly NewPass[]): Promise<void> {
  await db.sql`
    insert into automation_pass (tenant_id, run_id, node, automation_id, at, output, result)
    select ${db.tenantId}, (p ->> 'runId')::bigint, p ->> 'node', ${automationId}, (p ->> 'at')::timestamptz, p ->> 'output',
      'done'
    from jsonb_array_elements(${JSON.stringify(passes)}::jsonb) with ordinality as passes (p, position) order by position`;
}

export type SentEmail = {
  readonly sourceId: string;
  readonly contactId: string;
  readonly domain: string;
  readonly state: "sent" | "hardbounced";
  readonly sentAt: Date;
  readonly openedAt: Date | null;
  readonly clickedAt: Date | null;
};

/** Messages that were sent, with the counts of their states. The batches of sent messages are gone. */
export async function insertSentEmails(db: TenantDb, emails: readonly SentEmail[]): Promise<void> {
  await db.sql`
    with written as (
      insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, state, attempts, domain, tried_at, sent_at,
        delivered_at, opened_at, clicked_at, links)
      select ${db.tenantId}, "sourceId", "contactId", "sourceId", 0, state, 1, domain, "sentAt", "sentAt",
        case when state = 'sent' then "sentAt" end, "openedAt", "clickedAt",
        case when "clickedAt" is not null then jsonb_build_object(${String(buttonLink)}::text,
          jsonb_build_object('at', "clickedAt", 'clicks', 1, 'machineClicks', 0)) end
      from jsonb_to_recordset(${JSON.stringify(emails)}::jsonb) as e("sourceId" bigint, "contactId" bigint, domain text,
        state text, "sentAt" timestamptz, "openedAt" timestamptz, "clickedAt" timestamptz)
      returning source_id, state
    )
    insert into message_state_count (tenant_id, source_id, variant_id, state, n)
    select ${db.tenantId}, source_id, source_id, state, count(*) from written group by source_id, state`;
}

/** The newest entry that this transaction wrote. */
export async function findJournalPosition(db: TenantDb): Promise<JournalRange["to"]> {
  const [row] = await db.sql<{ tx: string; id: string }[]>`
    select tx, id from journal where tenant_id = ${db.tenantId} order by tx desc, id desc limit 1`;
  if (row === undefined) throw new Error("the demo has no history");
  return row;
}
