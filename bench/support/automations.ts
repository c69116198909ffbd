import type { App } from "../../src/composition/app.ts";
import { createWorker } from "../../src/composition/background.ts";
import { activateAutomation } from "../../src/features/automations/engine/status.ts";
import { createAutomation } from "../../src/features/automations/service.ts";
import { createTransport } from "../../src/mail/transport.ts";
import type { BenchEnvironment } from "./environment.ts";

type BenchCompany = BenchEnvironment["company"];

export const createBenchWorker = (app: App) => createWorker(app, createTransport({ ...app.config, mailMode: "off" }));

export async function activeAutomation(app: App, company: BenchCompany, name: string, graph: object): Promise<string> {
  const ctx = await createBenchWorker(app).contextOf(company.tenantId);
  const { id } = await createAutomation(ctx, { name, shopId: company.shopId, graph });
  await activateAutomation(ctx, id);
  return id;
}

/** An automation in which `runs` runs wait, the first of them until tomorrow. */
export async function insertWaitingRuns(app: App, company: BenchCompany, runs: number): Promise<string> {
  const spec = { kind: "delay", amount: 1, unit: "months" };
  const id = await activeAutomation(app, company, "Waiting", {
    nodes: [
      { id: "t", type: "manual", config: {} },
      { id: "w", type: "wait", config: { spec } },
    ],
    edges: [{ id: "e", from: "t", output: "next", to: "w" }],
  });
  const { sql, tenantId } = app.db.forTenant(company.tenantId);
  await sql`
    insert into automation_run (tenant_id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
      entered_at)
    select ${tenantId}, ${id}, n, 't', 1, 'waiting', 'w', now(), now() + make_interval(days => 1 + n % 30), now()
    from generate_series(1, ${runs}) n`;
  await app.db.sql`vacuum analyze automation_run`;
  return id;
}
