import { describe, expect, it } from "vitest";
import { createApi } from "../../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { adminEmail, adminHeaders, password } from "../../../../tests/harness/servers/sign-in.ts";
import { minutes } from "../../../kernel/local-time.ts";
import { totpCodeAt, totpStepAt } from "./totp.ts";

/** The clock stands still, so that a code does not change within a test by chance. */
async function withTwoFactor() {
  holdClock();
  const own = await company();
  const email = await adminEmail(own);
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  const other = createApi(own.server, own.tenant, await adminHeaders(own));
  const { secret } = await admin.ok("beginTwoFactor", { body: { password } });
  const code = () => totpCodeAt(secret, totpStepAt(own.clock.now()));
  const { recoveryCodes } = await admin.ok("confirmTwoFactor", { body: { code: code() } });
  own.clock.advance(minutes(1));
  const signIn = async (typed: string) =>
    (await createApi(own.server, "", {}).call("signIn", { body: { email, password, code: typed } })).status;
  return { ...own, email, admin, other, code, recoveryCodes, signIn };
}

describe("recovery codes", () => {
  it("are shown once, stored as hashes and accepted once each instead of a code", async () => {
    const own = await withTwoFactor();
    expect(own.recoveryCodes).toHaveLength(10);
    expect(new Set(own.recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = own.recoveryCodes;
    expect(first).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    const rows = await own.app.db.sql<{ hash: Buffer }[]>`
      select c.code_hash as hash from recovery_code c join person p on p.id = c.person_id where p.email = ${own.email}`;
    expect(rows.map(({ hash }) => hash.length)).toEqual(Array.from({ length: 10 }, () => 32));
    expect(await own.signIn(first)).toBe(200);
    expect(await own.signIn(first)).toBe(401);
    expect(await own.signIn(second.toLowerCase().replaceAll("-", " "))).toBe(200);
    expect(await own.signIn(own.code())).toBe(200);
  });

  it("are accepted once under concurrent requests", async () => {
    const own = await withTwoFactor();
    const [first = ""] = own.recoveryCodes;
    const statuses = await Promise.all(Array.from({ length: 5 }, () => own.signIn(first)));
    expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 401, 401, 401, 401]);
  });

  it("are replaced with the password and a second factor", async () => {
    const own = await withTwoFactor();
    const refused = async (proof: object) => {
      const { status, message } = await own.admin.refused("replaceRecoveryCodes", { body: proof });
      return `${status} ${message}`;
    };
    expect(await refused({ password: "wrong", code: own.code() })).toBe("400 password");
    expect(await refused({ password })).toBe("400 code");
    expect(await refused({ password, code: "000000" })).toBe("400 code");
    const [first = ""] = own.recoveryCodes;
    await own.admin.ok("replaceRecoveryCodes", { body: { password, code: own.code() } });
    expect(await refused({ password, code: own.code() })).toBe("400 code");
    expect(await refused({ password, code: first })).toBe("400 code");
    own.clock.advance(minutes(1));
    const { recoveryCodes } = await own.admin.ok("replaceRecoveryCodes", { body: { password, code: own.code() } });
    expect(recoveryCodes).toHaveLength(10);
    expect(await own.signIn(own.recoveryCodes[3] ?? "")).toBe(401);
    expect(await own.signIn(recoveryCodes[3] ?? "")).toBe(200);
  });

  it("exist only with two-factor sign-in and also disable it", async () => {
    const own = await withTwoFactor();
    const [first = "", second = ""] = own.recoveryCodes;
    await own.admin.ok("endTwoFactor", { body: { password, code: first } });
    expect(await own.admin.refused("replaceRecoveryCodes", { body: { password } })).toMatchObject({
      status: 409,
      message: "status",
    });
    const rows = await own.app.db.sql`
      select from recovery_code c join person p on p.id = c.person_id where p.email = ${own.email}`;
    expect(rows).toHaveLength(0);
    expect(second).not.toBe("");
  });

  it("and codes are limited per person, from whatever address", async () => {
    const own = await withTwoFactor();
    const attempt = (from: number, code: string) =>
      own.server.inject({
        method: "POST",
        url: "/api/v1/session",
        payload: { email: own.email, password, code },
        remoteAddress: `198.51.100.${from}`,
      });
    for (let from = 0; from < 10; from += 1) expect((await attempt(from, "AAAA-AAAA-AAAA-AAAA")).statusCode).toBe(401);
    const refused = await attempt(50, own.code());
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "900"]);
    own.clock.advance(minutes(15));
    expect((await attempt(50, own.code())).statusCode).toBe(200);
  });
});

describe("a change of the second factor", () => {
  it("ends the other sessions", async () => {
    const own = await withTwoFactor();
    expect(await own.other.refused("getSession")).toMatchObject({ status: 401 });
    await own.admin.ok("getSession");

    const [first = "", second = ""] = own.recoveryCodes;
    const signedIn = await createApi(own.server, "", {}).call("signIn", {
      body: { email: own.email, password, code: first },
    });
    const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
    await own.admin.ok("endTwoFactor", { body: { password, code: second } });
    expect(await createApi(own.server, own.tenant, { cookie }).refused("getSession")).toMatchObject({ status: 401 });
    await own.admin.ok("getSession");
  });
});
