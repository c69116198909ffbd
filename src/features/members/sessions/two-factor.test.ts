import { describe, expect, it } from "vitest";
import { createApi } from "../../../../tests/harness/servers/api-client.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { fixedDataKey } from "../../../kernel/encryption.ts";
import { minutes } from "../../../kernel/local-time.ts";
import { adminEmail, adminHeaders, password } from "../../../../tests/harness/servers/sign-in.ts";
import { signIn as signInAs } from "./service.ts";
import { beginTwoFactor } from "./two-factor.ts";
import { totpCodeAt, otpauthUrl, totpStepAt } from "./totp.ts";

const stepMs = 30_000;

async function withAdmin() {
  const own = await company();
  const email = await adminEmail(own);
  return { ...own, email, admin: createApi(own.server, own.tenant, await adminHeaders(own)) };
}

async function withTwoFactor() {
  const own = await withAdmin();
  const { secret } = await own.admin.ok("beginTwoFactor", { body: { password } });
  const code = (off = 0) => totpCodeAt(secret, totpStepAt(own.clock.now()) + off);
  await own.admin.ok("confirmTwoFactor", { body: { code: code() } });
  own.clock.advance(minutes(1));
  const signIn = (change: object = {}) => own.admin.call("signIn", { body: { email: own.email, password, ...change } });
  return { ...own, secret, code, signIn };
}

/** Six digits that match no step near the current time. */
const wrongCode = (code: (off: number) => string) =>
  ["000000", "111111", "222222", "333333"].find((guess) => ![-1, 0, 1].some((off) => code(off) === guess)) ?? "";

const codeRefused = { error: { code: "unauthorized", message: "code", params: {} } };
const wrongState = { status: 409, code: "conflict", message: "status", params: {} };

