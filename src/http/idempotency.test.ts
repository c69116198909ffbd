import { expect, it } from "vitest";
import { anEmail, company } from "../../tests/harness/factories/company.ts";
import { minutes } from "../kernel/local-time.ts";

const key = { "idempotency-key": "order-4711" };

it("replays the first response for the same key and body", async () => {
  const { api, purposeId } = await company();
  const body = { email: anEmail(), purposeId, consentConfirmed: true };
  const first = await api.call("createContact", { body, headers: key });
  const again = await api.call("createContact", { body, headers: key });
  expect(again).toMatchObject({ status: 201, body: first.body, headers: { "idempotent-replay": "true" } });
  expect((await api.ok("listContacts")).total).toBe(1);
});

it("stores 4xx responses too", async () => {
  const { api, purposeId, aContact } = await company();
  const { email } = await aContact();
  const body = { email, purposeId, consentConfirmed: true };
  const first = await api.refused("createContact", { body, headers: key });
  expect(first).toMatchObject({ status: 409, message: "email" });
  expect(await api.refused("createContact", { body, headers: key })).toEqual(first);
});

it("does not store a refusal by a limit of the operation", async () => {
  const { api, aContact, clock } = await company();
  const { email } = await aContact();
  const record = (headers: Record<string, string>) =>
    api.call("recordContactEvent", { body: { email, type: "custom", name: "visit" }, headers });
  for (let count = 0; count < 60; count += 1) await record({});
  expect(await record(key)).toMatchObject({ status: 429, body: { error: { message: "contact_events" } } });
  clock.advance(minutes(10));
  expect((await record(key)).status).toBe(202);
  expect((await record(key)).headers).toMatchObject({ "idempotent-replay": "true" });
});

it("rejects the key for another body, and accepts it for another company", async () => {
  const { api, purposeId } = await company();
  const other = await company();
  const post = (email: string) =>
    api.call("createContact", { body: { email, purposeId, consentConfirmed: true }, headers: key });
  await post(anEmail());
  expect((await post(anEmail())).body).toMatchObject({ error: { code: "conflict", message: "idempotency_key" } });
  const body = { email: anEmail(), purposeId: other.purposeId, consentConfirmed: true };
  expect((await other.api.call("createContact", { body, headers: key })).status).toBe(201);
});

it("runs one of many concurrent requests; the others wait for its response or get a conflict", async () => {
  const { api, purposeId } = await company();
  const body = { email: anEmail(), purposeId, consentConfirmed: true };
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.call("createContact", { body, headers: key })));
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses.has(201)).toBe(true);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer.body).toMatchObject({ error: { code: "conflict", message: "in_progress" } });
  }
  expect((await api.ok("listContacts")).total).toBe(1);
});

it("expires after a day, and rejects a key that is too long", async () => {
  const { api, purposeId, app, tenantId } = await company();
  const body = { email: anEmail(), purposeId, consentConfirmed: true };
  await api.call("createContact", { body, headers: key });
  await app.db.sql`update idempotency set created_at = now() - interval '25 hours' where tenant_id = ${tenantId}`;
  expect((await api.call("createContact", { body, headers: key })).status).toBe(409);
  const long = { "idempotency-key": "x".repeat(256) };
  expect(await api.refused("createContact", { body, headers: long })).toMatchObject({ message: "Idempotency-Key" });
});

it("does not store a response with a secret that is shown once", async () => {
  const { api, app, tenantId } = await company();
  const body = { provider: "postmark" };
  const first = await api.call("createSendingHook", { body, headers: key });
  expect(first.status).toBe(201);
  expect(await api.refused("createSendingHook", { body, headers: key })).toMatchObject({
    status: 409,
    message: "shown_once",
  });
  expect((await api.ok("listSendingHooks")).items).toHaveLength(1);
  const stored = await app.db.sql`select status, answer from idempotency where tenant_id = ${tenantId}`;
  expect([...stored]).toEqual([{ status: 201, answer: null }]);
});
