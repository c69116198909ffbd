import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { company } from "../../tests/harness/factories/company.ts";
import type { Context } from "../context.ts";
import { runFieldDeletion, runOptionRemoval } from "../features/contacts/fields/jobs.ts";
import { actionRunner, defineAction, failAction, requestAction, runAction, runTimeSlice } from "./actions.ts";
import { requeueStalledActions } from "./maintenance.ts";
import { listRunningActions } from "./queries.ts";

/** Counts to five, one number per step; can be configured to fail once. */
function counting() {
  let falls = 0;
  const kind = defineAction({
    type: "count",
    notification: "counted",
    params: Type.Object({ to: Type.Integer() }),
    checkpoint: Type.Object({ count: Type.Integer() }),
    step: async (_ctx, { to }, done = { count: 0 }) => {
      if (done.count === 3 && falls === 0) {
        falls += 1;
        throw new Error("killed");
      }
      if (done.count === to) return { result: { count: done.count } };
      return { progress: Math.round((done.count / to) * 100), checkpoint: { count: done.count + 1 } };
    },
  });
  return { kind, runners: [actionRunner(kind)] };
}

describe("actions", () => {
  it("report progress, continue after an interruption, and end with one notification", async () => {
    const { ctx, api } = await company();
    const { kind, runners } = counting();
    const id = await requestAction(ctx, kind, { to: 5 });
    expect((await api.ok("listRunningActions")).items).toMatchObject([
      { id, type: "count", state: "queued", progress: 0 },
    ]);
    await expect(runAction(ctx, runners, id)).rejects.toThrow("killed");
    expect((await api.ok("listRunningActions")).items).toMatchObject([{ id, state: "running", progress: 40 }]);
    await runAction(ctx, runners, id);
    await runAction(ctx, runners, id);
    expect((await api.ok("listRunningActions")).items).toEqual([]);
    const { items } = await api.ok("listNotifications");
    expect(items).toMatchObject([{ type: "counted", read: false, params: { count: 5 } }]);
  });

  it("notify the company after the last failed retry", async () => {
    const { ctx, api } = await company();
    const id = await requestAction(ctx, counting().kind, { to: 5 });
    await failAction(ctx, counting().runners, id);
    expect((await api.ok("listNotifications")).items).toMatchObject([{ type: "counted_failed" }]);
    expect((await api.ok("listRunningActions")).items).toEqual([]);
  });

  it("queue behind companies with fewer actions, and yield after a time slice", async () => {
    const [busy, other] = [await company(), await company()];
    const { kind, runners } = counting();
    const ask = (ctx: Context) => requestAction(ctx, kind, { to: 2 });
    const [first, second, third] = [await ask(busy.ctx), await ask(busy.ctx), await ask(busy.ctx)];
    const only = await ask(other.ctx);
    const tenants = [busy.tenantId, other.tenantId];
    const line = async () => {
      const rows = await busy.app.db.sql<{ actionId: string; priority: number }[]>`
        select data->>'actionId' as action_id, priority from pgboss.job
        where name = 'action' and state = 'created' and data->>'tenantId' = any(${tenants})
        order by priority desc, created_on, id`;
      return rows.map(({ actionId, priority }) => [actionId, priority]);
    };
    expect(await line()).toEqual([
      [first, 0],
      [only, 0],
      [second, -1],
      [third, -2],
    ]);
    const taken = (id: string) => busy.app.db.sql`
      delete from pgboss.job where name = 'action' and data->>'tenantId' = any(${tenants}) and data->>'actionId' = ${id}`;
    await busy.app.db.sql`delete from pgboss.job where name = 'action' and not data->>'tenantId' = any(${tenants})`;
    await taken(first);
    await taken(only);
    await runTimeSlice(other.ctx, runners, only, 0);
    expect(await line()).toEqual([
      [second, -1],
      [only, -1],
      [third, -2],
    ]);
    expect(await listRunningActions(other.ctx.db)).toMatchObject([{ state: "running", checkpoint: { count: 1 } }]);
    await busy.app.db.sql`delete from pgboss.job where name = 'action'`;
    await runTimeSlice(other.ctx, runners, only, 0);
    expect(await listRunningActions(other.ctx.db)).toEqual([]);
  });

  it("are queued in the transaction of the change, or not at all", async () => {
    const { ctx, app } = await company();
    const rolledBack = ctx.db.transaction(async (db) => {
      await requestAction({ ...ctx, db }, counting().kind, { to: 1 });
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    const queued = await app.db.sql`select from pgboss.job where data->>'tenantId' = ${ctx.db.tenantId}`;
    expect(queued).toHaveLength(0);
  });

  it("are re-queued when their job was lost", async () => {
    const { ctx, app } = await company();
    const id = await requestAction(ctx, counting().kind, { to: 1 });
    const { sql } = app.db;
    const queued = () => sql`
      select from pgboss.job where data->>'tenantId' = ${ctx.db.tenantId} and data->>'actionId' = ${id}`;
    await sql`delete from pgboss.job where data->>'tenantId' = ${ctx.db.tenantId}`;
    await sql`update background_action set created_at = now() - interval '1 hour' where tenant_id = ${ctx.db.tenantId}`;
    await requeueStalledActions(app.db, ctx.jobs);
    await requeueStalledActions(app.db, ctx.jobs);
    expect(await queued()).toHaveLength(1);
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
