import { describe, expect, it } from "vitest";
import { countingAction, failAction } from "../../tests/harness/factories/actions.ts";
import { company } from "../../tests/harness/factories/company.ts";
import { runFieldDeletion, runOptionRemoval } from "../features/contacts/fields/jobs.ts";
import { actionRunner, requestAction, runAction } from "./actions.ts";
import { listRunningActions } from "./queries.ts";

/** Is killed once, after three numbers. */
function killedOnce() {
  let kills = 0;
  return countingAction(({ from }) => {
    if (from === 3 && kills++ === 0) throw new Error("killed");
  });
}

describe("actions", () => {
  it("report progress, continue after an interruption, and end with one notification", async () => {
    const { ctx, api } = await company();
    const { kind, runners } = killedOnce();
    const id = await requestAction(ctx, kind, { to: 5 });
    expect((await api.ok("listRunningActions")).items).toMatchObject([
      { id, type: "maintenance", state: "queued", progress: 0 },
    ]);
    await expect(runAction(ctx, runners, id)).rejects.toThrow("killed");
    expect((await api.ok("listRunningActions")).items).toMatchObject([{ id, state: "running", progress: 40 }]);
    await runAction(ctx, runners, id);
    await runAction(ctx, runners, id);
    expect((await api.ok("listRunningActions")).items).toEqual([]);
    const { items } = await api.ok("listNotifications");
    expect(items).toMatchObject([{ type: "maintenance_done", read: false, params: { count: 5 } }]);
  });

  it("notify the company after the last failed retry", async () => {
    const { ctx, api } = await company();
    const id = await requestAction(ctx, countingAction().kind, { to: 5 });
    await failAction(ctx, countingAction().runners, id);
    expect((await api.ok("listNotifications")).items).toMatchObject([{ type: "maintenance_done_failed" }]);
    expect((await api.ok("listRunningActions")).items).toEqual([]);
  });

  it("begin with the transaction of the change, or not at all", async () => {
    const { ctx } = await company();
    const rolledBack = ctx.db.transaction(async (db) => {
      await requestAction({ ...ctx, db }, countingAction().kind, { to: 1 });
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    expect(await listRunningActions(ctx.db)).toEqual([]);
  });

  it("wait while another worker holds them, and are run once", async () => {
    const { ctx, api } = await company();
    const steps: number[] = [];
    const { kind, runners } = countingAction(({ from }) => steps.push(from));
    const id = await requestAction(ctx, kind, { to: 20 });
    await Promise.all([runAction(ctx, runners, id), runAction(ctx, runners, id)]);
    expect(steps).toEqual(Array.from({ length: 21 }, (_, from) => from));
    expect((await api.ok("listNotifications")).items).toMatchObject([
      { type: "maintenance_done", params: { count: 20 } },
    ]);
  });
});

it("remove deleted options from contacts and keep their other choices", async () => {
  const { api, aContact, ctx } = await company();
  const field = await api.ok("createCustomField", {
    body: { name: "Likes", type: "multiselect", options: ["a", "b"] },
  });
  const size = await api.ok("createCustomField", { body: { name: "Size", type: "select", options: ["S", "L"] } });
  const [a, b] = field.options;
  const [small, large] = size.options;
  const { id } = await aContact({ customFields: { [field.id]: [a?.id, b?.id], [size.id]: small?.id } });
  await api.ok("updateCustomField", { params: { id: field.id }, body: { options: [b] } });
  await api.ok("updateCustomField", { params: { id: size.id }, body: { options: [large] } });
  for (const action of (await api.ok("listRunningActions")).items) {
    await runAction(ctx, [actionRunner(runOptionRemoval)], action.id);
  }
  expect((await api.ok("getContact", { params: { id } })).customFields).toEqual({ [field.id]: [b?.id] });
});

it("remove a deleted custom field from every contact", async () => {
  const { api, aContact, ctx, app, tenantId } = await company();
  const field = await api.ok("createCustomField", { body: { name: "Size", type: "text" } });
  const { id } = await aContact({ customFields: { [field.id]: "L" } });
  await api.ok("deleteCustomField", { params: { id: field.id } });
  expect((await api.ok("listCustomFields")).items).toEqual([]);
  const [action] = (await api.ok("listRunningActions")).items;
  await runAction(ctx, [actionRunner(runFieldDeletion)], action?.id ?? "");
  expect((await api.ok("getContact", { params: { id } })).customFields).toEqual({});
  expect((await api.ok("listNotifications")).items).toMatchObject([
    { type: "custom_field_deleted", params: { contacts: 1 } },
  ]);
  const left = await app.db.sql`select from custom_field where tenant_id = ${tenantId}`;
  expect(left).toHaveLength(0);
});
