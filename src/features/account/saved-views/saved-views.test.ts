import { expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";
import { maxViews } from "./service.ts";

const input = {
  grid: "contacts",
  name: "Brno",
  settings: { columns: ["email", "city"], search: { q: "brno", sort: "-createdAt" } },
};

it("saves, shares, replaces and deletes a view of the member's own", async () => {
  const { api } = await company();
  const saved = await api.ok("createSavedView", { body: { ...input, name: " Brno " } });
  expect(saved).toEqual({
    id: expect.any(String),
    ...input,
    shared: false,
    mine: true,
    memberId: expect.anything(),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  await api.ok("createSavedView", { body: { ...input, grid: "lists", name: "Other" } });
  const params = { view_id: saved.id };
  const settings = { search: { status: "subscribed" } };
  const changed = await api.ok("updateSavedView", { params, body: { name: "Ostrava", settings, shared: true } });
  expect(changed).toMatchObject({ name: "Ostrava", settings, shared: true });
  expect((await api.ok("listSavedViews", { query: { grid: "contacts" } })).items).toEqual([changed]);
  expect((await api.ok("listSavedViews", {})).items).toMatchObject([{ name: "Ostrava" }, { name: "Other" }]);
  await api.ok("deleteSavedView", { params });
  expect(await api.refused("deleteSavedView", { params })).toMatchObject({ status: 404, message: "view" });
  expect(await api.refused("updateSavedView", { params, body: {} })).toMatchObject({ status: 404, message: "view" });
  expect((await api.ok("listSavedViews", { query: { grid: "contacts" } })).items).toEqual([]);
});

it("shows a shared view to other members, who cannot change it, and no other company's", async () => {
  const one = await company();
  const { db } = one.ctx;
  const own = await one.api.ok("createSavedView", { body: input });
  const shared = await one.api.ok("createSavedView", { body: { ...input, name: "Shared", shared: true } });
  await db.sql`update saved_view set member_id = member_id + 1 where tenant_id = ${db.tenantId}`;
  const { items } = await one.api.ok("listSavedViews", { query: { grid: "contacts" } });
  expect(items).toMatchObject([{ id: shared.id, mine: false }]);
  for (const { id } of [own, shared]) {
    const params = { view_id: id };
    expect(await one.api.refused("updateSavedView", { params, body: { name: "x" } })).toMatchObject({ status: 404 });
    expect(await one.api.refused("deleteSavedView", { params })).toMatchObject({ status: 404 });
  }
  const other = await company();
  expect((await other.api.ok("listSavedViews", { query: { grid: "contacts" } })).items).toEqual([]);
});

it("refuses more views than a member may have, and forgets those that name an erased person", async () => {
  const one = await company();
  const { db } = one.ctx;
  const { id, email } = await one.aContact();
  await one.api.ok("createSavedView", { body: { ...input, settings: { search: { q: email } } } });
  await db.sql`
    insert into saved_view (tenant_id, member_id, is_shared, grid, name, settings, created_at, updated_at)
    select tenant_id, member_id, false, grid, 'View ' || n, '{"search": {}}', created_at, updated_at
    from saved_view cross join generate_series(2, ${maxViews}) n where tenant_id = ${db.tenantId}`;
  expect(await one.api.refused("createSavedView", { body: input })).toMatchObject({ status: 409, message: "limit" });
  await one.api.ok("eraseContact", { params: { id }, body: { confirm: true } });
  const { items } = await one.api.ok("listSavedViews", { query: { grid: "contacts" } });
  expect(items).toHaveLength(maxViews - 1);
});
