import { expect, it } from "vitest";
import { company } from "../../tests/harness/factories/company.ts";
import { suspendCompany } from "../features/account/lifecycle/service.ts";
import { addMember } from "../features/members/members.ts";
import { asOperator } from "./operator.ts";

it("names the operator and the command, in the transaction of the change", async () => {
  const { app, api, ctx, tenant, tenantId } = await company();
  await asOperator(app, { tenant, command: "company suspend" }, (db) => suspendCompany(db, app.services));
  const { items } = await api.ok("listAuditLog", { query: { actor: "operator" } });
  expect(items).toMatchObject([
    {
      actor: { kind: "operator", memberId: null, email: null, keyId: null, keyName: null, client: null },
      operation: "company suspend",
      object: { kind: "company", id: null },
    },
  ]);
  const [row] = await ctx.db.sql`
    select a.xmin = c.xmin as is_same from audit_entry a join company c using (tenant_id) where tenant_id = ${tenantId}
      and a.actor = 'operator'`;
  expect(row).toEqual({ isSame: true });
});

it("writes the entry after a command that uses another handle", async () => {
  const { app, api, tenant, clock } = await company();
  const member = { email: "new@example.com", password: "correct horse battery", roles: ["analyst"], at: clock.now() };
  await asOperator(app, { tenant, command: "member create" }, ({ tenantId }) => addMember(app.db, tenantId, member));
  const { items } = await api.ok("listAuditLog", { query: { actor: "operator" } });
  expect(items).toMatchObject([{ operation: "member create" }]);
});

it("writes nothing for a refused command and for an unknown company", async () => {
  const { app, api, tenant } = await company();
  const suspend = (guid: string) =>
    asOperator(app, { tenant: guid, command: "company suspend" }, (db) => suspendCompany(db, app.services));
  await suspend(tenant);
  await expect(suspend(tenant)).rejects.toMatchObject({ code: "conflict", message: "status" });
  await expect(suspend("00000000-0000-4000-8000-000000000000")).rejects.toMatchObject({ code: "not_found" });
  expect((await api.ok("listAuditLog", { query: { actor: "operator" } })).total).toBe(1);
});
