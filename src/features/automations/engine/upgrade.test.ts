import { expect, it } from "vitest";
import {
  aGraph,
  anActiveAutomation,
  enter,
  paramsOf,
  runAutomations,
  startedBy,
} from "../../../../tests/harness/factories/automations.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { readMigrations } from "../../../db/migrate.ts";
import { rawIdentifier, runUnprepared } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { listPassesOfRuns } from "./history.queries.ts";

/** The statements of the migration that change rows. */
async function fillIn(db: TenantDb): Promise<void> {
  const migration = readMigrations().find(({ name }) => name === "series_of_automations");
  const statements = (migration?.sql ?? "").replace(/^--.*$/gm, "").split(";\n");
  const filling = statements.filter((statement) => /^\s*(update|insert)\b/.test(statement));
  expect(filling).toHaveLength(2);
  for (const statement of filling) await runUnprepared(db, rawIdentifier(statement));
}

class RollBack extends Error {}

it("binds the runs of before to what their triggers name, and gives them their entries", async () => {
  const test = await company();
  const { db } = test.ctx;
  const [list, other] = [await test.aList(), await test.aList()];
  const wait = ["wait", { spec: { kind: "delay", amount: 1, unit: "days" } }] as const;
  const out = ["remove_from_list", { listId: list.id }] as const;
  const trigger = ["list_added", { listIds: [list.id] }] as const;
  const automations = [
    await anActiveAutomation(test, startedBy("list_added", { listIds: [list.id] })),
    await anActiveAutomation(test, startedBy("list_added", { listIds: [list.id, other.id] })),
    await anActiveAutomation(test, aGraph({ t: trigger, out, w: wait }, ["t out", "out w"])),
    await anActiveAutomation(test, startedBy("subscribed")),
    await anActiveAutomation(test, startedBy("manual")),
  ];
  const contact = await test.aContact({ listIds: [list.id] });
  await test.runListeners();
  await enter(test, { id: automations[4]?.id ?? "" }, [contact.id]);
  await runAutomations(test);
  const purposes = await db.sql<{ id: string }[]>`
    select id from purpose where tenant_id = ${db.tenantId} and is_default`;
  const passesBefore = await Promise.all(
    automations.map(async (automation) => {
      const { items } = await test.api.ok("listAutomationRuns", { params: paramsOf(automation) });
      return items.flatMap(({ passes }) => passes.map(({ node }) => node));
    }),
  );
  const upgraded = db.transaction(async (inner) => {
    await inner.sql`update automation_run set list_ids = null, purpose_id = null where tenant_id = ${db.tenantId}`;
    await inner.sql`delete from automation_pass where tenant_id = ${db.tenantId} and node = 't'`;
    await fillIn(inner);
    const bonds = await inner.sql`
      select list_ids::text[] as list_ids, purpose_id from automation_run where tenant_id = ${db.tenantId}
      order by automation_id`;
    expect([...bonds]).toEqual([
      { listIds: [list.id], purposeId: null },
      { listIds: null, purposeId: null },
      { listIds: null, purposeId: null },
      { listIds: null, purposeId: purposes[0]?.id },
      { listIds: null, purposeId: null },
    ]);
    const runs = await inner.sql<{ id: string }[]>`
      select id from automation_run where tenant_id = ${db.tenantId} order by automation_id`;
    const passes = await Promise.all(
      runs.map(async ({ id }) => (await listPassesOfRuns(inner, [id])).map(({ node }) => node)),
    );
    expect(passes).toEqual(passesBefore);
    throw new RollBack();
  });
  await expect(upgraded).rejects.toBeInstanceOf(RollBack);
});
