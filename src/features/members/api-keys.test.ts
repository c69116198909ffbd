import { describe, expect, it } from "vitest";
import { createApi, request } from "../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import type { Role } from "../../kernel/access.ts";
import { sha256 } from "../../kernel/crypto.ts";
import { days } from "../../kernel/local-time.ts";
import { createApiKey, createApiKeyForMember } from "./api-keys.ts";
import { addMember } from "./members.ts";
import { adminEmail, adminHeaders, password, signInHeaders } from "../../../tests/harness/servers/sign-in.ts";

const body = { name: "Warehouse", roles: ["account_admin"], scope: "full", validDays: 30 };

async function withAdmin() {
  const own = await company();
  const headers = await adminHeaders(own);
  return { ...own, headers, admin: createApi(own.server, own.tenant, headers) };
}

const useKey = async ({ server, tenant }: TestCompany, key: string) =>
  (
    await request(server, {
      method: "GET",
      url: `/api/v1/tenants/${tenant}/contacts`,
      headers: { authorization: `Bearer ${key}` },
    })
  ).status;

describe("API keys", () => {
  it("shows a new key once and stores a hint", async () => {
    holdClock();
    const own = await withAdmin();
    const at = own.clock.now();
    const { key, ...row } = await own.admin.ok("createApiKey", { body: { ...body, name: "  Warehouse " } });
    expect(key).toMatch(/^pst_[A-Za-z0-9_-]{43}$/);
    expect(row).toEqual({
      id: row.id,
      name: "Warehouse",
      hint: `${key.slice(0, 8)}…`,
      roles: ["account_admin"],
      scope: "full",
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + days(30)).toISOString(),
      lastUsedAt: null,
      createdBy: { id: own.member, email: await adminEmail(own) },
      isValid: true,
    });
    const { items } = await own.admin.ok("listApiKeys");
    expect(items.map(({ name }) => name)).toEqual(["First key", "Warehouse"]);
    expect(items[1]).toEqual(row);
    expect(JSON.stringify(items)).not.toContain(key);
    expect(await useKey(own, key)).toBe(200);
  });

  it("revokes a key at once and only once", async () => {
    const own = await withAdmin();
    const { id, key } = await own.admin.ok("createApiKey", { body });
    await own.admin.ok("revokeApiKey", { params: { id } });
    expect(await useKey(own, key)).toBe(401);
    expect((await own.admin.ok("listApiKeys")).items.map((row) => row.id)).not.toContain(id);
    expect(await own.admin.refused("revokeApiKey", { params: { id } })).toMatchObject({
      status: 404,
      code: "not_found",
      message: "key",
    });
  });

  it("does not find a key of another company", async () => {
    const other = await withAdmin();
    const { id, key } = await other.admin.ok("createApiKey", { body });
    const own = await withAdmin();
    expect(await own.admin.refused("revokeApiKey", { params: { id } })).toMatchObject({ status: 404, message: "key" });
    expect(await useKey(other, key)).toBe(200);
  });

  it.each([
    ["name", { name: "" }],
    ["roles", { roles: [] }],
    ["roles.0", { roles: ["owner"] }],
    ["roles", { roles: ["analyst", "analyst"] }],
    ["scope", { scope: "write" }],
    ["validDays", { validDays: 0 }],
    ["validDays", { validDays: 731 }],
    ["validDays", { validDays: 1.5 }],
  ])("rejects an invalid %s", async (field, change) => {
    const own = await withAdmin();
    expect(await own.admin.refused("createApiKey", { body: { ...body, ...change } })).toMatchObject({
      status: 400,
      code: "validation",
      message: field,
    });
  });

  it("grants a key no role beyond those of its creator", async () => {
    const own = await company();
    const manager: Role[] = ["marketing_manager"];
    const { cookie } = await adminHeaders(own);
    const sessionHash = sha256(cookie.split("=")[1] ?? "");
    const ctx = {
      ...own.ctx,
      actor: { kind: "member", memberId: own.member, personId: "1", roles: manager, sessionHash },
    } as const;
    const asked = { name: "Key", scope: "full", validDays: 1 } as const;
    await expect(createApiKey(ctx, { ...asked, roles: ["accountant"] })).rejects.toMatchObject({ message: "roles" });
    expect(await createApiKey(ctx, { ...asked, roles: ["content_editor", "analyst"] })).toMatchObject({
      isValid: true,
    });
  });

  it("lets exactly one of twenty parallel requests create the last allowed key", async () => {
    const own = await withAdmin();
    for (let count = 1; count < 19; count += 1) await own.admin.ok("createApiKey", { body });
    // Opens all connections first; otherwise a single connection would serialize the requests.
    await Promise.all(Array.from({ length: 20 }, () => own.admin.ok("listApiKeys")));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => own.admin.call("createApiKey", { body }).then(({ status }) => status)),
    );
    expect(answers.toSorted((left, right) => left - right)).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await own.admin.refused("createApiKey", { body })).toEqual({
      status: 409,
      code: "conflict",
      message: "limit",
      params: {},
    });
    expect((await own.admin.ok("listApiKeys")).items).toHaveLength(20);
  });

  it("counts only valid keys towards the limit, not expired, idle or revoked ones", async () => {
    const own = await withAdmin();
    const [first] = (await own.admin.ok("listApiKeys")).items;
    for (let count = 1; count < 20; count += 1) await own.admin.ok("createApiKey", { body });
    await own.admin.ok("revokeApiKey", { params: { id: first?.id ?? "" } });
    await own.admin.ok("createApiKey", { body: { ...body, validDays: 730 } });
    expect(await own.admin.refused("createApiKey", { body })).toMatchObject({ message: "limit" });

    own.clock.advance(days(31));
    const later = createApi(own.server, own.tenant, await adminHeaders(own));
    const valid = (await later.ok("listApiKeys")).items.filter(({ isValid }) => isValid);
    expect(valid).toHaveLength(1);
    await later.ok("createApiKey", { body });

    own.clock.advance(days(150));
    const muchLater = createApi(own.server, own.tenant, await adminHeaders(own));
    expect((await muchLater.ok("listApiKeys")).items.some(({ isValid }) => isValid)).toBe(false);
  });

  it("requires an administrator: a manager can read, an editor cannot", async () => {
    const own = await company();
    const aMemberApi = async (role: Role) => {
      const email = anEmail();
      await addMember(own.app.db, own.tenantId, { email, password, roles: [role], at: own.clock.now() });
      return createApi(own.server, own.tenant, await signInHeaders(own.server, email));
    };
    const manager = await aMemberApi("marketing_manager");
    expect((await manager.ok("listApiKeys")).items).toHaveLength(1);
    const refusal = { status: 403, code: "forbidden", message: "settings", params: {} };
    expect(await manager.refused("createApiKey", { body })).toEqual(refusal);
    expect(await (await aMemberApi("content_editor")).refused("listApiKeys")).toEqual(refusal);
  });

  it("requires a signed-in member: a key is rejected, and so is a browser without the CSRF token", async () => {
    const own = await withAdmin();
    for (const name of ["listApiKeys", "listMembers", "listInvitations", "listConnectedApps"] as const) {
      expect(await own.api.refused(name)).toMatchObject({ status: 403, code: "forbidden", message: "api_key" });
    }
    expect(await own.api.refused("createApiKey", { body })).toMatchObject({ status: 403, message: "api_key" });
    const withoutToken = createApi(own.server, own.tenant, { cookie: own.headers.cookie });
    expect(await withoutToken.refused("createApiKey", { body })).toMatchObject({ status: 403, code: "csrf" });
    await withoutToken.ok("listApiKeys");
  });

  it("lets the operator create one in the name of a member, within the same limits", async () => {
    const own = await company();
    const at = own.clock.now();
    const asked = { name: "Key", scope: "read", validDays: 1, at, roles: undefined } as const;
    const { key } = await createApiKeyForMember(own.ctx.db, (await adminEmail(own)).toUpperCase(), asked);
    expect(await useKey(own, key)).toBe(200);
    await expect(createApiKeyForMember(own.ctx.db, anEmail(), asked)).rejects.toMatchObject({ message: "member" });
    const email = anEmail();
    await addMember(own.app.db, own.tenantId, { email, password, roles: ["analyst"], at });
    const beyond = createApiKeyForMember(own.ctx.db, email, { ...asked, roles: ["account_admin"] });
    await expect(beyond).rejects.toMatchObject({ message: "roles" });
    const unknown = createApiKeyForMember(own.ctx.db, email, { ...asked, roles: ["owner"] });
    await expect(unknown).rejects.toMatchObject({ message: "roles" });
  });
});
