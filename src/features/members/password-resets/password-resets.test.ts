import { describe, expect, it } from "vitest";
import { createApi, request } from "../../../../tests/harness/servers/api-client.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { hours, minutes } from "../../../kernel/local-time.ts";
import { passwordResetMailJob, securityNoticeMailJob, sendPasswordResetMail } from "../jobs.ts";
import { adminEmail, adminHeaders, captureMail, signInHeaders } from "../../../../tests/harness/servers/sign-in.ts";

const fresh = "an entirely new password";
const gone = { status: 404, code: "not_found", message: "password_reset", params: {} };

let addresses = 0;

/** Each from its own network address unless given. */
const ask = (own: TestCompany, email: string, from = `198.51.100.${(addresses += 1)}`) =>
  request(own.server, { method: "POST", url: "/api/v1/password-reset", payload: { email }, remoteAddress: from });

async function queuedJobs(own: TestCompany): Promise<string[]> {
  const rows = await own.app.db.sql<{ resetId: string }[]>`
    select data->>'resetId' as reset_id from pgboss.job where name = ${passwordResetMailJob.name} order by created_on, id`;
  return rows.map(({ resetId }) => resetId);
}

async function getMail(own: TestCompany, resetId: string) {
  const { caught, transport } = captureMail();
  const parts = { db: own.app.db, clock: own.clock, transport, mailFrom: "p@localhost", publicUrl: "https://app.test" };
  await sendPasswordResetMail(parts, { resetId });
  return caught;
}

async function asked(own: TestCompany, email: string): Promise<string> {
  await ask(own, email);
  const resetId = (await queuedJobs(own)).filter((id) => id !== "0").toSorted((a, b) => Number(b) - Number(a))[0];
  return resetId ?? "";
}

async function tokenFor(own: TestCompany, email: string): Promise<string> {
  const [mail] = await getMail(own, await asked(own, email));
  return mail?.token ?? "";
}

const visitor = (own: TestCompany) => createApi(own.server, own.tenant, {});
const reset = (own: TestCompany, token: string, secret = fresh) =>
  visitor(own).call("resetPassword", { params: { token }, body: { password: secret } });
const refusedReset = (own: TestCompany, token: string, secret = fresh) =>
  visitor(own).refused("resetPassword", { params: { token }, body: { password: secret } });

describe("a password reset request", () => {
  it("gets the same answer for every address and enqueues one job", async () => {
    const own = await company();
    const before = (await queuedJobs(own)).length;
    const known = await ask(own, await adminEmail(own));
    const unknown = await ask(own, anEmail());
    expect([known.status, known.body]).toEqual([202, {}]);
    expect([unknown.status, unknown.body]).toEqual([202, {}]);
    const jobs = (await queuedJobs(own)).slice(before);
    expect(jobs).toHaveLength(2);
    expect(jobs.filter((id) => id === "0")).toHaveLength(1);
    expect(await getMail(own, "0")).toEqual([]);
  });

  it("mails a person at most 3 times an hour without revealing it", async () => {
    const own = await company();
    const email = await adminEmail(own);
    const before = (await queuedJobs(own)).length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(own, email)));
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    expect((await queuedJobs(own)).slice(before).filter((id) => id !== "0")).toHaveLength(3);
    own.clock.advance(hours(1));
    await ask(own, email);
    expect((await queuedJobs(own)).slice(before).filter((id) => id !== "0")).toHaveLength(4);
  });

  it("is limited to 20 in 15 minutes per network address", async () => {
    const own = await company();
    const before = (await queuedJobs(own)).length;
    for (let count = 0; count < 22; count += 1) {
      expect((await ask(own, anEmail(), "203.0.113.99")).status).toBe(202);
    }
    expect((await queuedJobs(own)).length - before).toBe(20);
    own.clock.advance(minutes(15));
    await ask(own, anEmail(), "203.0.113.99");
    expect((await queuedJobs(own)).length - before).toBe(21);
  });

  it("requires an e-mail address", async () => {
    const own = await company();
    const body = { email: "nobody" };
    expect(await visitor(own).refused("requestPasswordReset", { body })).toMatchObject({
      status: 400,
      message: "email",
    });
  });
});

