import { describe, expect, it } from "vitest";
import { createApi } from "../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { issueApiKey } from "./api-keys.ts";
import { addMember, changeMemberRoles } from "./members.ts";
import { adminEmail, adminHeaders, password, signInHeaders } from "../../../tests/harness/servers/sign-in.ts";

async function withAdmin() {
  const own = await company();
  return { ...own, admin: createApi(own.server, own.tenant, await adminHeaders(own)) };
}

async function aMember(own: TestCompany, ...roles: string[]) {
  const email = anEmail();
  const id = await addMember(own.app.db, own.tenantId, { email, password, roles, at: own.clock.now() });
  return { id, email };
}

const lastAdmin = { status: 409, code: "conflict", message: "last_admin", params: {} };

describe("members", () => {
  it("are listed with their roles", async () => {
    holdClock();
    const own = await withAdmin();
    const { id, email } = await aMember(own, "analyst", "accountant");
    const createdAt = own.clock.now().toISOString();
    const rest = { firstName: "", lastName: "", isActive: true, createdAt, twoFactor: false };
    expect(await own.admin.ok("listMembers")).toEqual({
      items: [
        { id: own.member, email: await adminEmail(own), roles: ["account_admin"], ...rest },
        { id, email, roles: ["analyst", "accountant"], ...rest },
      ],
    });
  });

  it("get their new roles at once, and so do their keys", async () => {
    const own = await withAdmin();
    const { id, email } = await aMember(own, "account_admin");
    const theirs = createApi(own.server, own.tenant, await signInHeaders(own.server, email));
    const { key } = await issueApiKey(own.ctx.db, {
      name: "Theirs",
      roles: ["account_admin"],
      scope: "full",
      validDays: 1,
      createdBy: id,
      at: own.clock.now(),
    });
    const theirKey = createApi(own.server, own.tenant, { authorization: `Bearer ${key}` });
    await theirs.ok("listMembers");
    await theirKey.ok("listContacts");
    const changed = await own.admin.ok("updateMember", { params: { id }, body: { roles: ["accountant"] } });
    expect(changed).toMatchObject({ id, email, roles: ["accountant"], isActive: true });
    expect(await theirs.refused("listMembers")).toMatchObject({ status: 403, message: "settings" });
    expect(await theirKey.refused("listContacts")).toMatchObject({ status: 403, message: "contacts" });
  });

  it("lose access and their keys when removed; the keys stay revoked when they return", async () => {
    const own = await withAdmin();
    const { id, email } = await aMember(own, "account_admin");
    const headers = await signInHeaders(own.server, email);
    const theirs = createApi(own.server, own.tenant, headers);
    const body = { name: "Theirs", roles: ["analyst"], scope: "read", validDays: 1 };
    const { key } = await theirs.ok("createApiKey", { body });
    const theirKey = createApi(own.server, own.tenant, { authorization: `Bearer ${key}` });
    await own.admin.ok("removeMember", { params: { id } });
    expect(await theirs.refused("listMembers")).toMatchObject({ status: 403, message: "tenant" });
    expect(await theirKey.refused("listContacts")).toMatchObject({ status: 401 });
    expect((await own.admin.ok("listMembers")).items).toContainEqual(expect.objectContaining({ id, isActive: false }));
    for (const refused of [
      await own.admin.refused("removeMember", { params: { id } }),
      await own.admin.refused("updateMember", { params: { id }, body: { roles: ["analyst"] } }),
    ]) {
      expect(refused).toEqual({ status: 409, code: "conflict", message: "status", params: {} });
    }

    const again = await addMember(own.app.db, own.tenantId, { email, password, roles: ["analyst"], at: new Date() });
    expect(again).toBe(id);
    await theirs.ok("listContacts");
    expect(await theirKey.refused("listContacts")).toMatchObject({ status: 401 });
  });

  it("include an administrator: the last one can be neither demoted nor removed", async () => {
    const own = await withAdmin();
    const { id } = await aMember(own, "account_admin");
    await own.admin.ok("removeMember", { params: { id } });
    const params = { id: own.member };
    expect(await own.admin.refused("removeMember", { params })).toEqual(lastAdmin);
    expect(await own.admin.refused("updateMember", { params, body: { roles: ["analyst"] } })).toEqual(lastAdmin);
    await own.admin.ok("updateMember", { params, body: { roles: ["analyst", "account_admin"] } });
  });

  it("include an administrator when two demote each other concurrently", async () => {
    const own = await withAdmin();
    const { id, email } = await aMember(own, "account_admin");
    const theirs = createApi(own.server, own.tenant, await signInHeaders(own.server, email));
    const answers = await Promise.all([
      own.admin.call("removeMember", { params: { id } }),
      theirs.call("updateMember", { params: { id: own.member }, body: { roles: ["analyst"] } }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const members = await own.ctx.db.sql<{ count: number }[]>`
      select count(*)::int as count from membership
      where tenant_id = ${own.tenantId} and is_active and 'account_admin' = any(roles)`;
    expect(members[0]?.count).toBe(1);
  });

  it("of another company are not found", async () => {
    const other = await company();
    const own = await withAdmin();
    const params = { id: other.member };
    const missing = { status: 404, code: "not_found", message: "member", params: {} };
    expect(await own.admin.refused("updateMember", { params, body: { roles: ["analyst"] } })).toEqual(missing);
    expect(await own.admin.refused("removeMember", { params })).toEqual(missing);
  });

  it("cannot be granted more than the granting member has", async () => {
    const own = await company();
    const { id } = await aMember(own, "analyst");
    const ctx = {
      ...own.ctx,
      actor: { kind: "member", memberId: own.member, personId: "1", roles: ["marketing_manager"] },
    } as const;
    await expect(changeMemberRoles(ctx, id, ["accountant"])).rejects.toMatchObject({
      code: "validation",
      message: "roles",
    });
    expect(await changeMemberRoles(ctx, id, ["content_editor"])).toMatchObject({ roles: ["content_editor"] });
  });

  it("cannot be granted unknown roles or no role", async () => {
    const own = await withAdmin();
    const params = { id: own.member };
    expect(await own.admin.refused("updateMember", { params, body: { roles: ["owner"] } })).toMatchObject({
      status: 400,
      message: "roles.0",
    });
    expect(await own.admin.refused("updateMember", { params, body: { roles: [] } })).toMatchObject({
      message: "roles",
    });
    expect(await own.admin.refused("updateMember", { params, body: {} })).toMatchObject({ message: "roles" });
  });
});

describe("a member added by the operator", () => {
  it("is rejected for an invalid address, password or role, and if they are a member already", async () => {
    const own = await company();
    const added = { email: anEmail(), password, roles: ["analyst"], at: own.clock.now() };
    const add = (change: object) => addMember(own.app.db, own.tenantId, { ...added, ...change });
    await expect(add({ email: "nobody" })).rejects.toMatchObject({ message: "email" });
    await expect(add({ password: "short" })).rejects.toMatchObject({ message: "password" });
    await expect(add({ password: "qwertyuiop" })).rejects.toMatchObject({ message: "password" });
    await expect(add({ roles: ["owner"] })).rejects.toMatchObject({ message: "roles" });
    await add({});
    await expect(add({})).rejects.toMatchObject({ code: "conflict", message: "email" });
  });
});
