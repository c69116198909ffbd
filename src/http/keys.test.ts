import { describe, expect, it } from "vitest";
import { request } from "../../tests/harness/servers/api-client.ts";
import { company, type TestCompany } from "../../tests/harness/factories/company.ts";

const ask = async ({ server, tenant }: TestCompany, authorization: string) =>
  (await request(server, { method: "GET", url: `/api/v1/tenants/${tenant}/contacts`, headers: { authorization } }))
    .status;

const change = ({ app, tenantId }: TestCompany, columns: Record<string, Date>) =>
  app.db.sql`update api_key set ${app.db.sql(columns)} where tenant_id = ${tenantId}`;

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000);

describe("a key", () => {
  it("works as Bearer and as the password of any active member", async () => {
    const one = await company();
    const basic = (user: string) => `Basic ${Buffer.from(`${user}:${one.apiKey}`).toString("base64")}`;
    const [person] = await one.app.db.sql<{ email: string }[]>`
      select email from person p join membership m on m.person_id = p.id where m.tenant_id = ${one.tenantId}`;
    expect(await ask(one, `Bearer ${one.apiKey}`)).toBe(200);
    expect(await ask(one, `bearer ${one.apiKey}`)).toBe(200);
    expect(await ask(one, basic(person?.email.toUpperCase() ?? ""))).toBe(200);
    expect(await ask(one, basic("stranger@example.com"))).toBe(401);
    expect(await ask(one, basic(""))).toBe(401);
    expect(await ask(one, `Digest ${one.apiKey}`)).toBe(401);
    expect(await ask(one, "Basic %%%")).toBe(401);
  });

  it.each([
    ["revoked", { revokedAt: daysAgo(0) }],
    ["expired", { expiresAt: daysAgo(1) }],
    ["unused for 180 days", { lastUsedAt: daysAgo(181) }],
  ])("stops working when it is %s", async (_why, columns) => {
    const one = await company();
    await change(one, columns);
    expect(await ask(one, `Bearer ${one.apiKey}`)).toBe(401);
  });

  it("records its last use", async () => {
    const one = await company();
    await change(one, { lastUsedAt: daysAgo(179) });
    expect(await ask(one, `Bearer ${one.apiKey}`)).toBe(200);
    const [key] = await one.app.db.sql<{ lastUsedAt: Date }[]>`
      select last_used_at from api_key where tenant_id = ${one.tenantId}`;
    expect(Date.now() - (key?.lastUsedAt.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it("is valid only while its creator is an active member, limited to the creator's roles", async () => {
    const one = await company();
    const { sql } = one.app.db;
    await sql`update membership set roles = '{analyst}' where tenant_id = ${one.tenantId}`;
    expect(await one.api.refused("createPurpose", { body: { name: "x" } })).toMatchObject({
      status: 403,
      message: "settings",
    });
    expect(await ask(one, `Bearer ${one.apiKey}`)).toBe(200);
    await sql`update membership set is_active = false where tenant_id = ${one.tenantId}`;
    expect(await ask(one, `Bearer ${one.apiKey}`)).toBe(401);
  });
});