describe("the password reset link", () => {
  it("sets the password once and ends every session", async () => {
    const own = await company();
    const email = await adminEmail(own);
    const headers = await adminHeaders(own);
    const token = await tokenFor(own, email);
    const answer = await reset(own, token);
    expect([answer.status, answer.headers["set-cookie"]]).toEqual([204, undefined]);
    expect(await createApi(own.server, own.tenant, headers).refused("getSession")).toMatchObject({ status: 401 });
    await expect(signInHeaders(own.server, email)).rejects.toThrow("401");
    await signInHeaders(own.server, email, fresh);
    expect(await refusedReset(own, token)).toEqual(gone);
  });

  it("is followed by an e-mail and an entry in the audit log", async () => {
    const own = await company();
    const email = await adminEmail(own);
    await reset(own, await tokenFor(own, email));
    const kinds = await own.app.db.sql`
      select j.data->>'kind' as kind from pgboss.job j join person p on p.id = (j.data->>'personId')::bigint
      where j.name = ${securityNoticeMailJob.name} and p.email = ${email}`;
    expect([...kinds]).toEqual([{ kind: "password_reset" }]);
    const admin = createApi(own.server, own.tenant, await signInHeaders(own.server, email, fresh));
    const [entry, ...others] = (await admin.ok("listAuditLog", { query: { actor: "member", objectKind: "password" } }))
      .items;
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor: { memberId: own.member },
      operation: "resetPassword",
      object: { kind: "password", id: null },
    });
  });

  it("works for exactly one of two concurrent requests, also with two links", async () => {
    const own = await company();
    const email = await adminEmail(own);
    const [first, second] = [await tokenFor(own, email), await tokenFor(own, email)];
    const answers = await Promise.all([reset(own, first, `${fresh} 1`), reset(own, second, `${fresh} 2`)]);
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([204, 404]);
    await signInHeaders(own.server, email, answers[0].status === 204 ? `${fresh} 1` : `${fresh} 2`);
  });

  it("expires after an hour", async () => {
    const own = await company();
    const resetId = await asked(own, await adminEmail(own));
    const token = (await getMail(own, resetId))[0]?.token ?? "";
    own.clock.advance(hours(1) - 1);
    expect(await refusedReset(own, token, "short")).toMatchObject({ status: 400, message: "password" });
    own.clock.advance(1);
    expect(await refusedReset(own, token)).toEqual(gone);
    expect(await getMail(own, resetId)).toEqual([]);
  });

  it("is new on every attempt to send the mail; earlier links stay valid", async () => {
    const own = await company();
    const resetId = await asked(own, await adminEmail(own));
    const [first] = await getMail(own, resetId);
    const [second] = await getMail(own, resetId);
    expect(first?.raw).toContain(`https://app.test/app/password-reset/${first?.token}`);
    expect(second?.token).not.toBe(first?.token);
    expect((await reset(own, first?.token ?? "")).status).toBe(204);
    expect(await refusedReset(own, second?.token ?? "")).toEqual(gone);
  });

  it("rejects short and common passwords and unknown tokens", async () => {
    const own = await company();
    const token = await tokenFor(own, await adminEmail(own));
    const refusal = { status: 400, code: "validation", message: "password" };
    expect(await refusedReset(own, token, "123456789")).toMatchObject(refusal);
    expect(await refusedReset(own, token, "password123")).toMatchObject(refusal);
    expect(await refusedReset(own, token, await adminEmail(own))).toMatchObject(refusal);
    expect(await refusedReset(own, "x".repeat(43))).toEqual(gone);
    expect(await refusedReset(own, "no-token")).toMatchObject({ status: 404, code: "not_found" });
    expect((await reset(own, token)).status).toBe(204);
  });
});