describe("two-factor sign-in", () => {
  it("is enabled by confirming a code, and is visible to members", async () => {
    const own = await withAdmin();
    const { secret, url } = await own.admin.ok("beginTwoFactor", { body: { password } });
    expect(url).toBe(otpauthUrl(secret, own.email));
    expect((await own.admin.ok("getSession")).member.twoFactor).toBe(false);
    const code = totpCodeAt(secret, totpStepAt(own.clock.now()));
    await own.admin.ok("confirmTwoFactor", { body: { code } });
    expect((await own.admin.ok("getSession")).member.twoFactor).toBe(true);
    expect((await own.admin.ok("listMembers")).items[0]?.twoFactor).toBe(true);
  });

  it("stores the secret encrypted", async () => {
    const own = await withTwoFactor();
    const [row] = await own.app.db.sql<{ sealed: Buffer }[]>`
      select totp_secret as sealed from person where email = ${own.email}`;
    expect(row?.sealed.toString("latin1")).not.toContain(own.secret);
  });

  it("asks for a missing code without counting a failure, and counts a wrong code as one", async () => {
    const own = await withTwoFactor();
    for (let count = 0; count < 12; count += 1) {
      const asked = await own.signIn();
      expect([asked.status, asked.body]).toEqual([401, codeRefused]);
    }
    const code = wrongCode(own.code);
    for (let count = 0; count < 10; count += 1) {
      const refused = await own.signIn({ code });
      expect([refused.status, refused.body, refused.headers["set-cookie"]]).toEqual([401, codeRefused, undefined]);
    }
    expect((await own.signIn({ code: own.code() })).status).toBe(429);
  });

  it("does not reveal that it is enabled without the password", async () => {
    const own = await withTwoFactor();
    const refused = await own.signIn({ password: "not the password", code: own.code() });
    expect(refused.body).toEqual({ error: { code: "unauthorized", message: "credentials", params: {} } });
  });

  it("accepts a code once, also under five concurrent requests", async () => {
    const own = await withTwoFactor();
    const code = own.code();
    const answers = await Promise.all(Array.from({ length: 5 }, () => own.signIn({ code })));
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200, 401, 401, 401, 401,
    ]);
    own.clock.advance(stepMs);
    expect((await own.signIn({ code })).body).toEqual(codeRefused);
    expect((await own.signIn({ code: own.code() })).status).toBe(200);
  });

  it("does not accept the confirmation code again", async () => {
    const own = await withAdmin();
    const { secret } = await own.admin.ok("beginTwoFactor", { body: { password } });
    const code = totpCodeAt(secret, totpStepAt(own.clock.now()));
    await own.admin.ok("confirmTwoFactor", { body: { code } });
    const again = await own.admin.call("signIn", { body: { email: own.email, password, code } });
    expect(again.body).toEqual(codeRefused);
  });

  it("is disabled with the password and a code", async () => {
    const own = await withTwoFactor();
    const end = (body: object) => own.admin.refused("endTwoFactor", { body });
    expect(await end({ password: "wrong", code: own.code() })).toMatchObject({ status: 400, message: "password" });
    expect(await end({ password, code: wrongCode(own.code) })).toMatchObject({ status: 400, message: "code" });
    expect(await end({ password })).toMatchObject({ status: 400, message: "code" });
    await own.admin.ok("endTwoFactor", { body: { password, code: own.code() } });
    expect(await end({ password, code: own.code() })).toEqual(wrongState);
    expect((await own.signIn()).status).toBe(200);
  });

  it("requires the password to start, rejects a second start and a confirmation without one", async () => {
    const own = await withAdmin();
    const refused = await own.admin.refused("beginTwoFactor", { body: { password: "wrong" } });
    expect(refused).toMatchObject({ status: 400, code: "validation", message: "password" });
    expect(await own.admin.refused("confirmTwoFactor", { body: { code: "123456" } })).toEqual(wrongState);

    const on = await withTwoFactor();
    expect(await on.admin.refused("beginTwoFactor", { body: { password } })).toEqual(wrongState);
    expect(await on.admin.refused("confirmTwoFactor", { body: { code: on.code() } })).toEqual(wrongState);
  });

  it("is not enabled by a wrong code", async () => {
    const own = await withAdmin();
    const { secret } = await own.admin.ok("beginTwoFactor", { body: { password } });
    const code = wrongCode((off) => totpCodeAt(secret, totpStepAt(own.clock.now()) + off));
    expect(await own.admin.refused("confirmTwoFactor", { body: { code } })).toMatchObject({
      status: 400,
      code: "validation",
      message: "code",
    });
    expect((await own.admin.ok("getSession")).member.twoFactor).toBe(false);
  });

  it("can be restarted until it is confirmed", async () => {
    const own = await withAdmin();
    const first = await own.admin.ok("beginTwoFactor", { body: { password } });
    const second = await own.admin.ok("beginTwoFactor", { body: { password } });
    const code = totpCodeAt(second.secret, totpStepAt(own.clock.now()));
    expect(first.secret).not.toBe(second.secret);
    await own.admin.ok("confirmTwoFactor", { body: { code } });
  });

  it("counts wrong passwords like a sign-in", async () => {
    const own = await withAdmin();
    for (let count = 0; count < 10; count += 1) {
      await own.admin.refused("beginTwoFactor", { body: { password: "wrong" } });
    }
    expect(await own.admin.refused("beginTwoFactor", { body: { password } })).toMatchObject({
      status: 429,
      code: "rate_limited",
      message: "sign-in",
    });
  });

  it("cannot be set up without the data key, nor read with another key", async () => {
    const own = await withTwoFactor();
    const { member } = await own.admin.ok("getSession");
    const visitor = {
      ...own.app.services,
      db: own.app.db,
      address: "192.0.2.9",
      userAgent: "",
      baseUrl: own.app.services.publicUrl,
      authorization: undefined,
      token: undefined,
      personId: member.id,
      beginSession: () => undefined,
      endSession: () => undefined,
    };
    const missing = { code: "unavailable", message: "data_key", status: 503 };
    await expect(beginTwoFactor({ ...visitor, dataKey: undefined }, password)).rejects.toMatchObject(missing);
    const proof = { email: own.email, password, code: own.code() };
    await expect(signInAs({ ...visitor, dataKey: undefined }, proof)).rejects.toMatchObject(missing);
    await expect(signInAs({ ...visitor, dataKey: fixedDataKey(Buffer.alloc(32, 1)) }, proof)).rejects.toMatchObject(
      missing,
    );
  });
});
