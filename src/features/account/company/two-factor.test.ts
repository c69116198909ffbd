import { describe, expect, it } from "vitest";
import { createApi, type Api } from "../../../../tests/harness/servers/api-client.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { adminHeaders, password, signInHeaders } from "../../../../tests/harness/servers/sign-in.ts";
import { addMember } from "../../members/members.ts";
import { totpCodeAt, totpStepAt } from "../../members/sessions/totp.ts";

const withAdmin = async () => {
  const own = await company();
  return { ...own, admin: createApi(own.server, own.tenant, await adminHeaders(own)) };
};

async function enableTwoFactor({ clock }: TestCompany, person: Api): Promise<void> {
  const { secret } = await person.ok("beginTwoFactor", { body: { password } });
  await person.ok("confirmTwoFactor", { body: { code: totpCodeAt(secret, totpStepAt(clock.now())) } });
}

async function aMember(own: TestCompany): Promise<Api> {
  const email = anEmail();
  await addMember(own.app.db, own.tenantId, { email, password, roles: ["account_admin"], at: own.clock.now() });
  return createApi(own.server, own.tenant, await signInHeaders(own.server, email));
}

const required = { body: { requireTwoFactor: true } };
const refusal = { status: 403, code: "forbidden", message: "two_factor", params: {} };

describe("required two-factor sign-in", () => {
  it("denies access to members without it until they set it up; API keys keep theirs", async () => {
    const own = await withAdmin();
    const member = await aMember(own);
    await enableTwoFactor(own, own.admin);
    expect(await own.admin.ok("updateCompany", required)).toMatchObject({ requireTwoFactor: true });
    await own.admin.ok("listMembers");

    expect(await member.refused("getCompany")).toEqual(refusal);
    expect(await member.refused("updateCompany", { body: { requireTwoFactor: false } })).toEqual(refusal);
    expect((await member.call("getSession")).status).toBe(200);
    const later = await aMember(own);
    expect(await later.refused("listContacts")).toEqual(refusal);
    await own.api.ok("listContacts");

    await enableTwoFactor(own, member);
    await member.ok("getCompany");
  });

  it("does not concern another company", async () => {
    const own = await withAdmin();
    const other = await withAdmin();
    await enableTwoFactor(own, own.admin);
    await own.admin.ok("updateCompany", required);
    await other.admin.ok("getCompany");
    expect(await other.admin.ok("getCompany")).toMatchObject({ requireTwoFactor: false });
  });

  it("cannot be switched on by a member who lacks it", async () => {
    const own = await withAdmin();
    expect(await own.admin.refused("updateCompany", required)).toEqual({
      status: 409,
      code: "conflict",
      message: "two_factor",
      params: {},
    });
    expect(await own.admin.ok("getCompany")).toMatchObject({ requireTwoFactor: false });
    expect(await own.admin.refused("updateCompany", { body: { requireTwoFactor: "yes" } })).toMatchObject({
      status: 400,
      message: "requireTwoFactor",
    });
  });

  it("can be switched on by an API key, which keeps its access, and not off: that asks for a person", async () => {
    const own = await withAdmin();
    await own.api.ok("updateCompany", required);
    expect(await own.admin.refused("getCompany")).toEqual(refusal);
    const refused = await own.api.refused("updateCompany", { body: { requireTwoFactor: false } });
    expect(refused).toMatchObject({ status: 403, code: "forbidden", message: "reauthenticate" });
    await own.api.ok("updateCompany", required);
    expect(await own.api.ok("getCompany")).toMatchObject({ requireTwoFactor: true });
  });
});
