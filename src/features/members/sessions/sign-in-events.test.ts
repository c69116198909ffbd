import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { company, testWorker, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { createApi, request } from "../../../../tests/harness/servers/api-client.ts";
import { adminEmail, password, signInHeaders } from "../../../../tests/harness/servers/sign-in.ts";
import type { PayloadOf } from "../../../jobs/job.ts";
import { accessJob } from "../jobs.ts";
import { insertAccessEntries } from "./sign-in-events.ts";

const file = path.join(os.tmpdir(), `postrider-security-${process.pid}.log`);

afterAll(() => rmSync(file, { force: true }));

/** A company whose security log is a file; other companies write there too, so lines are found by what only this test has. */
async function loggedCompany() {
  const own = await company({ SECURITY_LOG: file });
  const linesWith = (mark: string) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.includes(mark))
      .map((line) => line.replace(/^\S+ postrider-security /, ""));
  return { ...own, linesWith, agent: `Agent ${randomUUID()}` };
}

const signIn = (own: TestCompany, email: string, options: { secret?: string; agent: string }) =>
  request(own.server, {
    method: "POST",
    url: "/api/v1/session",
    payload: { email, password: options.secret ?? password },
    remoteAddress: "192.0.2.50",
    headers: { "user-agent": options.agent },
  });

const findPersonId = async ({ ctx, member }: TestCompany): Promise<string> => {
  const [row] = await ctx.db.sql<{ personId: string }[]>`
    select person_id from membership where tenant_id = ${ctx.db.tenantId} and id = ${member}`;
  return row?.personId ?? "";
};

const queued = async ({ app }: TestCompany, personId: string) =>
  app.db.sql<{ data: PayloadOf<typeof accessJob> }[]>`
    select data from pgboss.job where name = ${accessJob.name} and data ->> 'personId' = ${personId}
    order by data ->> 'at'`;

const listAccess = async ({ api }: TestCompany) =>
  (await api.ok("listAuditLog")).items
    .filter(({ operation }) => operation !== "useKey")
    .map(({ actor, operation, object: { kind, id }, outcome, address, agent }) => ({
      actor: actor.kind,
      operation,
      object: { kind, id },
      outcome,
      address,
      agent,
    }));

it("a sign-in and its failures are in the security log and in the audit log of each company of the person", async () => {
  const own = await loggedCompany();
  const [email, person] = [await adminEmail(own), await findPersonId(own)];
  const { agent } = own;
  expect((await signIn(own, email, { secret: "not the password", agent })).status).toBe(401);
  expect((await signIn(own, email, { agent })).status).toBe(200);
  const line = (event: string) => `event=${event} account=${person} key=- address=192.0.2.50 agent="${agent}"`;
  await expect.poll(() => own.linesWith(agent)).toEqual([line("sign_in_failed"), line("sign_in")]);
  for (const { data } of await queued(own, person)) await insertAccessEntries(testWorker(own.app), data);
  const object = { kind: "members", id: own.member };
  const origin = { address: "192.0.2.50", agent };
  expect(await listAccess(own)).toEqual([
    { actor: "member", operation: "signIn", object, outcome: "done", ...origin },
    { actor: "visitor", operation: "signIn", object, outcome: "refused", ...origin },
  ]);
});

it("a failure of an unknown person takes the same steps and names nobody", async () => {
  const own = await loggedCompany();
  const { agent } = own;
  const before = (await queued(own, "0")).length;
  expect((await signIn(own, `nobody${own.tenantId}@example.com`, { agent })).status).toBe(401);
  expect(await queued(own, "0")).toHaveLength(before + 1);
  await expect
    .poll(() => own.linesWith(agent))
    .toEqual([`event=sign_in_failed account=- key=- address=192.0.2.50 agent="${agent}"`]);
});

it("a lock-out is an event of its own", async () => {
  const own = await loggedCompany();
  const [email, person] = [await adminEmail(own), await findPersonId(own)];
  const { agent } = own;
  for (let n = 0; n < 10; n += 1) await signIn(own, email, { secret: "not the password", agent });
  for (let n = 0; n < 3; n += 1) expect((await signIn(own, email, { agent })).status).toBe(429);
  const lockOuts = () => own.linesWith(agent).filter((line) => line.startsWith(`event=locked_out account=${person} `));
  await expect.poll(lockOuts).toHaveLength(3);
  const payloads = (await queued(own, person)).map(({ data }) => data);
  expect(payloads.map(({ event }) => event).toSorted()).toEqual([
    "locked_out",
    ...Array.from({ length: 10 }, () => "sign_in_failed"),
  ]);
});

it("failures that anybody can cause are at most ten entries per hour", async () => {
  const own = await company();
  const failure = {
    event: "sign_in_failed",
    personId: await findPersonId(own),
    address: "192.0.2.50",
    agent: "",
  } as const;
  const failAt = (at: string) => insertAccessEntries({ db: own.app.db }, { ...failure, at });
  for (let n = 10; n < 25; n += 1) await failAt(`2026-05-01T12:${n}:00.000Z`);
  expect(await listAccess(own)).toHaveLength(10);
  // A repeated job.
  await failAt("2026-05-01T12:10:00.000Z");
  expect(await listAccess(own)).toHaveLength(10);
  for (let n = 0; n < 2; n += 1) await failAt("2026-05-01T13:00:00.000Z");
  expect(await listAccess(own)).toHaveLength(11);
});

it("the end of a session and a new password that is asked for are in the security log", async () => {
  const own = await loggedCompany();
  const [email, person] = [await adminEmail(own), await findPersonId(own)];
  const admin = createApi(own.server, own.tenant, await signInHeaders(own.server, email));
  await admin.ok("requestPasswordReset", { body: { email } });
  await admin.ok("signOut");
  await expect
    .poll(() => own.linesWith(` account=${person} `).map((line) => line.split(" ")[0]))
    .toEqual(["event=sign_in", "event=password_reset_requested", "event=session_ended"]);
});

it("a key is used once per hour and address, and a wrong one is refused, without the key itself", async () => {
  const own = await loggedCompany();
  const { agent } = own;
  const use = (key: string, from: string) =>
    request(own.server, {
      method: "GET",
      url: `/api/v1/tenants/${own.tenant}/lists`,
      remoteAddress: from,
      headers: { authorization: `Bearer ${key}`, "user-agent": agent },
    });
  for (const from of ["192.0.2.61", "192.0.2.61", "192.0.2.62"]) expect((await use(own.apiKey, from)).status).toBe(200);
  expect((await use(`${own.apiKey.slice(0, -1)}_`, "192.0.2.63")).status).toBe(401);
  expect((await use("no key", "192.0.2.64")).status).toBe(401);
  const [key] = await own.ctx.db.sql<{ id: string }[]>`select id from api_key where tenant_id = ${own.tenantId}`;
  await expect
    .poll(() => own.linesWith(agent))
    .toEqual([
      `event=key_used account=- key=${key?.id} address=192.0.2.61 agent="${agent}"`,
      `event=key_used account=- key=${key?.id} address=192.0.2.62 agent="${agent}"`,
      `event=key_refused account=- key=- address=192.0.2.63 agent="${agent}"`,
      `event=key_refused account=- key=- address=192.0.2.64 agent="${agent}"`,
    ]);
  expect(readFileSync(file, "utf8")).not.toContain(own.apiKey);
  const { items } = await own.api.ok("listAuditLog", { query: { operation: "useKey" } });
  expect(items.map(({ address }) => address)).toEqual(["127.0.0.1", "192.0.2.62", "192.0.2.61"]);
});
